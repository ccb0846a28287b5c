// Nodes that ask for it are replaced by services of the input that stand for their type.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// The node asks to be replaced: by the directive `substitute`, or `substitutable` as older versions spell it.
bool is_to_be_substituted(const std::vector<std::string>& directives);
bool has_nodes_to_substitute(const ServiceTemplate& service);

/// A service that may take the place of nodes.
struct Substitute {
  const ServiceTemplate* service;  // with substitution mappings; nothing is a copy, requirements are pinned
  bool planned = false;            // the very service in which nodes are replaced: it would contain itself
  bool faulty = false;             // it has errors, which were reported
};

class NodeSubstitution {
 public:
  /// The candidates in the order of preference.
  NodeSubstitution(std::vector<Substitute> candidates, const TypeNames& names, Diagnostics& diagnostics);

  /// Replaces what can be replaced. The topology is what was built of the service, its requirements are pinned. True
  /// when anything was replaced: what took its place may ask to be replaced in turn.
  bool substitute(ServiceTemplate& service, const Topology& topology);

 private:
  using Chain = std::vector<std::size_t>;  // of candidates, each inside the one before
  [[nodiscard]] std::string refusal(const Substitute& candidate, const Topology& topology, NodeId node) const;
  const ServiceTemplate* choose(const Topology& topology, NodeId node);
  void report_recursion(const Node& node, const Chain& chain, std::size_t again);
  void report_none(const Node& node, const std::vector<std::string>& refusals);

  std::vector<Substitute> candidates_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, Chain> chains_;  // by node: the services that brought it
  std::unordered_set<std::string> unchanged_;      // nodes that stay
};

}  // namespace planbuilder::tosca
