#include "planbuilder/emit/bpel/files.h"

#include "planbuilder/emit/bpel/flow.h"
#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/places.h"
#include "planbuilder/emit/template/template_engine.h"
#include "templates/templates.h"

namespace planbuilder::emit::bpel {

namespace {

/// Of XML Schema; a structured value travels as JSON text.
std::string schema_type(const std::string& type) {
  if (type == "integer" || type == "boolean") return "xsd:" + type;
  return type == "float" ? "xsd:double" : "xsd:string";
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

Block variables_of(const Process& process, const Frame& frame, const Skeleton& skeleton) {
  Block block;
  const auto add = [&](const std::string& name) { block += process.engine.block("bpel/variable.bpel.inja", {{"name", name}}); };
  for (const std::string& name : frame.variables) add(name);
  for (const Scope& scope : skeleton.scopes) {
    if (!scope.outcome.empty()) add(scope.outcome);
  }
  for (const std::string& name : process.values.variables()) add(name);
  for (const plan::Input* input : process.values.inputs()) add(input_variable_name(input->name));
  return block;
}

Block process_of(const Process& process, Skeleton skeleton, Frame frame, const Interface& interface, const std::string& folder) {
  std::vector<Field> data = names_of(process);
  data.push_back({"creates", process.plan.kind->makes_service()});
  data.push_back({"variables", variables_of(process, frame, skeleton)});
  data.push_back({"inputs", read_inputs_data(process.values)});
  data.push_back({"outputs", outputs_data(interface)});
  data.push_back({"begin", std::move(frame.begin)});
  data.push_back({"body", flow_of(std::move(skeleton), process.engine)});
  data.push_back({"finish", std::move(frame.finish)});
  data.push_back({"failed", std::move(frame.failed)});
  return process.engine.block_of(folder + "/process.bpel.inja", data);
}

}  // namespace

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

std::string operation_of(const plan::Plan& plan) { return name_of(plan.kind->operation); }

Interface interface_of(const plan::Plan& plan) {
  Interface interface;
  for (const plan::Input& input : plan.inputs)
    interface.inputs.push_back({name_of(input.name), schema_type(input.type), !input.required || input.default_value});
  for (const plan::Output& output : plan.outputs) interface.outputs.push_back({name_of(output.name), schema_type(output.type)});
  return interface;
}

Emission files_of(const Process& process, Skeleton skeleton, Frame frame, const Interface& interface, const std::string& folder) {
  std::vector<Field> data = names_of(process);
  std::vector<std::string_view> invoker_links{"invoker"};
  if (process.options.callback) invoker_links.push_back("callback");
  data.push_back({"inputs", inputs_data(interface)});
  data.push_back({"outputs", outputs_data(interface)});
  data.push_back({"invoker_links", std::move(invoker_links)});
  Emission emission;
  const auto add = [&](std::string path, std::string content) {
    emission.files.push_back({std::move(path), std::move(content), false});
  };
  const auto render = [&](const std::string& path) { return process.engine.block_of(path, data).text(); };
  std::vector<PlanLines> lines;
  add(process.file + ".bpel", process_of(process, std::move(skeleton), std::move(frame), interface, folder).text(&lines));
  emission.places = places_in(emission.files.front().path, lines);
  add(process.file + ".wsdl", render(folder + "/plan.wsdl.inja"));
  add(process.file + ".endpoint", render("bpel/plan.endpoint.inja"));
  add("deploy.xml", render(folder + "/deploy.xml.inja"));
  add("invoker.wsdl", render("bpel/invoker.wsdl.inja"));
  add("invoker.xsd", std::string(*embedded::find(embedded::templates(), "bpel/invoker.xsd")));
  return emission;
}

}  // namespace planbuilder::emit::bpel
