// The passes over the graph of a plan, each in a file of its own name; derive.cpp lists them per plan kind.
#pragma once

#include <optional>
#include <ranges>
#include <unordered_map>

#include "planbuilder/flow/derive.h"
#include "planbuilder/flow/graph.h"
#include "planbuilder/flow/semantics.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

/// What a pass works on. Others know an entity by at most one activity, or one per representation.
class Flow {
 public:
  Flow(const tosca::Topology& service, const PlanRequest& wanted, const Semantics& rules, Diagnostics& problems);

  const tosca::Topology& topology;
  const PlanRequest& request;
  const Semantics& semantics;
  Diagnostics& diagnostics;
  Graph graph;
  std::vector<Vertex> order;  // topological, once reject_cycles has found one

  using Index = std::optional<std::uint32_t>;
  /// Those of one entity are added one right after the other, by their indexes.
  Vertex add_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index = std::nullopt);
  /// Beside the activity by which others know the entity.
  Vertex add_side_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index = std::nullopt);
  /// The first, where there are several.
  [[nodiscard]] std::optional<Vertex> activity_of(tosca::EntityId entity) const;
  [[nodiscard]] std::ranges::iota_view<Vertex, Vertex> activities_of(tosca::EntityId entity) const;
  /// Of this representation; what has only one activity has it for all of them.
  [[nodiscard]] std::optional<Vertex> activity_of(tosca::EntityId entity, std::size_t index) const;
  /// The node is of the region, or of the part of the service, that is asked for.
  [[nodiscard]] bool is_inside(tosca::NodeId node) const { return inside_.empty() || inside_[node] != 0; }

  /// An edge that is there already gets one more origin.
  void add_order(Vertex before, Vertex after, Origin origin);

 private:
  IdVector<tosca::NodeId, char> inside_;  // empty: all of them
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] const Range& range_of(tosca::EntityId entity) const;
  IdVector<tosca::NodeId, Range> node_activities_;
  IdVector<tosca::RelationshipId, Range> relationship_activities_;
  [[nodiscard]] bool shares_name(tosca::EntityId entity) const;
  std::unordered_map<std::string, std::size_t> ids_;  // only those that could be there twice
};

using Pass = void (*)(Flow&);

/// One provisioning activity per representation of a node or relationship.
void add_provisioning(Flow& flow);
/// One termination activity per node and relationship; each loops over the instances.
void add_termination(Flow& flow);
/// One selection by strategy per node at the border of the region.
void add_strategic_selection(Flow& flow);
/// From each selected node down its stack: the relationship's instance, then the node's.
void add_recursive_selection(Flow& flow);
/// One provisioning activity per node and relationship of the region.
void add_region_provisioning(Flow& flow);
/// One termination activity per node and relationship of the part of the service that is asked for.
void add_part_termination(Flow& flow);
/// Chooses one instance of the region, then terminates all that was made together with it.
void add_region_termination(Flow& flow);

/// Orders a relationship and its ends by the rule of its type.
void order_by_relationships(Flow& flow);
/// Puts whoever produces a value before whoever reads it; when terminating, after.
void order_by_data(Flow& flow);

/// Says of relationships with operations for before and after that they are one activity here.
void note_interleaving(Flow& flow);

/// Every entity that is asked for has its activities; anything else is a defect.
void check_nothing_lost(Flow& flow);
/// Reports the shortest cycle, edge by edge, if there is one.
void reject_cycles(Flow& flow);
/// Flags the edges that follow from others; the order stays the same.
void flag_redundant_edges(Flow& flow);

/// Which side of a relationship of the region is outside and must be selected, if any.
enum class Crossing { none, border, foreign };
struct BorderSide {
  Crossing crossing = Crossing::none;
  tosca::NodeId outside;
};
/// foreign: the relationship belongs to the outside node's own life, not to the region's.
BorderSide border_of(const Flow& flow, tosca::RelationshipId relationship);

}  // namespace planbuilder::flow
