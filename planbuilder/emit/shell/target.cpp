#include "planbuilder/emit/shell/target.h"

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "planbuilder/emit/places.h"
#include "planbuilder/emit/problems.h"
#include "planbuilder/emit/shell/by_hand.h"
#include "planbuilder/emit/shell/condition.h"
#include "planbuilder/emit/shell/guard.h"
#include "planbuilder/emit/shell/input_details.h"
#include "planbuilder/emit/shell/machines.h"
#include "planbuilder/emit/shell/names.h"
#include "planbuilder/emit/shell/processors.h"
#include "planbuilder/emit/shell/skeleton.h"
#include "planbuilder/emit/shell/value.h"
#include "planbuilder/emit/template/template_engine.h"
#include "planbuilder/plan/description.h"
#include "planbuilder/plan/folder_name.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/text.h"
#include "templates/templates.h"

namespace planbuilder::emit::shell {

namespace {

using nlohmann::json;

/// runtime.sh in the order of its parts. A worker reads those up to "worker" only.
constexpr std::array runtime_parts{
    "settings", "text",     "files",        "json",      "secrets",  "values",   "instances", "books",    "select",
    "invoke",   "discover", "place",        "elsewhere", "transfer", "wait",     "outputs",   "delegate", "journal",
    "durable",  "worker",   "check_inputs", "inputs",    "remember", "machines", "folders",   "recovery", "plan",
    "branches", "guard",    "given",        "part",      "model",    "heal",     "approval",  "scaling",  "runs",
    "progress", "schedule", "undo",         "show",      "status",   "answers",  "engine",    "commands", "main"};

/// A template that is written as it is.
std::string plain(const std::string& path) {
  const auto text = embedded::find(embedded::templates(), path);
  if (!text) throw EmitError("templates/" + path + ": there is no such template");
  return std::string(*text);
}

std::string runtime() {
  std::string out = "#!/usr/bin/env bash\n";
  for (const char* part : runtime_parts) {
    if (part != runtime_parts.front()) out += '\n';
    out += plain("shell/runtime/" + std::string(part) + ".sh");
  }
  return out;
}

template <class Range, class Write>
json list_of(const Range& range, const Write& write) {
  json list = json::array();
  for (const auto& item : range) list.push_back(write(item));
  return list;
}

json argument_data(const plan::Argument& argument, const std::string& name) {
  return {{"name", name}, {"value", shell_value(argument.value)}, {"secret", argument.secret}};
}

json arguments_data(const std::vector<plan::Argument>& arguments) {
  return list_of(arguments, [](const plan::Argument& argument) { return argument_data(argument, argument.name); });
}

/// An operation's input goes by the name of its variable.
json input_data(const plan::Argument& input) {
  json data = argument_data(input, input_variable(input.name));
  data["original"] = input.name;
  data["renamed"] = data["name"] != input.name;
  return data;
}

json entity_data(const plan::Entity& entity) { return {{"kind", to_string(entity.kind)}, {"id", entity.id}}; }

std::string index_text(const std::optional<std::uint32_t>& index) { return index ? std::to_string(*index) : ""; }

/// What the template of a step is given.
struct StepData {
  json operator()(const plan::Invoke& invoke) const {
    json data = {{"interface", invoke.interface}, {"operation", invoke.operation}, {"file", invoke.artifact.file}};
    data["inputs"] = list_of(invoke.inputs, input_data);
    data["outputs"] = list_of(invoke.outputs, [](const plan::OutputMapping& mapping) -> json {
      return {{"output", mapping.output},
              {"entity", entity_data(mapping.entity)},
              {"attribute", mapping.attribute},
              {"index", index_text(mapping.index)},
              {"secret", mapping.secret}};
    });
    data["may_fail"] = invoke.may_fail;
    data["timeout"] = invoke.timeout ? std::to_string(*invoke.timeout) : "";
    data["dependencies"] = invoke.dependencies;
    data["host"] = invoke.host;
    const Processor* processor = find_processor(invoke.artifact);
    data["runner"] = processor != nullptr ? processor->command : "";
    data["extra_vars"] = processor != nullptr && processor->inputs == "extra-vars";
    return data;
  }
  json operator()(const plan::SetState& set) const {
    return {{"state", set.state}, {"status", set.status}, {"attributes", arguments_data(set.attributes)}};
  }
  json operator()(const plan::Record& record) const {
    return {{"what", to_string(record.what)},
            {"properties", arguments_data(record.properties)},
            {"attributes", arguments_data(record.attributes)},
            {"joins", !record.source.empty()},
            {"source", record.source},
            {"target", record.target},
            {"indexed", record.source_index || record.target_index},
            {"source_index", record.source_index ? index_text(record.source_index) : "-"},
            {"target_index", record.target_index ? index_text(record.target_index) : "-"},
            {"target_count", record.target_count}};
  }
  json operator()(const plan::Emit& emit) const { return {{"event", emit.event}, {"inputs", arguments_data(emit.inputs)}}; }
  json operator()(const plan::Select& select) const {
    const bool recursive = select.mode == plan::Select::Mode::recursive;
    if (recursive && !select.through) throw EmitError("a recursive selection does not say through what");
    return {{"recursive", recursive},
            {"strategy", select.strategy},
            {"input", select.input},
            {"through", select.through ? entity_data(*select.through) : json()}};
  }
  json operator()(const plan::Delegate& delegate) const {
    return {{"transition", delegate.transition}, {"type", delegate.type}, {"inputs", list_of(delegate.properties, input_data)}};
  }
  json operator()(const plan::Transfer& transfer) const {
    return {{"file", transfer.file}, {"host", transfer.host}, {"to", transfer.to}};
  }
  json operator()(const plan::Wait& wait) const {
    return {{"until", to_string(wait.until)},
            {"host", wait.host},
            {"port", wait.port ? json(shell_value(wait.port->value)) : json::array()},
            {"command", wait.command},
            {"timeout", wait.timeout}};
  }
};

/// By the template for its kind, or by the one that a plugin brought in its place.
std::string body_of(const plan::Plan& plan, const plan::Activity& activity, const plan::Step& step, TemplateEngine& engine) {
  json data = std::visit(StepData(), step.action);
  const auto brought = step.templates->find("shell");
  if (brought == step.templates->end()) return engine.render("shell/" + std::string(kind_of(step.action)) + ".sh.inja", data);
  const auto text = plan.templates.find(brought->second);
  if (text == plan.templates.end()) throw EmitError("the plan has no template '" + brought->second + "'");
  data["entity"] = entity_data(activity.entity);
  const std::string body = engine.render_text(text->first, text->second, data);
  return body.empty() || body.back() != '\n' ? body + "\n" : body;
}

void fill(const plan::Plan& plan, ShellSkeleton& skeleton, TemplateEngine& engine, Problems& problems) {
  for (ShellActivity& activity : skeleton.activities) {
    for (ShellStep& step : activity.steps) {
      problems.watch([&] {
        step.body = body_of(plan, *activity.activity, *step.step, engine);
        if (step.step->undo.present()) step.undo_body = engine.render("shell/invoke.sh.inja", StepData()(*step.step->undo));
      });
    }
  }
}

/// `stop`, `undo`, `retry 3`: of an activity with a policy of its own.
std::string policy_words(const Rare<plan::Failure>& failure) {
  if (!failure.present()) return "";
  const std::string policy(to_string(failure->policy));
  return failure->policy == plan::Failure::Policy::retry ? policy + " " + std::to_string(failure->retries) : policy;
}

json activity_data(const ShellActivity& row) {
  json data = entity_data(row.activity->entity);
  data["entity"] = data["id"];
  data["id"] = row.activity->id;
  data["makes"] = row.makes;
  data["selects"] = row.selects;
  data["model"] = row.activity->digest;
  data["source"] = row.activity->source;
  data["target"] = row.activity->target;
  data["index"] = index_text(row.activity->index);
  data["loops"] = row.activity->loops;
  data["finds"] = row.finds;
  data["with"] = row.activity->made_with ? row.activity->made_with->id : "";
  data["after"] = row.after;
  data["after_failure"] = list_of(row.after_failure, [](const ShellFailure& failure) -> json {
    return {{"step", failure.step}, {"parts", failure.parts}};
  });
  data["policy"] = policy_words(row.activity->failure);
  const plan::OnFailure& failure = row.activity->on_failure;
  const bool can_fail = !row.steps.empty() && !failure.empty();
  const std::string stem = row.steps.empty() ? "" : row.steps.front().function.substr(std::string_view("step_").size());
  data["failure"] = can_fail ? "failed_" + stem : "";
  const bool conditional = !row.steps.empty() && !row.activity->condition.is_null();
  data["when"] = conditional ? "when_" + stem : "";
  data["condition"] = conditional ? shell_condition(row.activity->condition) : "";
  data["set_on_failure"] = arguments_data(failure.set);
  data["sent_on_failure"] = failure.emits;
  data["steps"] = list_of(row.steps, [](const ShellStep& step) -> json {
    return {{"id", step.step->id}, {"function", step.function},   {"body", step.body},
            {"undo", step.undo},   {"undo_body", step.undo_body}, {"facts", step.facts}};
  });
  return data;
}

/// Inputs that say which instance is meant: what was meant last time says nothing about the next time.
std::set<std::string> inputs_of_selections(const plan::Plan& plan) {
  std::set<std::string> names;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      if (const auto* select = std::get_if<plan::Select>(&step.action)) names.insert(select->input);
    }
  }
  return names;
}

json plan_input_data(const plan::Input& input, bool once) {
  json data = {{"name", input.name}, {"type", input.type}, {"required", input.required}, {"secret", input.secret}};
  data["once"] = once;
  data["has_default"] = input.default_value.has_value();
  data["default"] = input.default_value ? to_text(*input.default_value) : "";
  data["details"] = input_details(input);
  return data;
}

json inputs_data(const plan::Plan& plan) {
  const std::set<std::string> chosen = inputs_of_selections(plan);
  return list_of(plan.inputs, [&](const plan::Input& input) { return plan_input_data(input, chosen.contains(input.name)); });
}

json plan_data(const plan::Plan& plan, const ShellSkeleton& skeleton, const EmitOptions& options) {
  json data = {{"name", plan.name}, {"kind", plan.kind->name}, {"files", options.files_root}, {"tools", skeleton.tools}};
  data["service"] = {{"name", plan.service.name}, {"source", plan.service.source}, {"digest", plan.service.digest}};
  data["failure"] = {{"policy", to_string(plan.failure.policy)}, {"retries", plan.failure.retries}};
  data["scaling"] = list_of(plan.scaling, [](const plan::Scaling& scaling) -> json {
    const std::string maximum = scaling.maximum ? std::to_string(*scaling.maximum) : "-";
    return {{"region", scaling.region},
            {"node", scaling.node},
            {"minimum", scaling.minimum},
            {"maximum", maximum},
            {"initial", scaling.initial},
            {"grows_by", plan::folder_name(plan_name(PlanKinds::shipped().that_grows(), scaling.region))}};
  });
  data["secret_names"] = secret_names_pattern();
  data["inputs"] = inputs_data(plan);
  data["guards"] = list_of(skeleton.guards, [](const ShellGuard& guard) -> json {
    return {{"function", guard.function},
            {"condition", guard.condition},
            {"words", guard.words},
            {"kind", to_string(guard.of.kind)},
            {"id", guard.of.id}};
  });
  data["activities"] = list_of(skeleton.activities, activity_data);
  data["machines"] = list_of(find_machines(plan), [](const ShellMachine& machine) -> json {
    const json hints = list_of(machine.hints, [](const MachineHint& hint) -> json {
      return {{"what", hint.what}, {"lines", hint.lines}};
    });
    return {{"id", machine.id}, {"hints", hints}};
  });
  data["outputs"] = list_of(plan.outputs, [](const plan::Output& output) -> json {
    return {{"name", output.name}, {"value", shell_value(output.value)}, {"secret", output.secret}};
  });
  return data;
}

/// The template says where activities and steps stand.
Emission script_of(const plan::Plan& plan, const ShellSkeleton& skeleton, const EmitOptions& options, TemplateEngine& engine) {
  std::vector<PlanLines> lines;
  Emission emission;
  emission.files.push_back(
      {"plan.sh", engine.render("shell/skeleton.sh.inja", plan_data(plan, skeleton, options), &lines), true});
  emission.places = places_in(emission.files.front().path, lines);
  return emission;
}

Emission write(const plan::Plan& plan, const EmitOptions& options, Problems& problems) {
  TemplateEngine engine;
  if (plan.made_from.present()) problems.add("a plan that was made from a state is only shown so far");
  ShellSkeleton skeleton = build_shell_skeleton(plan);
  fill(plan, skeleton, engine, problems);
  problems.watch([&] { skeleton.guards = guards_of(plan.guard); });
  if (problems.any()) return {};
  Emission emission = script_of(plan, skeleton, options, engine);
  emission.files.push_back({"runtime.sh", runtime(), false});
  if (options.parts.contains(invoker_part)) {
    for (const std::string part : {"invoker.py", "invoker_http.py", "invoker_messages.py", "invoker_plans.py"}) {
      emission.files.push_back({part, plain("shell/" + part), part == "invoker.py"});
    }
  }
  return emission;
}

}  // namespace

const Target& target() {
  static const Target target{
      .name = "shell",
      .summary = "a bash script that runs the plan",
      .usual_for = {Language::yaml, Language::xml},
      .packing = {.language = "urn:planbuilder:target:shell", .operation_rank = 30, .workflow_rank = 10},
      .hands = {.start = start_by_hand, .variable = input_variable},
      .write = write,
  };
  return target;
}

}  // namespace planbuilder::emit::shell
