#include <algorithm>
#include <nlohmann/json.hpp>

#include "planbuilder/emit/bpel/call.h"
#include "planbuilder/emit/bpel/check_characters.h"
#include "planbuilder/emit/bpel/flow.h"
#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/opentosca.h"
#include "planbuilder/emit/bpel/places.h"
#include "planbuilder/emit/bpel/plain.h"
#include "planbuilder/emit/bpel/skeleton.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/emitters.h"
#include "planbuilder/emit/template_engine.h"
#include "templates/templates.h"

namespace planbuilder::emit {

namespace bpel {

namespace {

using nlohmann::json;

/// A name as part of a URN.
std::string urn_part(std::string_view name) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  constexpr std::string_view also = "-._";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || also.find(c) != also.npos) {
      out += c;
    } else {
      out += {'%', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out;
}

/// Of XML Schema; a structured value travels as JSON text.
std::string schema_type(const std::string& type) {
  if (type == "integer" || type == "boolean") return "xsd:" + type;
  return type == "float" ? "xsd:double" : "xsd:string";
}

std::string operation_of(const plan::Plan& plan) {
  return plan.kind == "build" || plan.kind == "event" ? "initiate" : name_of(plan.kind);
}

/// `shop_buildPlan`, as the container calls plans; what follows the kind in the plan's name stays behind it.
std::string opentosca_name(const plan::Plan& plan) {
  std::string name = plan.service.name + "_" + plan.name + "Plan";
  if (plan.kind == "terminate") name = plan.service.name + "_terminationPlan";
  if (plan.kind == "scale-out" && plan.name.starts_with("scale-out-"))
    name = plan.service.name + "_scalingPlan_" + plan.name.substr(10);
  std::replace(name.begin(), name.end(), '.', '_');
  return name_of(name);
}

/// A partner link that nothing uses must not be described.
bool calls_operations(const plan::Plan& plan) {
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      const std::string_view kind = kind_of(step.action);
      if (kind == "invoke" || kind == "delegate" || kind == "transfer" || kind == "wait" || step.undo.present()) return true;
    }
  }
  return false;
}

json input_element(const std::string& name, const std::string& type, bool optional) {
  return {{"element", name_of(name)}, {"type", schema_type(type)}, {"optional", optional}};
}

json inputs_data(const plan::Plan& plan) {
  json list = json::array();
  for (const plan::Input& input : plan.inputs)
    list.push_back(input_element(input.name, input.type, !input.required || input.default_value));
  return list;
}

json read_inputs_data(const KnownValues& values) {
  json list = json::array();
  for (const plan::Input* input : values.inputs()) {
    list.push_back({{"element", name_of(input->name)},
                    {"variable", input_variable_name(input->name)},
                    {"has_default", input->default_value.has_value()},
                    {"default", xpath_text(input->default_value ? to_text(*input->default_value) : "")}});
  }
  return list;
}

json outputs_data(const plan::Plan& plan) {
  json list = json::array();
  for (const plan::Output& output : plan.outputs)
    list.push_back({{"element", name_of(output.name)}, {"type", schema_type(output.type)}});
  return list;
}

/// The process computes its outputs itself.
json computed_outputs(const Process& process) {
  json list = json::array();
  for (const plan::Output& output : process.plan.outputs) {
    const auto param = param_of(output.name, output.value, nullptr, process);
    if (!param) throw EmitError("no process can compute the output '" + output.name + "'", output.value.at);
    list.push_back({{"element", name_of(output.name)},
                    {"type", schema_type(output.type)},
                    {"from", param->expression.empty() ? xpath_text(param->value) : param->expression}});
  }
  list.push_back({{"element", "CorrelationID"}, {"type", "xsd:string"}, {"from", "$correlation"}});
  return list;
}

/// What templates of all files are given.
json names_of(const Process& process) {
  return {{"file", process.file},
          {"base", process.base},
          {"namespace", process.namespace_uri},
          {"operation", process.operation},
          {"reply_to", process.reply_to},
          {"callback", process.options.callback},
          {"engine", process.options.engine},
          {"invoker", process.options.invoker},
          {"plan", process.plan.name},
          {"service", process.plan.service.name},
          {"digest", process.plan.service.digest}};
}

std::string render_process(const Process& process, Skeleton& skeleton, const Frame& frame, const json& outputs,
                           const std::string& folder) {
  json data = names_of(process);
  data["creates"] = process.plan.kind == "build";
  data["begin"] = frame.begin;
  data["finish"] = frame.finish;
  data["failed"] = frame.failed;
  data["variables"] = frame.variables;
  for (const std::string& variable : process.values.variables()) data["variables"].push_back(variable);
  for (const plan::Input* input : process.values.inputs()) data["variables"].push_back(input_variable_name(input->name));
  data["inputs"] = read_inputs_data(process.values);
  data["outputs"] = outputs;
  data["body"] = render_flow(skeleton, process.engine);
  return insert_activities(process.engine.render(folder + "/process.bpel.inja", data), skeleton, process.engine);
}

/// The files around the process.
std::vector<OutputFile> with_files(const Process& process, std::string text, json inputs, const json& outputs,
                                   const std::string& folder) {
  json data = names_of(process);
  data["inputs"] = std::move(inputs);
  data["outputs"] = outputs;
  data["invoker_links"] = process.options.callback ? json{"invoker", "callback"} : json{"invoker"};
  TemplateEngine& engine = process.engine;
  std::vector<OutputFile> files;
  const auto add = [&](std::string path, std::string content) { files.push_back({std::move(path), std::move(content), false}); };
  add(process.file + ".bpel", std::move(text));
  add(process.file + ".wsdl", engine.render(folder + "/plan.wsdl.inja", data));
  add(process.file + ".endpoint", engine.render("bpel/plan.endpoint.inja", data));
  add("deploy.xml", engine.render(folder + "/deploy.xml.inja", data));
  add("invoker.wsdl", engine.render("bpel/invoker.wsdl.inja", data));
  add("invoker.xsd", std::string(*embedded::find(embedded::templates(), "bpel/invoker.xsd")));
  return files;
}

}  // namespace

}  // namespace bpel

std::vector<OutputFile> BpelEmitter::emit(const plan::Plan& plan, const EmitOptions& options) const {
  using namespace bpel;
  check_characters(plan);
  TemplateEngine engine;
  BpelOptions settings = options.bpel;
  settings.csar = plan.service.name;
  settings.namespace_uri = "";
  const KnownValues values(plan, KnownValues::Instances::unknown);
  const std::string base = name_of(plan.service.name) + "_" + name_of(plan.name);
  const Process process{plan,
                        settings,
                        values,
                        engine,
                        name_of(plan.name),
                        base,
                        "urn:planbuilder:plan:" + urn_part(plan.service.name),
                        operation_of(plan),
                        settings.engine + "/" + base + "CallbackService"};
  Skeleton skeleton = build_skeleton(plan);
  fill_plain(skeleton, process);
  const json outputs = outputs_data(plan);
  return with_files(process, render_process(process, skeleton, plain_frame(process), outputs, "bpel"), inputs_data(plan), outputs,
                    "bpel");
}

std::vector<OutputFile> OpenToscaBpelEmitter::emit(const plan::Plan& plan, const EmitOptions& options) const {
  using namespace bpel;
  check_characters(plan);
  TemplateEngine engine;
  BpelOptions settings = options.bpel;
  settings.callback = calls_operations(plan);
  const KnownValues values(plan, KnownValues::Instances::fetched);
  const Process process{plan,
                        settings,
                        values,
                        engine,
                        name_of(plan.name),
                        opentosca_name(plan),
                        "http://opentosca.org/plans/" + urn_part(plan.service.name),
                        operation_of(plan),
                        settings.engine + "/CallbackService"};
  Skeleton skeleton = build_skeleton(plan);
  fill_opentosca(skeleton, process);
  json inputs = inputs_data(plan);
  inputs.push_back(input_element("instanceDataAPIUrl", "string", false));
  inputs.push_back(input_element("CorrelationID", "string", false));
  if (plan.kind != "build") inputs.push_back(input_element("OpenTOSCAContainerAPIServiceInstanceURL", "string", false));
  const json outputs = computed_outputs(process);
  const std::string folder = "bpel-opentosca";
  return with_files(process, render_process(process, skeleton, opentosca_frame(process), outputs, folder), inputs, outputs,
                    folder);
}

std::vector<plan::Place> BpelEmitter::places(const plan::Plan& plan, const std::vector<OutputFile>& files) const {
  return bpel::find_places(plan, files.front());
}

std::vector<plan::Place> OpenToscaBpelEmitter::places(const plan::Plan& plan, const std::vector<OutputFile>& files) const {
  return bpel::find_places(plan, files.front());
}

}  // namespace planbuilder::emit
