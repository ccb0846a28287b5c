// Whom the triggers of policies are about.
#pragma once

#include <unordered_map>
#include <vector>

#include "planbuilder/flow/workflow/targets.h"
#include "planbuilder/tosca/model/policy_types.h"

namespace planbuilder::flow {

/// A trigger that a policy has, of its own or by its type.
struct PolicyTrigger {
  const tosca::PolicyTemplate* policy;
  const tosca::Trigger* trigger;

  /// `POLICY.TRIGGER`
  [[nodiscard]] std::string name() const { return policy->name + "." + trigger->name; }
};

/// Refers to the topology.
class TriggerTargets {
 public:
  explicit TriggerTargets(const tosca::Topology& topology);

  /// Somebody says whom it is about: the policy by its targets, the trigger by a type of nodes to look at, or the type of the
  /// policy by the types that it is for. Otherwise it is about all.
  [[nodiscard]] bool are_named(const PolicyTrigger& from) const;

  /// Targets of the policy as they are named; else the nodes of those types. None where nobody is named.
  [[nodiscard]] std::vector<tosca::Reference> find(const PolicyTrigger& from) const;
  /// The same as nodes, of which a trigger that looks at a type of nodes is only about those of that type. Each once.
  [[nodiscard]] std::vector<tosca::NodeId> nodes_of(const PolicyTrigger& from) const;

 private:
  [[nodiscard]] bool is_filtered_by_type(const tosca::Trigger& trigger) const;
  [[nodiscard]] std::vector<tosca::Reference> types_of(const PolicyTrigger& from) const;
  void add_nodes(const tosca::Reference& type, std::vector<tosca::Reference>& into) const;
  void add_groups(const tosca::Reference& type, std::vector<tosca::Reference>& into) const;

  const tosca::Topology& topology_;
  Targets targets_;
  tosca::PolicyTypes policy_types_;
  std::unordered_map<std::size_t, std::vector<tosca::NodeId>> nodes_by_type_;  // only where there are policies
};

}  // namespace planbuilder::flow
