#include <algorithm>
#include <nlohmann/json.hpp>

#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/plain.h"
#include "planbuilder/emit/bpel/skeleton.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/emit/emitters.h"
#include "planbuilder/emit/template_engine.h"
#include "planbuilder/support/text.h"
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

json inputs_data(const plan::Plan& plan) {
  json list = json::array();
  for (const plan::Input& input : plan.inputs) {
    list.push_back({{"element", name_of(input.name)},
                    {"type", schema_type(input.type)},
                    {"optional", !input.required || input.default_value}});
  }
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

std::string links(const std::vector<std::string>& targets, const std::vector<std::string>& sources, TemplateEngine& engine) {
  return engine.render("bpel/links.bpel.inja", {{"targets", targets}, {"sources", sources}});
}

/// What takes an activity back must be there when the activity fails halfway: it is a scope of its own before that of the
/// activity, which is done at once and can be compensated from then on.
std::string render(const Scope& scope, TemplateEngine& engine) {
  const std::string order = links(scope.incoming, scope.outgoing, engine);
  const bool undone = !scope.undo.empty();
  const std::string text = engine.render("bpel/scope.bpel.inja", {{"name", scope.name},
                                                                  {"activity", xpath_text(scope.activity->id)},
                                                                  {"links", undone ? "" : order},
                                                                  {"variables", scope.variables},
                                                                  {"body", scope.body},
                                                                  {"failure", scope.failure}});
  if (!undone) return text;
  return engine.render("bpel/undoable.bpel.inja",
                       {{"name", scope.name}, {"links", order}, {"undo", scope.undo}, {"scope", text}});
}

/// The activity in the reverse order, which holds for those that have nothing to take back too.
std::string render_undo(const Scope& scope, TemplateEngine& engine) {
  const bool undone = !scope.undo.empty();
  return engine.render("bpel/undo.bpel.inja", {{"element", undone ? "compensateScope" : "empty"},
                                               {"target", undone ? scope.name : ""},
                                               {"links", links(scope.outgoing, scope.incoming, engine)}});
}

json scopes_data(const Skeleton& skeleton, TemplateEngine& engine) {
  json list = json::array();
  for (const Scope& scope : skeleton.scopes)
    list.push_back({{"text", render(scope, engine)}, {"undo", render_undo(scope, engine)}});
  return list;
}

}  // namespace

}  // namespace bpel

std::vector<OutputFile> BpelEmitter::emit(const plan::Plan& plan, const EmitOptions& options) const {
  using namespace bpel;
  TemplateEngine engine;
  BpelOptions settings = options.bpel;
  settings.csar = plan.service.name;
  settings.namespace_uri = "";
  const KnownValues values(plan, KnownValues::Instances::unknown);
  Process process{plan, settings, values, engine, name_of(plan.name), name_of(plan.service.name) + "_" + name_of(plan.name),
                  "",   "",       ""};
  process.namespace_uri = "urn:planbuilder:plan:" + urn_part(plan.service.name);
  process.operation = operation_of(plan);
  process.reply_to = settings.engine + "/" + process.base + "CallbackService";

  Skeleton skeleton = build_skeleton(plan);
  fill_plain(skeleton, process);
  json data = {{"process", process.name},        {"base", process.base},          {"namespace", process.namespace_uri},
               {"operation", process.operation}, {"reply_to", process.reply_to},  {"callback", settings.callback},
               {"engine", settings.engine},      {"invoker", settings.invoker},   {"plan", plan.name},
               {"service", plan.service.name},   {"digest", plan.service.digest}, {"outputs", outputs_data(plan)}};
  json names = data;
  names["inputs"] = inputs_data(plan);
  names["invoker_links"] = settings.callback ? json{"invoker", "callback"} : json{"invoker"};
  names["longest"] = 86'400'000;
  data["variables"] = values.variables();
  data["inputs"] = read_inputs_data(values);
  for (const plan::Input* input : values.inputs()) data["variables"].push_back(input_variable_name(input->name));
  data["begin"] = plain_begin(process);
  data["finish"] = plain_finish(process);
  data["abandon"] = plain_abandon(process);
  data["links"] = skeleton.links;
  data["undoes"] =
      std::any_of(skeleton.scopes.begin(), skeleton.scopes.end(), [](const Scope& scope) { return !scope.undo.empty(); });
  data["scopes"] = scopes_data(skeleton, engine);
  return {{process.name + ".bpel", engine.render("bpel/process.bpel.inja", data), false},
          {process.name + ".wsdl", engine.render("bpel/plan.wsdl.inja", names), false},
          {process.name + ".endpoint", engine.render("bpel/plan.endpoint.inja", names), false},
          {"deploy.xml", engine.render("bpel/deploy.xml.inja", names), false},
          {"invoker.wsdl", engine.render("bpel/invoker.wsdl.inja", names), false},
          {"invoker.xsd", std::string(*embedded::find(embedded::templates(), "bpel/invoker.xsd")), false}};
}

}  // namespace planbuilder::emit
