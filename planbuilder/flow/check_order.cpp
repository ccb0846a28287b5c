// A quick look whether relationships order the service at all; the passes are run only to explain why not.

#include <unordered_map>

#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/graph/bare_graph.h"

namespace planbuilder::flow {

namespace {

/// The order of building as bare numbers: nodes first, then relationships.
class BareOrder {
 public:
  BareOrder(const tosca::Topology& topology, const Semantics& semantics) : topology_(topology), semantics_(semantics) {
    edges_.reserve(2 * topology.relationships.size());
    for (const tosca::RelationshipId id : topology.relationships.ids()) add(id);
  }

  [[nodiscard]] bool is_acyclic() const {
    const graph::BareGraph graph(topology_.nodes.size() + topology_.relationships.size(), edges_);
    return graph.topological_order().size() == graph.size();
  }

 private:
  void add(tosca::RelationshipId id) {
    const tosca::Relationship& relationship = topology_.relationships[id];
    const auto source = static_cast<std::uint32_t>(relationship.source.index());
    const auto target = static_cast<std::uint32_t>(relationship.target.index());
    const auto here = static_cast<std::uint32_t>(topology_.nodes.size() + id.index());
    const Order order = order_of(relationship.type);
    const bool here_first = order == Order::relationship_first;
    const bool target_last = here_first || order == Order::source_first;
    const bool source_last = here_first || order == Order::target_first;
    edges_.push_back(target_last ? std::pair(here, target) : std::pair(target, here));
    edges_.push_back(source_last ? std::pair(here, source) : std::pair(source, here));
  }

  Order order_of(tosca::TypeId type) {
    const auto [known, fresh] = orders_.emplace(type, Order::target_first);
    if (fresh) {
      const Rule* rule = semantics_.find(topology_, type);
      if (rule != nullptr) known->second = rule->order(Direction::build);
    }
    return known->second;
  }

  const tosca::Topology& topology_;
  const Semantics& semantics_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::unordered_map<tosca::TypeId, Order> orders_;
};

}  // namespace

void check_order(const tosca::Topology& topology, const Semantics& semantics, Diagnostics& diagnostics) {
  if (BareOrder(topology, semantics).is_acyclic()) return;
  const PlanRequest build;  // termination is its reverse
  Flow flow(topology, build, semantics, diagnostics);
  add_provisioning(flow);
  order_by_relationships(flow);
  report_cycles(flow.plan, topology, diagnostics);
}

}  // namespace planbuilder::flow
