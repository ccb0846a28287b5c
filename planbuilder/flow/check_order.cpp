// A quick look whether relationships order the service at all; the passes are run only to explain why not.

#include <unordered_map>

#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

/// The order of building as bare numbers: nodes first, then relationships.
class BareOrder {
 public:
  explicit BareOrder(const tosca::Topology& topology) : topology_(topology) {
    edges_.reserve(2 * topology.relationships.size());
    for (const tosca::RelationshipId id : topology.relationships.ids()) add(id);
  }

  [[nodiscard]] bool is_acyclic() const {
    const std::size_t count = topology_.nodes.size() + topology_.relationships.size();
    std::vector<std::uint32_t> first(count + 1, 0);  // where the successors of each start
    std::vector<std::uint32_t> waiting_for(count, 0);
    for (const auto& [from, to] : edges_) {
      ++first[from + 1];
      ++waiting_for[to];
    }
    for (std::size_t i = 0; i < count; ++i) first[i + 1] += first[i];
    std::vector<std::uint32_t> successors(edges_.size());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const auto& [from, to] : edges_) successors[next[from]++] = to;

    std::vector<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (waiting_for[i] == 0) ready.push_back(i);
    }
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
      const std::uint32_t here = ready.back();
      ready.pop_back();
      for (std::uint32_t at = first[here]; at < first[here + 1]; ++at) {
        if (--waiting_for[successors[at]] == 0) ready.push_back(successors[at]);
      }
    }
    return done == count;
  }

 private:
  void add(tosca::RelationshipId id) {
    const tosca::Relationship& relationship = topology_.relationships[id];
    const auto source = static_cast<std::uint32_t>(relationship.source.index());
    const auto target = static_cast<std::uint32_t>(relationship.target.index());
    const auto here = static_cast<std::uint32_t>(topology_.nodes.size() + id.index());
    const bool ends_first = order_of(relationship.type) == Order::ends_first;
    edges_.emplace_back(target, here);
    if (ends_first) {
      edges_.emplace_back(source, here);
    } else {
      edges_.emplace_back(here, source);
    }
  }

  Order order_of(tosca::TypeId type) {
    const auto [known, fresh] = orders_.emplace(type, Order::target_first);
    if (fresh) {
      const Rule* rule = Semantics::shipped().find(topology_, type);
      if (rule != nullptr) known->second = rule->build;
    }
    return known->second;
  }

  const tosca::Topology& topology_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::unordered_map<tosca::TypeId, Order> orders_;
};

}  // namespace

void check_order(const tosca::Topology& topology, Diagnostics& diagnostics) {
  if (BareOrder(topology).is_acyclic()) return;
  const PlanRequest build{PlanKind::build};  // termination is its reverse
  Flow flow(topology, build, Semantics::shipped(), diagnostics);
  for (const Pass pass : {add_provisioning, order_by_relationships, reject_cycles}) pass(flow);
}

}  // namespace planbuilder::flow
