// The paths of TOSCA 2.0 where services took the places of nodes: followed to their ends, which are named anew.
#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/topology/substitution/substituted_values.h"

namespace planbuilder::tosca {

namespace {

using Of = SubstitutionMapping::Of;

/// The first relationship, where a mapping does not say which.
bool is_about(const SubstitutionMapping::Entry& entry, std::size_t position) {
  return entry.index == "ALL" || (entry.index.empty() ? "0" : entry.index) == std::to_string(position);
}

/// With the relationship's own part of a list instead of the whole.
Call with_step(Call call, std::size_t place, std::size_t position) {
  const auto before = call.arguments.begin() + static_cast<std::ptrdiff_t>(place);
  call.arguments.insert(before, Value{std::to_string(position), call.arguments[place - 1].at});
  return call;
}

}  // namespace

/// A path that leads past no replaced node stays as it is; the others are written from the node that they end at.
Value SubstitutedValues::follow(Call call, const Value& whole, const Owner& owner) {
  std::optional<EntityId> self;
  if (owner.self.valid()) self = owner.self;
  if (owner.relationship.valid()) self = owner.relationship;
  const ResolvedPath path = resolve_path(topology_, self, call.arguments);
  const bool known = path.problem.empty() && !path.open && !path.ends.empty() && path.next < call.arguments.size();
  if (!known || !passes_instance(self, call)) return {std::move(call), whole.at};
  List values;
  for (const PathEnd& end : path.ends) values.push_back(read_end(end, call, path.next, whole));
  return path.many ? Value{std::move(values), whole.at} : std::move(values.front());
}

bool SubstitutedValues::passes_instance(const std::optional<EntityId>& self, const Call& call) const {
  const auto concerns_instance = [&](const PathEnd& end) {
    const NodeId* node = std::get_if<NodeId>(&end.entity);
    return instances_.contains(node != nullptr ? *node : topology_.relationships[std::get<RelationshipId>(end.entity)].source);
  };
  for (std::size_t length = 1; length <= call.arguments.size(); ++length) {
    const ResolvedPath part = resolve_path(topology_, self, std::span(call.arguments).first(length));
    if (std::any_of(part.ends.begin(), part.ends.end(), concerns_instance)) return true;
  }
  return false;
}

Value SubstitutedValues::read_end(const PathEnd& end, const Call& call, std::size_t name_at, const Value& whole) {
  std::vector<std::string> names;
  if (const RelationshipId* id = std::get_if<RelationshipId>(&end.entity)) {
    const Relationship& relationship = topology_.relationships[*id];
    const auto source = instances_.find(relationship.source);
    if (source != instances_.end()) return relationship_member(source->second, *id, call, name_at, whole);
    names = {topology_.nodes[relationship.source].name, "RELATIONSHIP", relationship.requirement,
             std::to_string(position_of(*id))};
  } else {
    const NodeId node = std::get<NodeId>(end.entity);
    const auto replaced = instances_.find(node);
    if (replaced != instances_.end()) {
      return end.capability.empty() ? member(replaced->second, call, name_at, whole)
                                    : capability_member(replaced->second, end.capability, call, name_at, whole);
    }
    names = {topology_.nodes[node].name};
    if (is_counted(topology_, node) && end.which.kind == Representation::Kind::known)
      names.push_back(std::to_string(end.which.index));
    if (!end.capability.empty()) names.insert(names.end(), {"CAPABILITY", end.capability});
  }
  return call_of(call.function, names, call, name_at, whole.at);
}

/// Of a capability of a node that was replaced. Its own values come first: mappings of capabilities hand over none (15.1).
Value SubstitutedValues::capability_member(const Instance& instance, const std::string& capability, const Call& call,
                                           std::size_t name_at, const Value& whole) {
  if (is_exhausted(instance, whole)) return {{}, whole.at};
  const std::string name = to_text(call.arguments[name_at]);
  for (const SubstitutionMapping::Entry& entry : instance.mapping().attributes) {
    if (entry.of == Of::capability && entry.part == capability && entry.name == name && unmarked(call) == "get_attribute")
      return attribute(instance, entry, call, name_at, whole);
  }
  const CapabilityAssignment* assigned = find_by_name(topology_.nodes[instance.node].capabilities, capability);
  const Assignment* attribute = assigned == nullptr ? nullptr : find_by_name(assigned->attributes, name);
  const Value* own = attribute != nullptr ? &attribute->value : topology_.capability_property(instance.node, capability, name);
  if (own != nullptr) return with_path(unfold(*own, {.self = instance.node}), call, name_at + 1, whole);
  const SubstitutionMapping::Entry* inside = find_by_name(instance.mapping().capabilities, capability);
  if (inside != nullptr && inside->path.size() == 2)
    return call_of(call.function, {instance.outside(inside->path[0]), "CAPABILITY", inside->path[1]}, call, name_at, whole.at);
  return fail(call.arguments[name_at].at,
              "'" + topology_.nodes[instance.node].name + "' is replaced by another service, and nothing there gives the '" +
                  name + "' of its capability '" + capability + "'",
              &instance);
}

/// Of a relationship whose source was replaced.
Value SubstitutedValues::relationship_member(const Instance& instance, RelationshipId id, const Call& call, std::size_t name_at,
                                             const Value& whole) {
  if (is_exhausted(instance, whole)) return {{}, whole.at};
  const std::string name = to_text(call.arguments[name_at]);
  const Relationship& relationship = topology_.relationships[id];
  const std::size_t position = position_of(id);
  for (const SubstitutionMapping::Entry& entry : instance.mapping().attributes) {
    const bool same = entry.of == Of::relationship && entry.part == relationship.requirement && entry.name == name;
    if (!same || unmarked(call) != "get_attribute" || !is_about(entry, position)) continue;
    return attribute(instance, entry, entry.index == "ALL" ? with_step(call, name_at + 1, position) : call, name_at, whole);
  }
  const Value* own = topology_.property(id, name);
  if (own == nullptr) own = topology_.attribute(id, name);
  if (own != nullptr) return with_path(unfold(*own, owner_of(id)), call, name_at + 1, whole);
  return fail(call.arguments[name_at].at,
              "'" + topology_.nodes[instance.node].name + "' is replaced by another service, and nothing there gives the '" +
                  name + "' of its relationship '" + relationship.requirement + "'",
              &instance);
}

/// `[RELATIONSHIP, requirement, index, property]`; with ALL a list of what each of them has.
Value SubstitutedValues::given_by_relationships(const Instance& instance, const SubstitutionMapping::Entry& entry,
                                                const Value& whole) {
  List values;
  std::size_t position = 0;
  for (const RelationshipId id : relationships_of(instance.node, entry.part)) {
    const Value* value = is_about(entry, position++) ? topology_.property(id, entry.name) : nullptr;
    if (value == nullptr || value->is_null() || is_exhausted(instance, whole)) continue;
    values.push_back(unfold(*value, owner_of(id)));
  }
  if (entry.index == "ALL") return {std::move(values), whole.at};
  return values.empty() ? Value{{}, whole.at} : std::move(values.front());
}

std::vector<RelationshipId> SubstitutedValues::relationships_of(NodeId node, const std::string& requirement) const {
  std::vector<RelationshipId> found;
  for (const RelationshipId id : topology_.nodes[node].outgoing) {
    if (topology_.relationships[id].requirement == requirement) found.push_back(id);
  }
  return found;
}

/// Among those of its requirement.
std::size_t SubstitutedValues::position_of(RelationshipId id) const {
  const auto same = relationships_of(topology_.relationships[id].source, topology_.relationships[id].requirement);
  return static_cast<std::size_t>(std::find(same.begin(), same.end(), id) - same.begin());
}

Owner SubstitutedValues::owner_of(RelationshipId id) const {
  return {{}, topology_.relationships[id].source, topology_.relationships[id].target, id};
}

}  // namespace planbuilder::tosca
