#include "planbuilder/flow/graph.h"

namespace planbuilder::flow {

OrderGraph graph_of(const AbstractPlan& plan) {
  std::vector<std::pair<Vertex, Vertex>> ends;
  std::vector<EdgeNumber> numbers;
  ends.reserve(plan.edges.size());
  numbers.reserve(plan.edges.size());
  for (const Edge& edge : plan.edges) {
    ends.emplace_back(static_cast<Vertex>(edge.from.index()), static_cast<Vertex>(edge.to.index()));
    numbers.push_back({static_cast<std::uint32_t>(numbers.size())});
  }
  return {boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), numbers.begin(),
          static_cast<Vertex>(plan.activities.size())};
}

}  // namespace planbuilder::flow
