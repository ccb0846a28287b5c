#include "planbuilder/tosca/types/inherit.h"

#include <algorithm>
#include <array>

#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/model/merge_definitions.h"
#include "planbuilder/tosca/types/complete_interfaces.h"

namespace planbuilder::tosca {

namespace {

/// What is used by types of one kind comes later.
constexpr std::array kinds = {TypeKind::group,        TypeKind::policy,     TypeKind::node,
                              TypeKind::relationship, TypeKind::capability, TypeKind::interface};

std::size_t parts_of(const Reaction& reaction) { return reaction.set.size() + reaction.triggers.size(); }

/// An operation or a notification.
template <class Event>
std::size_t parts_of(const Event& event) {
  const EventRules& rules = rules_of(event);
  return 1 + event.inputs.size() + event.outputs.size() + event.defined_outputs.size() + rules.preconditions.size() +
         parts_of(rules.on_entry) + parts_of(rules.on_success) + parts_of(rules.on_failure);
}

/// About what a type takes that has a copy of them.
std::size_t parts_of(const TypeMembers& members) {
  std::size_t count = members.properties.size() + members.attributes.size() + members.capabilities.size() +
                      members.requirements.size() + members.artifacts.size();
  for (const Interface& item : members.interfaces) {
    count += 1 + item.inputs.size() + state_of(item).attributes.size() + state_of(item).triggers.size();
    for (const Operation& operation : item.operations) count += parts_of(operation);
    for (const Notification& notification : item.notifications) count += parts_of(notification);
  }
  return count;
}

class Heirs {
 public:
  Heirs(Types& types, const TypeNames& names) : types_(types), names_(names) { used_.resize(types.size(), 0); }

  void use(const ServiceTemplate& service) {
    for (const NodeTemplate& node : service.nodes) {
      use(TypeKind::node, node.type);
      use(node.interfaces);
      for (const RequirementAssignment& requirement : node.requirements) {
        use(TypeKind::relationship, requirement.relationship);
        use(requirement.interfaces);
      }
    }
    for (const RelationshipTemplate& relationship : service.relationships) {
      use(TypeKind::relationship, relationship.type);
      use(relationship.interfaces);
    }
    // What a requirement leads to where nothing is said.
    if (!service.nodes.empty()) use(TypeKind::relationship, {"tosca.relationships.Root", service.nodes.front().at});
    for (const GroupTemplate& group : service.groups) use(TypeKind::group, group.type);
    for (const PolicyTemplate& policy : service.policies) use(TypeKind::policy, policy.type);
    if (service.substitution) use(TypeKind::node, service.substitution->node_type);
  }

  /// Where events are sent from type to type, all that can send and receive them must be known. Long derivations would take space
  /// that grows with the square of their length: there nothing is claimed of types that no service uses.
  void use_events() {
    const auto any_tells = [](const std::vector<Interface>& interfaces) {
      return std::any_of(interfaces.begin(), interfaces.end(), tells_of_events);
    };
    const auto tells = [&](const Type& type) {
      return any_tells(type.own.interfaces) ||
             std::any_of(type.own.requirements.begin(), type.own.requirements.end(),
                         [&](const RequirementDefinition& each) { return any_tells(each.relationship_interfaces); });
    };
    if (std::none_of(types_.begin(), types_.end(), tells) || parts_of_all() > most_parts) return;
    for (const TypeId id : types_.ids()) used_[id] = used_[id] != 0 || has_events(id) ? 1 : 0;
  }

  void inherit() {
    for (const TypeKind kind : kinds) {
      use_forks(kind);
      for (const TypeId id : types_.depth_first()) {
        if (types_[id].kind == kind && used_[id] != 0) complete(id);
      }
    }
    for (const TypeId id : types_.ids()) {
      if (types_[id].is_complete) complete_capabilities(types_[id]);
    }
    complete_interfaces(types_, names_);
  }

 private:
  static constexpr std::size_t most_parts = 200'000;

  [[nodiscard]] bool has_events(TypeId id) const {
    const TypeKind kind = types_[id].kind;
    return kind == TypeKind::node || kind == TypeKind::relationship || kind == TypeKind::interface;
  }

  /// What all types that can have events would have, were each to have what it inherits.
  [[nodiscard]] std::size_t parts_of_all() const {
    IdVector<TypeId, std::size_t> parts;
    parts.resize(types_.size(), 0);
    std::size_t all = 0;
    for (const TypeId id : types_.depth_first()) {
      const TypeId parent = types_[id].parent;
      parts[id] = parts_of(types_[id].own) + (parent.valid() ? parts[parent] : 0);
      if (has_events(id)) all += parts[id];
    }
    return all;
  }

  void use(TypeKind kind, const Reference& reference) {
    if (reference.empty()) return;
    if (const TypeId type = names_.find(kind, reference); type.valid()) used_[type] = 1;
  }

  void use(const std::vector<Interface>& interfaces) {
    // A template may name an interface by its type.
    for (const Interface& item : interfaces)
      use(TypeKind::interface, item.type.empty() ? Reference{item.name, item.at} : item.type);
  }

  /// Where the ways up from two used types meet, the type is taken as used: so no part of a way is gone twice.
  void use_forks(TypeKind kind) {
    IdVector<TypeId, std::uint8_t> ways;
    ways.resize(types_.size(), 0);
    const std::vector<TypeId>& order = types_.depth_first();
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
      if (types_[*id].kind != kind) continue;
      if (ways[*id] > 1) used_[*id] = 1;
      const TypeId parent = types_[*id].parent;
      if (parent.valid() && ways[parent] < 2 && (used_[*id] != 0 || ways[*id] > 0)) ++ways[parent];
    }
  }

  void complete(TypeId id) {
    std::vector<const TypeMembers*> own;
    TypeId above = id;
    for (; above.valid() && !types_[above].is_complete; above = types_[above].parent) own.push_back(&types_[above].own);
    std::reverse(own.begin(), own.end());
    Type& type = types_[id];
    if (above.valid()) static_cast<TypeMembers&>(type) = types_[above];
    refine_members(type, own);
    type.is_complete = true;
    for (const CapabilityDefinition& capability : type.capabilities) use(TypeKind::capability, capability.type);
    for (const RequirementDefinition& requirement : type.requirements) {
      use(TypeKind::relationship, requirement.relationship);
      use(requirement.relationship_interfaces);
    }
    use(type.interfaces);
  }

  /// A node type's capability has the properties of its type, refined by what the node type says.
  void complete_capabilities(Type& type) {
    for (CapabilityDefinition& capability : type.capabilities) {
      const TypeId kind = names_.find(TypeKind::capability, capability.type);
      if (!kind.valid()) continue;
      auto properties = types_[kind].properties;
      refine_definitions(properties, capability.properties);
      capability.properties = std::move(properties);
      auto attributes = types_[kind].attributes;
      refine_definitions(attributes, capability.attributes);
      capability.attributes = std::move(attributes);
    }
  }

  Types& types_;
  const TypeNames& names_;
  IdVector<TypeId, std::uint8_t> used_;
};

}  // namespace

void inherit(Types& types, const TypeNames& names, const std::vector<DefinitionsFile>& files) {
  Heirs heirs(types, names);
  for (const DefinitionsFile& file : files) {
    if (file.definitions.service) heirs.use(*file.definitions.service);
  }
  heirs.use_events();
  heirs.inherit();
}

}  // namespace planbuilder::tosca
