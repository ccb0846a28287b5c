#include "planbuilder/plan/plan_json.h"

#include <nlohmann/json.hpp>

namespace planbuilder::plan {

namespace {

using Json = nlohmann::ordered_json;

/// All items of a range, each written by `write`.
template <class Range, class Write>
Json list_of(const Range& range, const Write& write) {
  Json list = Json::array();
  for (const auto& item : range) list.push_back(write(item));
  return list;
}

void put_text(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

bool is_scalar(const Value& value) {
  return value.get_if<List>() == nullptr && value.get_if<Map>() == nullptr && value.call() == nullptr;
}

/// Inside an expression a `$` at the start of a key means a call, so that of a literal key is doubled.
Json value_json(const Value& value, bool in_expression) {
  struct Writer {
    bool in_expression;
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(bool truth) const { return truth; }
    Json operator()(std::int64_t number) const { return number; }
    Json operator()(double number) const { return number; }
    Json operator()(const std::string& text) const { return text; }
    Json operator()(const List& list) const {
      return list_of(list, [&](const Value& item) { return value_json(item, in_expression); });
    }
    Json operator()(const Map& map) const {
      Json object = Json::object();
      for (const auto& [key, item] : map) {
        object[(in_expression && key.starts_with('$') ? "$" : "") + key] = value_json(item, in_expression);
      }
      return object;
    }
    Json operator()(const Call& call) const {
      const bool bare = call.arguments.size() == 1 && is_scalar(call.arguments.front());
      return {{(call.function.starts_with('$') ? "" : "$") + call.function,
               bare ? value_json(call.arguments.front(), true) : (*this)(call.arguments)}};
    }
  };
  return std::visit(Writer{in_expression}, value.data);
}

void put_value(Json& object, const Value& value) {
  const bool literal = is_literal(value);
  object[literal ? "value" : "from"] = value_json(value, !literal);
}

Json location_json(const Location& at) {
  Json object = {{"file", at.file}};
  if (at.line > 0) object["line"] = at.line;
  if (at.column > 0) object["column"] = at.column;
  return object;
}

void put_location(Json& object, const std::optional<Location>& at) {
  if (at) object["at"] = location_json(*at);
}

Json entity_json(const Entity& entity) { return {{std::string(to_string(entity.kind)), entity.id}}; }

Json argument_json(const Argument& argument) {
  Json object = {{"name", argument.name}};
  put_value(object, argument.value);
  if (argument.secret) object["secret"] = true;
  return object;
}

void put_arguments(Json& object, const char* key, const std::vector<Argument>& arguments) {
  if (!arguments.empty()) object[key] = list_of(arguments, argument_json);
}

struct ActionWriter {
  Json& step;

  void operator()(const Invoke& invoke) const {
    put_text(step, "interface", invoke.interface);
    put_text(step, "operation", invoke.operation);
    step["artifact"] = {{"file", invoke.artifact.file}};
    put_text(step["artifact"], "type", invoke.artifact.type);
    if (!invoke.dependencies.empty()) step["dependencies"] = invoke.dependencies;
    put_arguments(step, "inputs", invoke.inputs);
    if (!invoke.outputs.empty()) {
      step["outputs"] = list_of(invoke.outputs, [](const OutputMapping& mapping) -> Json {
        return {{"output", mapping.output}, {"entity", entity_json(mapping.entity)}, {"attribute", mapping.attribute}};
      });
    }
    put_text(step, "host", invoke.host);
    if (invoke.timeout) step["timeout"] = *invoke.timeout;
  }
  void operator()(const SetState& set) const { step["state"] = set.state; }
  void operator()(const Record& record) const {
    step["what"] = record.what == Record::What::create ? "create" : "remove";
    put_arguments(step, "properties", record.properties);
    put_arguments(step, "attributes", record.attributes);
    put_text(step, "source", record.source);
    put_text(step, "target", record.target);
  }
  void operator()(const Select& select) const {
    step["mode"] = select.mode == Select::Mode::strategic ? "strategic" : "recursive";
    put_text(step, "strategy", select.strategy);
    if (select.through) step["through"] = entity_json(*select.through);
    put_text(step, "input", select.input);
  }
  void operator()(const Emit& emit) const {
    step["event"] = emit.event;
    put_arguments(step, "inputs", emit.inputs);
  }
};

Json step_json(const Step& step) {
  Json object = {{"id", step.id}, {"kind", std::string(kind_of(step.action))}};
  std::visit(ActionWriter{object}, step.action);
  if (step.undo.present()) ActionWriter{object["undo"]}(*step.undo);
  return object;
}

Json activity_json(const Activity& activity) {
  Json object = {{"id", activity.id}, {"entity", entity_json(activity.entity)}, {"transition", activity.transition}};
  put_text(object, "host", activity.host);
  if (activity.loops) object["loop"] = "instances";
  if (activity.made_with) object["made_with"] = entity_json(*activity.made_with);
  put_text(object, "filled_by", activity.filled_by);
  put_text(object, "reason", activity.reason);
  put_location(object, activity.at);
  if (!activity.condition.is_null()) object["condition"] = value_json(activity.condition, true);
  object["steps"] = list_of(activity.steps, step_json);
  if (!activity.on_failure.empty()) {
    Json& failure = object["on_failure"] = Json::object();
    put_arguments(failure, "set", activity.on_failure.set);
    if (!activity.on_failure.emits.empty()) failure["emits"] = activity.on_failure.emits;
  }
  return object;
}

Json origin_json(const Origin& origin) {
  Json object = {{"rule", origin.rule}};
  put_text(object, "reason", origin.reason);
  put_location(object, origin.at);
  return object;
}

Json edge_json(const Plan& plan, const Edge& edge) {
  Json object = {{"from", plan.activities[edge.from].id}, {"to", plan.activities[edge.to].id}};
  if (edge.redundant) object["redundant"] = true;
  object["origins"] = list_of(edge.origins, origin_json);
  return object;
}

Json input_json(const Input& input) {
  Json object = {{"name", input.name}};
  put_text(object, "type", input.type);
  object["required"] = input.required;
  if (input.default_value) object["default"] = value_json(*input.default_value, false);
  if (input.secret) object["secret"] = true;
  put_text(object, "reason", input.reason);
  return object;
}

Json output_json(const Output& output) {
  Json object = {{"name", output.name}};
  put_text(object, "type", output.type);
  put_value(object, output.value);
  put_text(object, "description", output.description);
  return object;
}

Json note_json(const Note& note) {
  Json object = {{"text", note.text}};
  put_location(object, note.at);
  return object;
}

Json finding_json(const Finding& finding) {
  Json object = {{"severity", finding.severity}, {"code", finding.code}, {"summary", finding.summary}};
  put_text(object, "detail", finding.detail);
  put_location(object, finding.at);
  if (!finding.notes.empty()) object["notes"] = list_of(finding.notes, note_json);
  return object;
}

Json service_json(const Service& service) {
  Json object = {{"name", service.name}};
  put_text(object, "source", service.source);
  put_text(object, "digest", service.digest);
  return object;
}

Json plan_json(const Plan& plan) {
  Json object = {{"format", "planbuilder/plan/1"}, {"name", plan.name}, {"kind", plan.kind}};
  put_text(object, "derivation", plan.derivation);
  object["service"] = service_json(plan.service);
  object["inputs"] = list_of(plan.inputs, input_json);
  object["outputs"] = list_of(plan.outputs, output_json);
  object["activities"] = list_of(plan.activities, activity_json);
  object["edges"] = list_of(plan.edges, [&](const Edge& edge) { return edge_json(plan, edge); });
  object["diagnostics"] = list_of(plan.diagnostics, finding_json);
  return object;
}

std::string write(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string to_json(const Plan& plan) { return write(plan_json(plan)); }

std::string to_json(const std::vector<Plan>& plans) { return write({{"plans", list_of(plans, plan_json)}}); }

}  // namespace planbuilder::plan
