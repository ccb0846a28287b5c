// Nodes that ask for it are replaced by services of the input that stand for their type.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/topology/substitution/inline_services.h"
#include "planbuilder/tosca/topology/substitution/substitute.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

bool has_nodes_to_substitute(const ServiceTemplate& service);

class NodeSubstitution {
 public:
  /// The candidates in the order of preference. Services that make more than so many nodes of the service are refused.
  NodeSubstitution(std::vector<Substitute> candidates, const TypeNames& names, std::size_t most_nodes, Diagnostics& diagnostics);

  /// Replaces what can be replaced. The topology is what was built of the service, its requirements are pinned. True
  /// when anything was replaced: what took its place may ask to be replaced in turn.
  bool substitute(ServiceTemplate& service, const Topology& topology);

 private:
  using Chain = std::vector<std::size_t>;  // of candidates, each inside the one before
  [[nodiscard]] bool makes_too_many(const ServiceTemplate& service, const Topology& topology) const;
  [[nodiscard]] std::string refusal(const Substitute& candidate, const Topology& topology, NodeId node) const;
  static void postpone_selected(Replacements& chosen, const Topology& topology);
  const ServiceTemplate* choose(const Topology& topology, NodeId node);
  void report_chosen(const Node& node, const ServiceTemplate& substitute);
  void report_recursion(const Node& node, const Chain& chain, std::size_t again);
  void report_none(const Node& node, const std::vector<std::string>& refusals);

  std::vector<Substitute> candidates_;
  const TypeNames& names_;
  std::size_t most_nodes_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, Chain> chains_;  // by node: the services that brought it
  std::unordered_set<std::string> unchanged_;      // nodes that stay
};

}  // namespace planbuilder::tosca
