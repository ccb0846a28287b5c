// Which node fulfils a requirement, and why others do not.
#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/topology/candidate_relationship.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// What is wanted of the other end: from the requirement's definition and its assignment together.
struct WantedTarget {
  NodeId source;
  std::string requirement;
  TypeId node_type;
  TypeId capability_type;
  std::string capability_name;
  TypeId relationship_type;
  std::vector<const NodeFilter*> filters;
  SourceRange at = {};
};

class TargetFinder {
 public:
  /// Beyond so many comparisons of a node with a filter it gives up, which is reported.
  TargetFinder(const Topology& topology, const TypeNames& names, std::size_t most_checks, Diagnostics& diagnostics);

  /// The first node, in the order of declaration, that fits. Those who want the same are answered at once.
  [[nodiscard]] NodeId find(const WantedTarget& wanted);
  [[nodiscard]] bool gave_up() const { return checks_ > most_checks_; }

  /// Why a node does not fit, in words that follow its name; empty when it does.
  [[nodiscard]] std::string refusal(const WantedTarget& wanted, NodeId candidate) const;

  /// Every node with the reason for its refusal, as notes of a diagnostic.
  void explain(const WantedTarget& wanted, Diagnostic& diagnostic) const;

  /// The name of the capability through which the node fulfils it; empty when none is known.
  [[nodiscard]] std::string capability(const WantedTarget& wanted, NodeId target) const;

 private:
  using Pair = std::array<NodeId, 2>;  // of the second one in case that the first one is who asks
  [[nodiscard]] std::string question(const WantedTarget& wanted) const;
  [[nodiscard]] Pair look_for(const WantedTarget& wanted);
  [[nodiscard]] bool satisfies_filters(const WantedTarget& wanted, NodeId candidate);
  [[nodiscard]] const CapabilityDefinition* known_fit(const WantedTarget& wanted, TypeId type) const;
  [[nodiscard]] std::string type_refusal(const WantedTarget& wanted, TypeId type) const;
  [[nodiscard]] std::string relationship_refusal(const WantedTarget& wanted, TypeId target) const;
  [[nodiscard]] const CapabilityDefinition* fitting_capability(const WantedTarget& wanted, TypeId type,
                                                               std::string& refusal) const;
  [[nodiscard]] std::string capability_refusal(const WantedTarget& wanted, const CapabilityDefinition& capability) const;
  [[nodiscard]] CandidateRelationship relationship_to(const WantedTarget& wanted, NodeId candidate) const;
  [[nodiscard]] bool is_one_of(TypeKind kind, TypeId type, const std::vector<Reference>& allowed) const;

  const Topology& topology_;
  const TypeNames& names_;
  std::map<TypeId, std::vector<NodeId>> nodes_by_type_;
  std::unordered_map<std::string, Pair> found_;  // by what is wanted
  // Most requirements join the same types: by those of both ends, of what is wanted, and the name of the capability.
  mutable std::map<std::tuple<TypeId, TypeId, TypeId, TypeId, TypeId, std::string>, const CapabilityDefinition*> fits_;
  std::size_t most_checks_;
  std::size_t checks_ = 0;
  Diagnostics& diagnostics_;
};

}  // namespace planbuilder::tosca
