// What the steps and preconditions of a workflow are about.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

/// Refers to the topology.
class Targets {
 public:
  explicit Targets(const tosca::Topology& topology);

  /// The node, or the members of the group, also those of groups inside; with a requirement, the relationships that fulfil it.
  /// Each once.
  [[nodiscard]] std::vector<tosca::EntityId> find(const tosca::Reference& target, const tosca::Reference& requirement) const;
  [[nodiscard]] bool is_group(const tosca::Reference& target) const;
  /// The node, or the members of the group, also of groups inside.
  [[nodiscard]] std::vector<tosca::NodeId> nodes_of(const tosca::Reference& target) const;

 private:
  [[nodiscard]] std::vector<tosca::RelationshipId> relationships_of(tosca::NodeId node, const std::string& requirement) const;

  const tosca::Topology& topology_;
  std::unordered_map<std::string_view, const tosca::GroupTemplate*> groups_;
};

}  // namespace planbuilder::flow
