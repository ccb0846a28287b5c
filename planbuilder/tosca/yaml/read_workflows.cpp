#include "planbuilder/tosca/yaml/read_workflows.h"

#include "planbuilder/tosca/model/packed_mark.h"
#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/yaml/read_interfaces.h"
#include "planbuilder/tosca/yaml/read_parameters.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

/// A single item, or a list of them.
template <class Visit>
void for_each_item(Node node, const Visit& visit) {
  if (node.is_sequence()) {
    for (const Node item : node.items()) visit(item);
  } else if (!node.is_null()) {
    visit(node);
  }
}

std::vector<Reference> read_names(Reader& reader, Node node, std::string_view what) {
  std::vector<Reference> names;
  for_each_item(node, [&](Node item) { names.push_back(read_reference(reader, item, what)); });
  return names;
}

std::vector<Value> read_values(Reader& reader, Node node) {
  std::vector<Value> values;
  for_each_item(node, [&](Node item) { values.push_back(read_value(reader, item)); });
  return values;
}

void check_clause(Reader& reader, Node clause);

/// Of 1.x: they are joined by `and`.
void check_clauses(Reader& reader, Node node) {
  for_each_item(node, [&](Node item) {
    if (expect_mapping(reader, item, "a condition")) check_clause(reader, item);
  });
}

/// Either a word that joins other clauses, or attributes and what must hold of them.
void check_clause(Reader& reader, Node clause) {
  std::string_view joined_by;
  for (const auto [key, value] : clause.entries()) {
    if (!expect_scalar(reader, key, "a name")) continue;
    const std::string_view word = key.text();
    if (word != "and" && word != "or" && word != "not" && word != "assert") continue;
    check_clauses(reader, value);
    if (!joined_by.empty())
      reader.diagnostics.error(Code::unknown_keyname, key.at(),
                               "a condition has '" + std::string(joined_by) + "' or '" + std::string(word) + "', not both");
    joined_by = word;
  }
}

void read_what(Reader& reader, Node node, Activity& into) { into.what = read_reference(reader, node, "an activity"); }

void read_inputs(Reader& reader, Node node, Activity& into) {
  into.inputs = read_assignments(reader, node, "the inputs of an activity");
}

constexpr Keyname<Activity> call_table[] = {{"operation", since_1_3, mandatory, read_what},
                                            {"inputs", since_1_3, optional, read_inputs}};
constexpr Keyname<Activity> workflow_call_table[] = {{"workflow", since_1_3, mandatory, read_what},
                                                     {"inputs", since_1_3, optional, read_inputs}};

struct ActivityNotation {
  std::string_view keyname;
  Activity::Kind kind;
  std::span<const Keyname<Activity>> extended;  // none: a name is all there is
};

constexpr ActivityNotation activity_notations[] = {{"delegate", Activity::Kind::delegate, workflow_call_table},
                                                   {"set_state", Activity::Kind::set_state, {}},
                                                   {"call_operation", Activity::Kind::call_operation, call_table},
                                                   {"inline", Activity::Kind::inline_workflow, workflow_call_table}};

void read_activity(Reader& reader, Node key, Node value, std::vector<Activity>& into) {
  for (const ActivityNotation& notation : activity_notations) {
    if (!key.is_scalar() || key.text() != notation.keyname) continue;
    Activity& activity = into.emplace_back(Activity{notation.kind, {}, {}, key.at()});
    if (value.is_mapping() && !notation.extended.empty()) {
      read_keynames<Activity>(reader, value, "an activity", notation.extended, activity);
    } else {
      read_what(reader, value, activity);
    }
    return;
  }
  static const std::vector<std::string_view> known = {"delegate", "set_state", "call_operation", "inline"};
  report_unknown_keyname(reader, key, "an activity", known);
}

/// A list of maps with one keyname each. Up to 1.3 one alone needs no list, and a bare name is a workflow to inline.
std::vector<Activity> read_activities(Reader& reader, Node node) {
  std::vector<Activity> activities;
  if (is_2_0(reader.version) && !expect_sequence(reader, node, "a list of activities")) return activities;
  for_each_item(node, [&](Node item) {
    if (item.is_scalar() && !is_2_0(reader.version)) {
      activities.push_back({Activity::Kind::inline_workflow, read_reference(reader, item, "a workflow"), {}, item.at()});
      return;
    }
    if (!expect_mapping(reader, item, "an activity")) return;
    if (item.size() > 1 && is_2_0(reader.version))
      reader.diagnostics.error(Code::wrong_kind, item.at(), "an activity has one keyname: write a list item for each");
    for (const auto [key, value] : item.entries()) read_activity(reader, key, value, activities);
  });
  return activities;
}

constexpr Keyname<PreconditionTarget> precondition_table[] = {
    {"target", until_1_3, mandatory,
     [](Reader& r, Node n, PreconditionTarget& p) { p.target = read_reference(r, n, "the target of a precondition"); }},
    {"target_relationship", until_1_3, optional,
     [](Reader& r, Node n, PreconditionTarget& p) { p.target_relationship = read_reference(r, n, "a requirement"); }},
    {"condition", until_1_3, optional, [](Reader& r, Node n, PreconditionTarget&) { check_clauses(r, n); }},
};

void read_preconditions(Reader& reader, Node node, Workflow& into) {
  into.preconditions = read_values(reader, node);
  for_each_item(node, [&](Node item) {
    read_keynames<PreconditionTarget>(reader, item, "a precondition", precondition_table,
                                      into.precondition_targets.emplace_back());
  });
}

/// One clause in 2.0; before, also a list of them.
void read_precondition(Reader& reader, Node node, Workflow& into) {
  if (node.is_sequence()) {
    expect_mapping(reader, node, "a condition");
  } else {
    into.preconditions = read_values(reader, node);
  }
}

void read_step_filter(Reader& reader, Node node, WorkflowStep& into) {
  if (node.is_scalar() && is_2_0(reader.version)) {
    expect_sequence(reader, node, "the filter of a step");
  } else {
    into.filter = read_values(reader, node);
    if (!is_2_0(reader.version)) check_clauses(reader, node);
  }
}

void read_step_target(Reader& reader, Node node, WorkflowStep& into) {
  into.target = read_reference(reader, node, "the target of a step");
}
void read_step_activities(Reader& reader, Node node, WorkflowStep& into) { into.activities = read_activities(reader, node); }
void read_on_success(Reader& reader, Node node, WorkflowStep& into) { into.on_success = read_names(reader, node, "a step"); }

constexpr Keyname<WorkflowStep> step_table[] = {
    {"target", but_alien(since_1_0), mandatory, read_step_target},
    {"target", only_alien, optional, read_step_target},  // what inlines a workflow has none
    {"node", only_alien, optional, read_step_target},
    {"target_relationship", since_1_0, optional,
     [](Reader& r, Node n, WorkflowStep& s) { s.target_relationship = read_reference(r, n, "a requirement"); }},
    {"operation_host", until_1_3, optional,
     [](Reader& r, Node n, WorkflowStep& s) { s.operation_host = read_text(r, n, "'operation_host'"); }},
    {"filter", since_1_0, optional, read_step_filter},
    {"activities", but_alien(since_1_0), mandatory, read_step_activities},
    {"activities", only_alien, optional, read_step_activities},
    {"activity", only_alien, optional, read_step_activities},
    {"on_success", since_1_0, optional, read_on_success},
    {"on-success", only_alien, optional, read_on_success},
    {"on_failure", since_1_0, optional, [](Reader& r, Node n, WorkflowStep& s) { s.on_failure = read_names(r, n, "a step"); }},
    {"description", since_1_0, optional, only_text<WorkflowStep>},
    {"metadata", since_2_0 | only_alien, optional, only_map<WorkflowStep>},
};

WorkflowStep read_step(Reader& reader, Node key, Node value) {
  WorkflowStep step;
  step.name = std::string(key.text());
  step.at = key.at();
  read_keynames<WorkflowStep>(reader, value, "a workflow step", step_table, step);
  return step;
}

constexpr Keyname<Workflow> workflow_table[] = {
    {"description", since_1_0, optional, only_text<Workflow>},
    {"metadata", since_1_0, optional, only_map<Workflow>},
    {"inputs", since_1_0, optional,
     [](Reader& r, Node n, Workflow& w) { w.inputs = read_named(r, n, "the inputs of a workflow", read_operation_input); }},
    {"preconditions", until_1_3, optional, read_preconditions},
    {"precondition", since_2_0, optional, read_precondition},
    {"steps", since_1_0, optional,
     [](Reader& r, Node n, Workflow& w) { w.steps = read_named(r, n, "the steps of a workflow", read_step); }},
    {"implementation", since_1_3, optional,
     [](Reader& r, Node n, Workflow& w) { w.implementation = read_primary_artifact(r, n); }},
    {"outputs", since_1_3, optional,
     [](Reader& r, Node n, Workflow& w) { w.outputs = read_named(r, n, "the outputs of a workflow", read_operation_input); }},
};

void read_event(Reader& reader, Node node, Trigger& into) {
  if (node.is_scalar() || is_2_0(reader.version)) into.event = read_text(reader, node, "an event");
}

void read_event_type(Reader& reader, Node node, Trigger& into) {
  if (contains(since_1_2, reader.version)) count_deprecated(reader, node, "'event_type'", "write 'event'");
  read_event(reader, node, into);
}

/// Up to 1.1 an action is an operation written out; from 1.2 on it is a list of activities.
void read_action(Reader& reader, Node node, Trigger& into) {
  if (node.is_sequence() || node.is_scalar() || is_2_0(reader.version)) into.actions = read_activities(reader, node);
}

constexpr Keyname<Trigger> event_filter_table[] = {
    {"node", until_1_3, mandatory,
     [](Reader& r, Node n, Trigger& t) { t.watched = read_reference(r, n, "the node of an event filter"); }},
    {"requirement", until_1_3, optional,
     [](Reader& r, Node n, Trigger& t) { t.watched_requirement = read_reference(r, n, "a requirement"); }},
    {"capability", until_1_3, optional,
     [](Reader& r, Node n, Trigger& t) { t.watched_capability = read_reference(r, n, "a capability"); }},
};

void read_constraint(Reader& reader, Node node, Trigger& into) {
  into.observation.make().constraint = read_value(reader, node);
  into.observation.make().at = node.at();
}

/// Published triggers write seconds without their unit.
void read_period(Reader& reader, Node node, Trigger& into) {
  constexpr double nanoseconds = 1e9;
  const Value value = read_value(reader, node);
  Value typed = value;
  if (value.text() == nullptr) return;
  if (type_as(Primitive::integer, typed)) {
    into.observation.make().period = to_double(typed);
  } else if (typed = value; type_as(Primitive::time, typed)) {
    const auto amount = parse_amount(Primitive::time, *value.text());
    if (amount) into.observation.make().period = *amount / nanoseconds;
  } else {
    reader.diagnostics.error(Code::wrong_value, node.at(), "'period' must be " + describe(Primitive::time));
  }
}

void read_evaluations(Reader& reader, Node node, Trigger& into) {
  Value value = read_value(reader, node);
  if (value.text() == nullptr) return;
  if (!type_as(Primitive::integer, value)) {
    reader.diagnostics.error(Code::wrong_value, node.at(), "'evaluations' must be " + describe(Primitive::integer));
  } else if (const auto number = parse_index(to_text(value))) {
    into.observation.make().evaluations = *number;
  }
}

void read_method(Reader& reader, Node node, Trigger& into) {
  if (node.is_scalar()) into.observation.make().method = read_text(reader, node, "'method'");
}

constexpr std::pair<std::string_view, void (*)(Reader&, Node, Trigger&)> observation_words[] = {
    {"constraint", read_constraint}, {"period", read_period}, {"evaluations", read_evaluations}, {"method", read_method}};

/// Clauses, or a map that has them as its `constraint`; orchestrators have words of their own in it.
void read_condition_of_trigger(Reader& reader, Node node, Trigger& into) {
  into.condition = read_value(reader, node);
  if (!node.is_mapping()) return;
  for (const auto& [word, read] : observation_words) {
    if (const Node part = node.find(word); part.present()) read(reader, part, into);
  }
}

constexpr Keyname<Trigger> policy_trigger_table[] = {
    {"description", since_1_0, optional, only_text<Trigger>},
    {"event", until_1_3, optional, read_event},
    {"event", since_2_0, mandatory, read_event},
    {"event_type", until_1_3, optional, read_event_type},
    {"schedule", until_1_3, optional, [](Reader& r, Node n, Trigger& t) { t.schedule = read_value(r, n); }},
    {"target_filter", until_1_3, optional,
     [](Reader& r, Node n, Trigger& t) { read_keynames<Trigger>(r, n, "an event filter", event_filter_table, t); }},
    {"condition", until_1_3, optional, read_condition_of_trigger},
    {"condition", since_2_0, optional, [](Reader& r, Node n, Trigger& t) { t.condition = read_value(r, n); }},
    {"constraint", until_1_3, optional, read_constraint},
    {"period", until_1_3, optional, read_period},
    {"evaluations", until_1_3, optional, read_evaluations},
    {"method", until_1_3, optional, read_method},
    {"metadata", until_1_3, optional, no_meaning<Trigger>},  // no text has it, but published templates do
    {"metadata", since_2_0, optional, only_map<Trigger>},
    {"metric", until_1_0, optional, no_meaning<Trigger>},  // before events had names
    {"action", until_1_2, optional, read_action},
    {"action", since_1_3, mandatory, read_action},
};

}  // namespace

bool is_packed_workflow(Node value) {
  if (!value.is_mapping()) return false;
  const Node metadata = value.find("metadata");
  return metadata.present() && metadata.is_mapping() && metadata.find(packed_metadata).present();
}

std::vector<Workflow> read_workflows(Reader& reader, Node map) {
  std::vector<Workflow> all;
  if (!map.present() || is_empty_section(reader, map, "'workflows'") || !expect_mapping(reader, map, "'workflows'")) return all;
  for (const auto [key, value] : map.entries()) {
    if (expect_name(reader, key) && !is_packed_workflow(value)) all.push_back(read_workflow(reader, key, value));
  }
  return all;
}

Workflow read_workflow(Reader& reader, Node key, Node value) {
  Workflow workflow;
  workflow.name = std::string(key.text());
  workflow.at = key.at();
  if (!value.is_null()) read_keynames<Workflow>(reader, value, "a workflow", workflow_table, workflow);
  if (workflow.implementation && value.find("steps").present())
    reader.diagnostics.error(Code::unknown_keyname, workflow.implementation->at,
                             "a workflow has steps or an implementation, not both");
  return workflow;
}

std::vector<Trigger> read_triggers(Reader& reader, Node node) {
  std::vector<Trigger> triggers;
  for_each_item(node, [&](Node item) {
    if (!expect_mapping(reader, item, "the triggers of a policy")) return;
    for (const auto [key, value] : item.entries()) {
      if (!expect_scalar(reader, key, "a name")) continue;
      Trigger trigger;
      trigger.name = std::string(key.text());
      trigger.at = key.at();
      read_keynames<Trigger>(reader, value, "a trigger", policy_trigger_table, trigger);
      triggers.push_back(std::move(trigger));
    }
  });
  return triggers;
}

}  // namespace planbuilder::tosca::yaml
