#include "planbuilder/tosca/checks/check_refinements.h"

#include <algorithm>
#include <deque>

#include "planbuilder/tosca/types/scope.h"

namespace planbuilder::tosca {

namespace {

/// What holds of a requirement at a place of the walk: the nearest that anybody said.
struct EffectiveRequirement {
  Reference capability;
  Reference node;
  Reference relationship;
  Occurrences counts = {0, std::nullopt};
  SourceRange at = {};
};

using References = std::vector<Reference>;

/// A list of types that a type may be joined with.
struct ValidTypes {
  std::string_view what;
  TypeKind kind;
  References TypeMembers::*list;
};
constexpr ValidTypes of_relationships[] = {{"capability types", TypeKind::capability, &TypeMembers::valid_ends},
                                           {"source node types", TypeKind::node, &TypeMembers::valid_sources},
                                           {"target node types", TypeKind::node, &TypeMembers::valid_targets}};
constexpr ValidTypes of_capabilities[] = {{"source node types", TypeKind::node, &TypeMembers::valid_ends},
                                          {"relationship types", TypeKind::relationship, &TypeMembers::valid_relationships}};

class RefinementChecker {
 public:
  RefinementChecker(const Types& types, const TypeNames& names, Diagnostics& diagnostics)
      : types_(types), names_(names), diagnostics_(diagnostics) {}

  void check_all() {
    for (const TypeId id : types_.depth_first()) {
      while (!open_.empty() && !types_.is_ancestor(open_.back().type, id)) leave();
      open_.push_back({id, requirements_.mark(), capabilities_.mark(), interfaces_.mark(), valid_types_.mark()});
      const Type& type = types_[id];
      is_strict_ = names_.is_strict(type.at.file);
      if (type.kind == TypeKind::relationship) check_valid_types(type, of_relationships);
      if (type.kind == TypeKind::capability) check_valid_types(type, of_capabilities);
      if (type.kind != TypeKind::interface) {
        for (const Interface& item : type.own.interfaces) check_interface(item);
      }
      for (const CapabilityDefinition& capability : type.own.capabilities) check_capability(capability);
      for (const RequirementDefinition& requirement : type.own.requirements) check_requirement(requirement);
    }
  }

 private:
  struct Open {
    TypeId type;
    std::size_t requirements;
    std::size_t capabilities;
    std::size_t interfaces;
    std::size_t valid_types;
  };

  void leave() {
    requirements_.leave(open_.back().requirements);
    capabilities_.leave(open_.back().capabilities);
    interfaces_.leave(open_.back().interfaces);
    valid_types_.leave(open_.back().valid_types);
    open_.pop_back();
  }

  void report(SourceRange at, std::string summary, SourceRange before) {
    if (!is_strict_) return;
    diagnostics_.error(Code::bad_refinement, at, std::move(summary)).note("this is the definition that it refines", before);
  }

  [[nodiscard]] bool derives(TypeKind kind, const Reference& own, const Reference& inherited) const {
    const TypeId type = names_.find(kind, own);
    const TypeId base = names_.find(kind, inherited);
    return !type.valid() || !base.valid() || types_.is_ancestor(base, type);
  }

  [[nodiscard]] bool is_within(TypeKind kind, const Reference& own, const References& inherited) const {
    return std::any_of(inherited.begin(), inherited.end(), [&](const Reference& base) { return derives(kind, own, base); });
  }

  void check_within(TypeKind kind, const References& own, const References* inherited, const std::string& what) {
    if (inherited == nullptr || inherited->empty()) return;
    for (const Reference& name : own) {
      if (is_within(kind, name, *inherited)) continue;
      report(name.at, what + " cannot be widened by '" + name.name + "'", inherited->front().at);
    }
  }

  template <std::size_t N>
  void check_valid_types(const Type& type, const ValidTypes (&lists)[N]) {
    for (const ValidTypes& valid : lists) {
      const References& own = type.own.*valid.list;
      if (own.empty()) continue;
      const std::string key(valid.what);
      check_within(valid.kind, own, valid_types_.find(key), "the valid " + key + " of '" + type.name + "'");
      valid_types_.enter(key, own);
    }
  }

  void check_interface(const Interface& own) {
    if (own.type.empty()) return;
    if (const Interface* before = interfaces_.find(own.name))
      check_derived(TypeKind::interface, own.type, before->type, "the interface '" + own.name + "' is");
    interfaces_.enter(own.name, own);
  }

  /// Its type was taken from what it refines, if it says none.
  void check_capability(const CapabilityDefinition& own) {
    const std::string whose = "the capability '" + own.name + "'";
    const CapabilityDefinition* before = capabilities_.find(own.name);
    if (own.type.empty() && !names_.is_xml(own.at.file))  // nothing can be said of it, in any version
      diagnostics_.error(Code::missing_keyname, own.at, whose + " must have the keyname 'type'");
    if (before != nullptr && !derives(TypeKind::capability, own.type, before->type))
      report(own.type.at, whose + " is of type '" + own.type.name + "', which is not derived from '" + before->type.name + "'",
             before->at);
    capabilities_.enter(own.name, own);
    if (const TypeId type = names_.find(TypeKind::capability, own.type); type.valid()) check_against_type(own, type);
  }

  /// What a node type says of the valid types is within what the type of the capability says.
  void check_against_type(const CapabilityDefinition& own, TypeId type) {
    const std::string whose = " of the capability '" + own.name + "'";
    check_within(TypeKind::node, own.valid_source_types, nearest(type, &TypeMembers::valid_ends),
                 "the valid source node types" + whose);
    check_within(TypeKind::relationship, own.valid_relationship_types, nearest(type, &TypeMembers::valid_relationships),
                 "the valid relationship types" + whose);
  }

  [[nodiscard]] const References* nearest(TypeId type, References TypeMembers::*list) const {
    for (; type.valid(); type = types_[type].parent) {
      if (!(types_[type].own.*list).empty()) return &(types_[type].own.*list);
    }
    return nullptr;
  }

  void check_requirement(const RequirementDefinition& own) {
    const EffectiveRequirement* before = requirements_.find(own.name);
    EffectiveRequirement& now = effective_.emplace_back(before == nullptr ? EffectiveRequirement() : *before);
    if (!own.capability.empty()) now.capability = own.capability;
    if (!own.node.empty()) now.node = own.node;
    if (!own.relationship.empty()) now.relationship = own.relationship;
    if (own.occurrences) now.counts = *own.occurrences;
    now.at = own.at;
    const std::string whose = "the requirement '" + own.name + "'";
    if (now.capability.empty()) missing(own.at, whose, "capability");
    if (now.relationship.empty()) check_relationship(own, whose);
    if (before != nullptr) check_narrowing(now, *before, whose);
    if (!own.node.empty() || !own.capability.empty()) check_offered(now, whose);
    requirements_.enter(own.name, now);
  }

  /// One that is written must say its type. Published templates leave it out altogether: that is not judged.
  void check_relationship(const RequirementDefinition& own, const std::string& whose) {
    if (own.relationship.at.known()) missing(own.relationship.at, "the relationship of " + whose, "type");
  }

  /// The node type that is wanted has a capability of the type that is wanted (8.4). Published templates have it in derived
  /// types, or not at all. Names of capabilities are checked with the types.
  void check_offered(const EffectiveRequirement& now, const std::string& whose) {
    const TypeId wanted = names_.find(TypeKind::capability, now.capability);
    const TypeId node = names_.find(TypeKind::node, now.node);
    if (!is_strict_ || !wanted.valid() || !node.valid() || has_capability(node, wanted)) return;
    diagnostics_
        .tolerate(Code::requirement_mismatch, now.at,
                  whose + " wants a node of type '" + types_[node].name + "', which has no capability of type '" +
                      types_[wanted].name + "'",
                  "8.4")
        .note("the node type is defined here", types_[node].at);
  }

  [[nodiscard]] bool has_capability(TypeId node, TypeId wanted) const {
    for (; node.valid(); node = types_[node].parent) {
      for (const CapabilityDefinition& capability : types_[node].own.capabilities) {
        if (types_.is_ancestor(wanted, names_.find(TypeKind::capability, capability.type))) return true;
      }
    }
    return false;
  }

  void check_narrowing(const EffectiveRequirement& now, const EffectiveRequirement& before, const std::string& whose) {
    check_derived(TypeKind::node, now.node, before.node, whose + " wants a node");
    check_derived(TypeKind::relationship, now.relationship, before.relationship, whose + " has a relationship");
    check_capability_wanted(now.capability, before.capability, whose);
    if (!now.counts.lies_in(before.counts))
      report(now.at, whose + " has a range of counts that is not within the one that it refines", before.at);
  }

  void check_derived(TypeKind kind, const Reference& own, const Reference& inherited, const std::string& what) {
    if (own.empty() || inherited.empty() || derives(kind, own, inherited)) return;
    report(own.at, what + " of type '" + own.name + "', which is not derived from '" + inherited.name + "'", inherited.at);
  }

  /// A type may become a derived one; the name of a capability stays.
  void check_capability_wanted(const Reference& own, const Reference& inherited, const std::string& whose) {
    if (own.empty() || inherited.empty() || own.name == inherited.name) return;
    if (names_.find(TypeKind::capability, inherited).valid())
      return check_derived(TypeKind::capability, own, inherited, whose + " wants a capability");
    report(own.at, whose + " wants the capability '" + inherited.name + "', which cannot become '" + own.name + "'",
           inherited.at);
  }

  void missing(SourceRange at, const std::string& whose, std::string_view keyname) {
    if (is_strict_)
      diagnostics_.error(Code::missing_keyname, at, whose + " must have the keyname '" + std::string(keyname) + "'");
  }

  const Types& types_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  bool is_strict_ = false;  // the type at hand is of 2.0
  std::deque<EffectiveRequirement> effective_;
  Scope<EffectiveRequirement> requirements_;
  Scope<CapabilityDefinition> capabilities_;
  Scope<Interface> interfaces_;  // those that say their type
  Scope<References> valid_types_;
  std::vector<Open> open_;  // the ancestors of the type at hand, and where their scopes begin
};

}  // namespace

void check_refinements(const Types& types, const TypeNames& names, Diagnostics& diagnostics) {
  RefinementChecker(types, names, diagnostics).check_all();
}

}  // namespace planbuilder::tosca
