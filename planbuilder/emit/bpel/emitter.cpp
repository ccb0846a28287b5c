#include <algorithm>

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

std::string operation_of(const plan::Plan& plan) { return name_of(plan.kind->operation); }

/// `shop_buildPlan`, as the container calls plans; what the plan is about stays behind it.
std::string opentosca_name(const plan::Plan& plan) {
  const auto subject = subject_in(plan.name, plan.kind);
  std::string name = plan.service.name + "_";
  if (plan.kind->opentosca_name.empty() || !subject) {
    name += plan.name + "Plan";
  } else {
    name += plan.kind->opentosca_name + (subject->empty() ? "" : "_" + *subject);
  }
  std::replace(name.begin(), name.end(), '.', '_');
  return name_of(name);
}

/// Whether the container is asked to call an operation for a step; it keeps its books without.
struct CallsOperation {
  bool operator()(const plan::Invoke&) const { return true; }
  bool operator()(const plan::SetState&) const { return false; }
  bool operator()(const plan::Record&) const { return false; }
  bool operator()(const plan::Select&) const { return false; }
  bool operator()(const plan::Delegate&) const { return true; }
  bool operator()(const plan::Emit&) const { return false; }
  bool operator()(const plan::Transfer&) const { return true; }
  bool operator()(const plan::Wait&) const { return true; }
};

/// A partner link that nothing uses must not be described.
bool calls_operations(const plan::Plan& plan) {
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      if (std::visit(CallsOperation(), step.action) || step.undo.present()) return true;
    }
  }
  return false;
}

/// An element of the request.
struct InputElement {
  std::string name;
  std::string type;
  bool optional;
};

/// An element of the response, and the expression for it where the process computes it itself.
struct OutputElement {
  std::string name;
  std::string type;
  std::string from = {};
};

struct Interface {
  std::vector<InputElement> inputs;
  std::vector<OutputElement> outputs;
};

Interface interface_of(const plan::Plan& plan) {
  Interface interface;
  for (const plan::Input& input : plan.inputs)
    interface.inputs.push_back({name_of(input.name), schema_type(input.type), !input.required || input.default_value});
  for (const plan::Output& output : plan.outputs) interface.outputs.push_back({name_of(output.name), schema_type(output.type)});
  return interface;
}

/// The container gives addresses beside the inputs of the plan, and wants to know whose answer it gets.
Interface opentosca_interface(const Process& process) {
  const plan::Plan& plan = process.plan;
  Interface interface = interface_of(plan);
  for (const char* name : {"instanceDataAPIUrl", "CorrelationID"}) interface.inputs.push_back({name, "xsd:string", false});
  if (!plan.kind->makes_service()) interface.inputs.push_back({"OpenTOSCAContainerAPIServiceInstanceURL", "xsd:string", false});
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    const plan::Output& output = plan.outputs[i];
    const auto param = param_of(output.name, output.value, nullptr, process);
    if (!param) throw EmitError("no process can compute the output '" + output.name + "'", output.value.at);
    interface.outputs[i].from = param->expression.empty() ? xpath_text(param->value) : param->expression;
  }
  interface.outputs.push_back({"CorrelationID", "xsd:string", "$correlation"});
  return interface;
}

Rows inputs_data(const Interface& interface) {
  Rows rows({"element", "type", "optional"});
  for (const InputElement& input : interface.inputs) rows.add(input.name, input.type, input.optional);
  return rows;
}

Rows outputs_data(const Interface& interface) {
  Rows rows({"element", "type", "from"});
  for (const OutputElement& output : interface.outputs) rows.add(output.name, output.type, output.from);
  return rows;
}

Rows read_inputs_data(const KnownValues& values) {
  Rows rows({"element", "variable", "has_default", "default"});
  for (const plan::Input* input : values.inputs()) {
    rows.add(name_of(input->name), input_variable_name(input->name), input->default_value.has_value(),
             xpath_text(input->default_value ? to_text(*input->default_value) : ""));
  }
  return rows;
}

/// What templates of all files are given.
std::vector<Field> names_of(const Process& process) {
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

Block variables_of(const Process& process, const Frame& frame) {
  Block block;
  const auto add = [&](const std::string& name) { block += process.engine.block("bpel/variable.bpel.inja", {{"name", name}}); };
  for (const std::string& name : frame.variables) add(name);
  for (const std::string& name : process.values.variables()) add(name);
  for (const plan::Input* input : process.values.inputs()) add(input_variable_name(input->name));
  return block;
}

std::string process_text(const Process& process, Skeleton skeleton, Frame frame, const Interface& interface,
                         const std::string& folder) {
  std::vector<Field> data = names_of(process);
  data.push_back({"creates", process.plan.kind->makes_service()});
  data.push_back({"variables", variables_of(process, frame)});
  data.push_back({"inputs", read_inputs_data(process.values)});
  data.push_back({"outputs", outputs_data(interface)});
  data.push_back({"begin", std::move(frame.begin)});
  data.push_back({"body", flow_of(std::move(skeleton), process.engine)});
  data.push_back({"finish", std::move(frame.finish)});
  data.push_back({"failed", std::move(frame.failed)});
  return process.engine.block_of(folder + "/process.bpel.inja", data).text();
}

/// The process and the files around it.
std::vector<OutputFile> files_of(const Process& process, Skeleton skeleton, Frame frame, const Interface& interface,
                                 const std::string& folder) {
  std::vector<Field> data = names_of(process);
  std::vector<std::string_view> invoker_links{"invoker"};
  if (process.options.callback) invoker_links.push_back("callback");
  data.push_back({"inputs", inputs_data(interface)});
  data.push_back({"outputs", outputs_data(interface)});
  data.push_back({"invoker_links", std::move(invoker_links)});
  std::vector<OutputFile> files;
  const auto add = [&](std::string path, std::string content) { files.push_back({std::move(path), std::move(content), false}); };
  const auto render = [&](const std::string& path) { return process.engine.block_of(path, data).text(); };
  add(process.file + ".bpel", process_text(process, std::move(skeleton), std::move(frame), interface, folder));
  add(process.file + ".wsdl", render(folder + "/plan.wsdl.inja"));
  add(process.file + ".endpoint", render("bpel/plan.endpoint.inja"));
  add("deploy.xml", render(folder + "/deploy.xml.inja"));
  add("invoker.wsdl", render("bpel/invoker.wsdl.inja"));
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
  return files_of(process, std::move(skeleton), plain_frame(process), interface_of(plan), "bpel");
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
  return files_of(process, std::move(skeleton), opentosca_frame(process), opentosca_interface(process), "bpel-opentosca");
}

std::vector<plan::Place> BpelEmitter::places(const plan::Plan& plan, const std::vector<OutputFile>& files) const {
  return bpel::find_places(plan, files.front());
}

std::vector<plan::Place> OpenToscaBpelEmitter::places(const plan::Plan& plan, const std::vector<OutputFile>& files) const {
  return bpel::find_places(plan, files.front());
}

}  // namespace planbuilder::emit
