// Nodes that ask for it are replaced by services of the input that stand for their type.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/topology/substitution/inline_services.h"
#include "planbuilder/tosca/topology/substitution/least_nodes.h"
#include "planbuilder/tosca/topology/substitution/substitute.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

bool has_nodes_to_substitute(const ServiceTemplate& service);

class NodeSubstitution {
 public:
  /// The candidates in the order of preference. Services that make more than so many nodes of the service are refused.
  NodeSubstitution(std::vector<Substitute> candidates, const Types& types, const TypeNames& names, std::size_t most_nodes,
                   Diagnostics& diagnostics);

  /// Replaces what can be replaced. The topology is what was built of the service, its requirements are pinned. True
  /// when anything was replaced: what took its place may ask to be replaced in turn.
  bool substitute(ServiceTemplate& service, const Topology& topology);

 private:
  /// A candidate that brought nodes, and what brought the node that it took the place of.
  struct Link {
    std::size_t candidate;
    std::optional<std::size_t> outer;
  };
  static constexpr std::size_t most_levels = 10;  // of a service as large as may be; smaller ones may have more
  [[nodiscard]] bool makes_too_many(const ServiceTemplate& service);
  bool refuse(const ServiceTemplate& service, std::string summary);
  [[nodiscard]] std::optional<std::size_t> link_of(const std::string& node) const;
  [[nodiscard]] bool is_inside(const std::string& node, std::size_t candidate) const;
  [[nodiscard]] std::string refusal(const Substitute& candidate, const Topology& topology, NodeId node) const;
  static void postpone_selected(Replacements& chosen, const Topology& topology);
  const ServiceTemplate* choose(const Topology& topology, NodeId node);
  void report_chosen(const Node& node, const ServiceTemplate& substitute);
  void report_recursion(const Node& node, std::size_t again);
  void report_none(const Topology& topology, NodeId node);

  std::vector<Substitute> candidates_;
  const TypeNames& names_;
  std::size_t most_nodes_;
  Diagnostics& diagnostics_;
  LeastNodes least_nodes_;
  std::size_t nodes_built_ = 0;
  std::vector<Link> links_;
  std::unordered_map<std::string, std::size_t> brought_by_;  // node -> link
  std::unordered_set<std::string> unchanged_;                // nodes that stay
};

}  // namespace planbuilder::tosca
