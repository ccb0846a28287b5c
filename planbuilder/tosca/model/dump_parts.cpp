#include "planbuilder/tosca/model/dump_parts.h"

#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::tosca {

namespace {

template <class Items, class Dump>
Value list_of(const Items& items, const Dump& dump) {
  List list;
  for (const auto& item : items) list.push_back(dump(item));
  return Value{std::move(list)};
}

Value conditions_of(const std::vector<NodeFilter::Condition>& conditions) {
  Map map;
  for (const NodeFilter::Condition& condition : conditions) map.push_back({condition.property, Value{condition.clauses}});
  return Value{std::move(map)};
}

std::string_view to_string(Activity::Kind kind) {
  switch (kind) {
    case Activity::Kind::delegate: return "delegate";
    case Activity::Kind::set_state: return "set_state";
    case Activity::Kind::call_operation: return "call_operation";
    case Activity::Kind::inline_workflow: return "inline";
  }
  return "";
}

}  // namespace

Value PartsDumper::assignments(const std::vector<Assignment>& assignments) const {
  Map map;
  for (const Assignment& assignment : assignments) map.push_back({assignment.name, assignment.value});
  return Value{std::move(map)};
}

Value PartsDumper::names(const std::vector<Reference>& references) const {
  return list_of(references, [](const Reference& reference) { return Value{reference.name}; });
}

Value PartsDumper::schema(const Schema& schema) const {
  DumpedObject object;
  object.add("type", schema.type.name);
  if (!schema.key().type.empty()) object.add("key", this->schema(schema.key()));
  if (!schema.entry().type.empty()) object.add("entry", this->schema(schema.entry()));
  object.add_list("constraints", schema.constraints(), [](const ConstraintClause& clause) {
    return Value{Map{{clause.operation.empty() ? "equal" : clause.operation.name, clause.argument}}};
  });
  object.add("validations", Value{schema.validations()});
  return object.take();
}

Value PartsDumper::parameters(const std::vector<ParameterDefinition>& parameters) const {
  return list_of(parameters, [&](const ParameterDefinition& parameter) {
    DumpedObject object;
    object.add("name", parameter.name).add("schema", schema(parameter.schema));
    if (parameter.default_value) object.add("default", *parameter.default_value);
    if (parameter.value) object.add("value", *parameter.value);
    object.add_flag("optional", !parameter.required).add_flag("secret", parameter.secret).add("mapping", *parameter.mapping);
    return object.add_place(parameter.at, sources_).take();
  });
}

Value PartsDumper::artifact(const Artifact& artifact) const {
  DumpedObject object;
  object.add("name", artifact.name).add("type", artifact.type.name).add("file", artifact.file);
  object.add_flag("present", artifact.present).add("include", artifact.include).add("exclude", artifact.exclude);
  object.add("repository", artifact.details->repository).add("checksum", artifact.details->checksum);
  object.add("properties", assignments(artifact.details->properties));
  return object.add_place(artifact.at, sources_).take();
}

Value PartsDumper::artifacts(const std::vector<Artifact>& artifacts) const {
  return list_of(artifacts, [&](const Artifact& each) { return artifact(each); });
}

Value PartsDumper::outputs(const std::vector<OutputAssignment>& outputs) const {
  return list_of(outputs, [](const OutputAssignment& output) {
    return DumpedObject().add("output", output.output).add("entity", output.entity).add("attribute", output.attribute).take();
  });
}

Value PartsDumper::event_triggers(const std::vector<EventTrigger>& triggers) const {
  return list_of(triggers, [&](const EventTrigger& trigger) {
    DumpedObject object;
    object.add("event", to_string(trigger.event)).add("condition", trigger.condition);
    return object.add("inputs", assignments(trigger.inputs)).add_place(trigger.at, sources_).take();
  });
}

Value PartsDumper::rules(const EventRules& rules) const {
  DumpedObject object;
  object.add("preconditions", Value{rules.preconditions});
  for_each_reaction(rules, [&](const Reaction& reaction, std::string_view moment) {
    const Value triggers = event_triggers(reaction.triggers);
    object.add(std::string(moment), DumpedObject().add("set", assignments(reaction.set)).add("triggers", triggers).take());
  });
  object.add_list("handlers", rules.handlers, [&](const EventHandler& handler) {
    DumpedObject dumped;
    dumped.add("execute", artifact(handler.execute)).add("inputs", assignments(handler.inputs));
    return dumped.add("outputs", outputs(handler.outputs)).take();
  });
  return object.take();
}

Value PartsDumper::operations(const std::vector<Operation>& operations) const {
  return list_of(operations, [&](const Operation& operation) {
    DumpedObject object;
    object.add("name", operation.name);
    if (operation.implementation) object.add("implementation", artifact(*operation.implementation));
    object.add("dependencies", artifacts(operation.dependencies)).add("operation_host", operation.operation_host);
    if (operation.timeout) object.add_number("timeout", *operation.timeout);
    object.add("inputs", parameters(operation.inputs)).add("outputs", outputs(operation.outputs));
    return object.add("rules", rules(rules_of(operation))).add_place(operation.at, sources_).take();
  });
}

Value PartsDumper::notifications(const std::vector<Notification>& notifications) const {
  return list_of(notifications, [&](const Notification& notification) {
    DumpedObject object;
    object.add("name", notification.name);
    if (notification.implementation) object.add("implementation", artifact(*notification.implementation));
    object.add("inputs", parameters(notification.inputs));
    object.add("outputs", outputs(notification.outputs)).add("rules", rules(rules_of(notification)));
    return object.add_place(notification.at, sources_).take();
  });
}

Value PartsDumper::state(const InterfaceState& state) const {
  DumpedObject object;
  object.add("properties", parameters(state.properties)).add("attributes", parameters(state.attributes));
  return object.add("triggers", event_triggers(state.triggers)).take();
}

Value PartsDumper::interfaces(const std::vector<Interface>& interfaces) const {
  return list_of(interfaces, [&](const Interface& item) {
    DumpedObject object;
    object.add("name", item.name).add("type", item.type.name).add("inputs", parameters(item.inputs));
    object.add("operations", operations(item.operations)).add("notifications", notifications(item.notifications));
    return object.add("state", state(state_of(item))).add_place(item.at, sources_).take();
  });
}

Value PartsDumper::capabilities(const std::vector<CapabilityAssignment>& capabilities) const {
  return list_of(capabilities, [&](const CapabilityAssignment& capability) {
    DumpedObject object;
    object.add("name", capability.name).add("type", capability.type.name);
    object.add("properties", assignments(capability.properties)).add("attributes", assignments(capability.attributes));
    return object.add_place(capability.at, sources_).take();
  });
}

Value PartsDumper::node_filter(const NodeFilter& filter) const {
  DumpedObject object;
  object.add("properties", conditions_of(filter.properties));
  object.add_list("capabilities", filter.capabilities, [](const NodeFilter::Capability& capability) {
    return DumpedObject().add("name", capability.name.name).add("properties", conditions_of(capability.properties)).take();
  });
  return object.add("condition", filter.condition).take();
}

Value PartsDumper::groups(const std::vector<GroupTemplate>& groups) const {
  return list_of(groups, [&](const GroupTemplate& group) {
    DumpedObject object;
    object.add("name", group.name).add("type", group.type.name).add("properties", assignments(group.properties));
    object.add("attributes", assignments(group.attributes));
    return object.add("members", names(group.members)).add_place(group.at, sources_).take();
  });
}

Value PartsDumper::activities(const std::vector<Activity>& activities) const {
  return list_of(activities, [&](const Activity& activity) {
    return DumpedObject()
        .add(std::string(to_string(activity.kind)), activity.what.name)
        .add("inputs", assignments(activity.inputs))
        .take();
  });
}

Value PartsDumper::triggers(const std::vector<Trigger>& triggers) const {
  return list_of(triggers, [&](const Trigger& trigger) {
    DumpedObject object;
    object.add("name", trigger.name).add("event", trigger.event).add("condition", trigger.condition);
    return object.add("actions", activities(trigger.actions)).add_place(trigger.at, sources_).take();
  });
}

Value PartsDumper::policies(const std::vector<PolicyTemplate>& policies) const {
  return list_of(policies, [&](const PolicyTemplate& policy) {
    DumpedObject object;
    object.add("name", policy.name).add("type", policy.type.name).add("properties", assignments(policy.properties));
    object.add("targets", names(policy.targets)).add("triggers", triggers(policy.triggers));
    return object.add("based_on", policy.based_on.name).add_place(policy.at, sources_).take();
  });
}

Value PartsDumper::workflows(const std::vector<Workflow>& workflows) const {
  return list_of(workflows, [&](const Workflow& workflow) {
    DumpedObject object;
    object.add("name", workflow.name).add("inputs", parameters(workflow.inputs));
    object.add("preconditions", Value{workflow.preconditions});
    object.add_list("steps", workflow.steps, [&](const WorkflowStep& step) {
      DumpedObject dumped;
      dumped.add("name", step.name).add("target", step.target.name).add("relationship", step.target_relationship.name);
      dumped.add("operation_host", step.operation_host).add("filter", Value{step.filter});
      dumped.add("activities", activities(step.activities));
      return dumped.add("on_success", names(step.on_success)).add("on_failure", names(step.on_failure)).take();
    });
    if (workflow.implementation) object.add("implementation", artifact(*workflow.implementation));
    return object.add("outputs", parameters(workflow.outputs)).add_place(workflow.at, sources_).take();
  });
}

Value PartsDumper::mapping_entries(const std::vector<SubstitutionMapping::Entry>& entries) const {
  return list_of(entries, [](const SubstitutionMapping::Entry& entry) {
    DumpedObject object;
    object.add("name", entry.name).add("part", entry.part).add("path", entry.path);
    return object.add("index", entry.index).add("value", entry.value).take();
  });
}

Value PartsDumper::substitution(const SubstitutionMapping& mapping) const {
  DumpedObject object;
  object.add("node_type", mapping.node_type.name).add("filter", node_filter(mapping.filter));
  object.add("properties", mapping_entries(mapping.properties)).add("attributes", mapping_entries(mapping.attributes));
  object.add("capabilities", mapping_entries(mapping.capabilities)).add("requirements", mapping_entries(mapping.requirements));
  return object.add("interfaces", mapping_entries(mapping.interfaces)).add_place(mapping.at, sources_).take();
}

Value PartsDumper::ready_plans(const std::vector<ReadyPlan>& plans) const {
  return list_of(plans, [&](const ReadyPlan& plan) {
    DumpedObject object;
    object.add("id", plan.id).add("name", plan.name).add("type", plan.type).add("language", plan.language);
    object.add("reference", plan.reference).add("inputs", parameters(plan.inputs)).add("outputs", parameters(plan.outputs));
    return object.add_place(plan.at, sources_).take();
  });
}

Value PartsDumper::boundary(const Boundary& boundary) const {
  DumpedObject object;
  object.add("properties", assignments(boundary.properties));
  object.add_list("mappings", boundary.mappings, [&](const PropertyMapping& mapping) {
    DumpedObject mapped;
    mapped.add("property", mapping.property).add("target", mapping.target.name).add("expression", mapping.expression);
    return mapped.add_place(mapping.at, sources_).take();
  });
  const auto port = [&](const std::pair<std::string, Reference>& each) {
    return DumpedObject().add("name", each.first).add("ref", each.second.name).add_place(each.second.at, sources_).take();
  };
  object.add_list("requirements", boundary.requirements, port).add_list("capabilities", boundary.capabilities, port);
  object.add_list("operations", boundary.operations, [&](const BoundaryOperation& operation) {
    DumpedObject called;
    called.add("interface", operation.interface).add("name", operation.name).add("plan", operation.plan.name);
    called.add("node", operation.node.name).add("relationship", operation.relationship.name);
    called.add("called_interface", operation.called_interface).add("called_operation", operation.called_operation);
    return called.add_place(operation.at, sources_).take();
  });
  return object.take();
}

}  // namespace planbuilder::tosca
