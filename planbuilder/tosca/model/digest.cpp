#include "planbuilder/tosca/model/digest.h"

#include <algorithm>

#include "csar/digest.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::tosca {

namespace {

/// One line per fact; the lines are sorted, so that the order of declarations does not matter.
class Facts {
 public:
  void add(std::initializer_list<std::string_view> words) {
    std::string line;
    for (const std::string_view word : words) line += json_quote(word) + " ";
    lines_.push_back(std::move(line));
  }

  std::string take() {
    std::sort(lines_.begin(), lines_.end());
    return join(lines_, "\n");
  }

 private:
  std::vector<std::string> lines_;
};

/// With the keys of maps sorted and the kind of each scalar kept: "1" and 1 are different values.
std::string canonical(const Value& value) {
  if (const List* list = value.get_if<List>()) {
    std::string out = "[";
    for (const Value& item : *list) out += canonical(item) + ",";
    return out + "]";
  }
  if (const Map* map = value.get_if<Map>()) {
    std::vector<std::string> entries;
    for (const MapEntry& entry : *map) entries.push_back(json_quote(entry.key) + ":" + canonical(entry.value));
    std::sort(entries.begin(), entries.end());
    return "{" + join(entries, ",") + "}";
  }
  if (const Call* call = value.call()) {
    std::string out = "$" + call->function + "(";
    for (const Value& argument : call->arguments) out += canonical(argument) + ",";
    return out + ")";
  }
  if (const std::string* text = value.text()) return json_quote(*text);
  return to_text(value);
}

void add_parameters(Facts& facts, std::string_view of, std::string_view what,
                    const std::vector<ParameterDefinition>& parameters) {
  for (const ParameterDefinition& parameter : parameters) {
    facts.add({of, what, parameter.name, parameter.schema.type.name, parameter.schema.entry().type.name,
               parameter.required ? "required" : "", parameter.default_value ? canonical(*parameter.default_value) : "",
               parameter.value ? canonical(*parameter.value) : ""});
  }
}

void add_trigger(Facts& facts, std::string_view of, const std::string& what, const EventTrigger& trigger) {
  facts.add({of, what, to_string(trigger.event), canonical(trigger.condition)});
  for (const Assignment& input : trigger.inputs)
    facts.add({of, what, to_string(trigger.event), input.name, canonical(input.value)});
}

/// The order of triggers and handlers is part of what they say, that of the rest is not.
void add_rules(Facts& facts, std::string_view of, const std::string& event, const EventRules& rules) {
  for (const Value& condition : rules.preconditions) facts.add({of, event, "precondition", canonical(condition)});
  for_each_reaction(rules, [&](const Reaction& reaction, std::string_view moment) {
    for (const Assignment& set : reaction.set) facts.add({of, event, moment, "set", set.name, canonical(set.value)});
    std::size_t place = 0;
    for (const EventTrigger& trigger : reaction.triggers)
      add_trigger(facts, of, event + " " + std::string(moment) + " trigger " + std::to_string(place++), trigger);
  });
  std::size_t place = 0;
  for (const EventHandler& handler : rules.handlers) {
    const std::string what = event + " handler " + std::to_string(place++);
    facts.add({of, what, handler.execute.file, handler.execute.type.name});
    for (const Assignment& input : handler.inputs) facts.add({of, what, "input", input.name, canonical(input.value)});
    for (const OutputAssignment& output : handler.outputs)
      facts.add({of, what, "output", output.output, output.entity, join(output.attribute, "/")});
  }
}

void add_state(Facts& facts, std::string_view of, const Interface& item) {
  add_parameters(facts, of, item.name + " property", state_of(item).properties);
  add_parameters(facts, of, item.name + " attribute", state_of(item).attributes);
  std::size_t place = 0;
  for (const EventTrigger& trigger : state_of(item).triggers)
    add_trigger(facts, of, item.name + " trigger " + std::to_string(place++), trigger);
  for (const Notification& notification : item.notifications) {
    const std::string name = item.name + "." + notification.name;
    facts.add({of, name, "notification", notification.implementation ? notification.implementation->file : ""});
    for (const OutputAssignment& output : notification.outputs)
      facts.add({of, name, "output", output.output, output.entity, join(output.attribute, "/")});
    add_rules(facts, of, name, rules_of(notification));
  }
}

void add_interfaces(Facts& facts, std::string_view of, const std::vector<Interface>& interfaces) {
  for (const Interface& item : interfaces) {
    add_parameters(facts, of, item.name + " input", item.inputs);
    add_state(facts, of, item);
    for (const Operation& operation : item.operations) {
      const std::string name = item.name + "." + operation.name;
      facts.add({of, name, operation.implementation ? operation.implementation->file : "",
                 operation.implementation ? operation.implementation->type.name : "", operation.operation_host,
                 operation.timeout ? std::to_string(*operation.timeout) : ""});
      add_rules(facts, of, name, rules_of(operation));
      for (const Artifact& dependency : operation.dependencies) facts.add({of, name, "dependency", dependency.file});
      add_parameters(facts, of, name + " input", operation.inputs);
      for (const OutputAssignment& output : operation.outputs)
        facts.add({of, name, "output", output.output, output.entity, join(output.attribute, "/")});
    }
  }
}

void add_own(Facts& facts, const std::string& of, const Node& node) {
  for (const std::string& directive : node.directives) facts.add({of, "directive", directive});
  if (!node.count->is_null()) facts.add({of, "count", to_text(*node.count)});
}

void add_own(Facts& facts, const std::string& of, const Topology& topology, const Relationship& relationship) {
  facts.add({of, "joins", topology.nodes[relationship.source].name, topology.nodes[relationship.target].name,
             relationship.requirement});
  if (!relationship.count->is_null()) facts.add({of, "count", to_text(*relationship.count)});
  for (const Assignment& taken : *relationship.allocation) facts.add({of, "takes", taken.name, to_text(taken.value)});
}

void add_entity(Facts& facts, const Topology& topology, EntityId entity) {
  const auto* node = std::get_if<NodeId>(&entity);
  const std::string of = (node != nullptr ? "node " : "relationship ") + topology.id_of(entity);
  if (node != nullptr) {
    add_own(facts, of, topology.nodes[*node]);
  } else {
    add_own(facts, of, topology, topology.relationships[std::get<RelationshipId>(entity)]);
  }
  for (TypeId type = topology.type_of(entity); type.valid(); type = topology.types[type].parent)
    facts.add({of, "is a", topology.types[type].name});
  if (const TypeId type = topology.type_of(entity); type.valid()) {
    for (const ParameterDefinition& property : topology.types[type].properties) {
      if (const Value* value = topology.property(entity, property.name))
        facts.add({of, "property", property.name, canonical(*value)});
    }
    for (const ParameterDefinition& attribute : topology.types[type].attributes) {
      if (const Value* value = topology.attribute(entity, attribute.name))
        facts.add({of, "attribute", attribute.name, canonical(*value)});
    }
  }
  for (const Assignment& property : topology.assigned_properties(entity))
    facts.add({of, "property", property.name, canonical(property.value)});
  add_interfaces(facts, of, topology.interfaces(entity));
}

void add_region(Facts& facts, const Topology& topology, const Region& region) {
  const std::string of = "region " + region.name;
  for (const NodeId node : region.nodes) facts.add({of, "node", topology.nodes[node].name});
  for (const RelationshipId id : region.relationships) facts.add({of, "relationship", topology.relationships[id].id});
  for (const Region::Strategy& strategy : region.strategies)
    facts.add({of, "strategy", topology.nodes[strategy.node].name, strategy.name});
  if (!region.limits) return;
  const std::string maximum = region.limits->maximum ? std::to_string(*region.limits->maximum) : "";
  facts.add({of, "limits", std::to_string(region.limits->minimum), maximum, std::to_string(region.limits->initial)});
}

}  // namespace

std::string digest_of(const Topology& topology) {
  Facts facts;
  add_parameters(facts, "service", "input", topology.inputs);
  add_parameters(facts, "service", "output", topology.outputs);
  for (const NodeId node : topology.nodes.ids()) add_entity(facts, topology, node);
  for (const RelationshipId id : topology.relationships.ids()) add_entity(facts, topology, id);
  for (const Operation& event : topology.events) {
    facts.add({"service", "event", event.name, event.implementation ? event.implementation->file : ""});
    add_parameters(facts, "service", "event " + event.name + " input", event.inputs);
    add_rules(facts, "service", "event " + event.name, rules_of(event));
  }
  for (const Region& region : topology.regions) add_region(facts, topology, region);
  return csar::sha256(facts.take());
}

std::string digest_of(const Topology& topology, EntityId entity) {
  constexpr std::size_t enough = 12;
  Facts facts;
  add_entity(facts, topology, entity);
  return csar::sha256(facts.take()).substr(0, enough);
}

}  // namespace planbuilder::tosca
