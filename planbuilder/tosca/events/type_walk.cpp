#include "planbuilder/tosca/events/type_walk.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

using Kind = EventStep::Kind;

void add(std::vector<TypeId>& types, TypeId type) {
  if (type.valid() && std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
}

std::string_view describe(Places::Kind kind) {
  switch (kind) {
    case Places::Kind::node: return "a node";
    case Places::Kind::capability: return "a capability";
    case Places::Kind::relationship: return "a relationship";
  }
  return "";
}

std::string_view steps_from(Places::Kind kind) {
  switch (kind) {
    case Places::Kind::node: return "CAPABILITY and RELATIONSHIP";
    case Places::Kind::capability: return "RELATIONSHIP and SOURCE";
    case Places::Kind::relationship: return "SOURCE and TARGET";
  }
  return "";
}

}  // namespace

TypeWalk::TypeWalk(const Topology& topology, const TypeNames& names) : topology_(topology), names_(names) {
  derived_.resize(topology.types.size());
  for (const TypeId id : topology.types.ids()) {
    if (const TypeId parent = topology.types[id].parent; parent.valid()) derived_[parent].push_back(id);
  }
}

Places TypeWalk::at(TypeId type) const {
  Places places;
  if (!type.valid()) {
    places.open = true;
    return places;
  }
  places.kind = topology_.types[type].kind == TypeKind::relationship ? Places::Kind::relationship : Places::Kind::node;
  places.types.push_back(type);
  return places;
}

std::optional<Places> TypeWalk::follow(Places from, const std::vector<EventStep>& path, Diagnostics& diagnostics) const {
  for (const EventStep& next : path) {
    auto places = step(from, next, diagnostics);
    if (!places) return std::nullopt;
    from = std::move(*places);
  }
  return from;
}

std::optional<Places> TypeWalk::step(const Places& from, const EventStep& step, Diagnostics& diagnostics) const {
  const bool node = from.kind == Places::Kind::node;
  const bool relationship = from.kind == Places::Kind::relationship;
  switch (step.kind) {
    case Kind::self: return from;
    case Kind::node: return to_node(step, diagnostics);
    case Kind::capability: return node ? to_capability(from, step, diagnostics) : fail(step, from, diagnostics);
    case Kind::relationship:
      if (relationship) return fail(step, from, diagnostics);
      return node ? to_requirement(from, step, diagnostics) : to_incoming(from);
    case Kind::source:
      if (node) return fail(step, from, diagnostics);
      return to_end(relationship ? from : to_incoming(from), Kind::source);
    case Kind::target: return relationship ? to_end(from, Kind::target) : fail(step, from, diagnostics);
  }
  return std::nullopt;
}

std::optional<Places> TypeWalk::to_node(const EventStep& step, Diagnostics& diagnostics) const {
  Places places;
  if (step.all()) {
    for (const Node& node : topology_.nodes) {
      if (node.type.valid()) add(places.types, node.type);
    }
    places.open = places.types.empty();
    return places;
  }
  const NodeId node = topology_.find_node(step.name);
  if (node.valid()) return at(topology_.nodes[node].type);
  std::vector<std::string_view> known = {"SELF", "SOURCE", "TARGET", "CAPABILITY", "RELATIONSHIP", "INTERFACE", "ALL"};
  for (const Node& other : topology_.nodes) known.push_back(other.name);
  diagnostics.error(Code::bad_trigger, step.at,
                    "a path starts with SELF or at a node, and '" + step.name + "' is neither" + did_you_mean(step.name, known));
  return std::nullopt;
}

std::optional<Places> TypeWalk::to_capability(const Places& from, const EventStep& step, Diagnostics& diagnostics) const {
  Places places;
  places.kind = Places::Kind::capability;
  places.open = from.open;
  std::vector<std::string_view> known;
  for (const TypeId type : from.types) {
    visit_family(type, [&](const Type& member) {
      for (const CapabilityDefinition& capability : member.capabilities) {
        known.push_back(capability.name);
        if (step.all() || capability.name == step.name) places.capabilities.push_back(&capability);
      }
      return !step.all() && !places.capabilities.empty();
    });
  }
  if (!places.capabilities.empty() || places.open) return places;
  // Types without any capability are there to be derived from: which there will be is not known.
  places.open = true;
  if (step.all()) return places;
  report_unknown(step, "capability", from, known, diagnostics);
  return std::nullopt;
}

std::optional<Places> TypeWalk::to_requirement(const Places& from, const EventStep& step, Diagnostics& diagnostics) const {
  Places places;
  places.kind = Places::Kind::relationship;
  places.open = from.open;
  places.sources = from.types;
  std::vector<std::string_view> known;
  bool found = false;
  const auto take = [&](const RequirementDefinition& requirement) {
    found = true;
    const TypeId type = names_.find(TypeKind::relationship, requirement.relationship);
    type.valid() ? add(places.types, type) : void(places.open = true);
    const TypeId target = names_.find(TypeKind::node, requirement.node);
    if (target.valid()) add(places.targets, target);
  };
  for (const TypeId type : from.types) {
    visit_family(type, [&](const Type& member) {
      for (const RequirementDefinition& requirement : member.requirements) {
        known.push_back(requirement.name);
        if (step.all() || requirement.name == step.name) take(requirement);
      }
      return !step.all() && found;
    });
  }
  if (found || places.open) return places;
  places.open = true;
  if (step.all()) return places;
  report_unknown(step, "requirement", from, known, diagnostics);
  return std::nullopt;
}

/// The relationships that lead to a capability.
Places TypeWalk::to_incoming(const Places& from) const {
  Places places;
  places.kind = Places::Kind::relationship;
  places.open = from.open;
  places.targets = from.types;
  for (const CapabilityDefinition* capability : from.capabilities) {
    const TypeId kind = names_.find(TypeKind::capability, capability->type);
    const auto& valid = !capability->valid_relationship_types.empty() || !kind.valid()
                            ? capability->valid_relationship_types
                            : topology_.types[kind].valid_relationships;
    add_valid(places, TypeKind::relationship, valid);
    const auto& sources = !capability->valid_source_types.empty() || !kind.valid() ? capability->valid_source_types
                                                                                   : topology_.types[kind].valid_ends;
    for (const Reference& source : sources) add(places.sources, names_.find(TypeKind::node, source));
  }
  return places;
}

Places TypeWalk::to_end(const Places& from, EventStep::Kind end) const {
  Places places;
  places.via = std::make_shared<Places>(from);
  const bool source = end == Kind::source;
  places.types = source ? from.sources : from.targets;
  if (!places.types.empty()) return places;
  places.open = from.open;
  for (const TypeId type : from.types) {
    const Type& relationship = topology_.types[type];
    add_valid(places, TypeKind::node, source ? relationship.valid_sources : relationship.valid_targets);
  }
  return places;
}

/// Nothing said means that anything is valid.
void TypeWalk::add_valid(Places& places, TypeKind kind, const std::vector<Reference>& valid) const {
  if (valid.empty()) places.open = true;
  for (const Reference& reference : valid) {
    const TypeId type = names_.find(kind, reference);
    type.valid() ? add(places.types, type) : void(places.open = true);
  }
}

std::optional<Places> TypeWalk::fail(const EventStep& step, const Places& from, Diagnostics& diagnostics) const {
  const std::string_view word = step.kind == Kind::source       ? "SOURCE"
                                : step.kind == Kind::target     ? "TARGET"
                                : step.kind == Kind::capability ? "CAPABILITY"
                                                                : "RELATIONSHIP";
  diagnostics.error(
      Code::bad_trigger, step.at,
      std::string(describe(from.kind)) + " has no " + std::string(word) + ": from it lead " + std::string(steps_from(from.kind)));
  return std::nullopt;
}

void TypeWalk::report_unknown(const EventStep& step, std::string_view what, const Places& from,
                              const std::vector<std::string_view>& known, Diagnostics& diagnostics) const {
  const std::string type = from.types.empty() ? "" : topology_.types[from.types.front()].name;
  diagnostics.error(
      Code::unknown_name, step.at,
      "the type '" + type + "' has no " + std::string(what) + " '" + step.name + "'" + did_you_mean(step.name, known));
}

}  // namespace planbuilder::tosca
