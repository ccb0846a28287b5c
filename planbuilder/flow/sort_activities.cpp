#include <algorithm>
#include <tuple>

#include "planbuilder/flow/order_passes.h"

namespace planbuilder::flow {

IdVector<ActivityId, ActivityId> sort_activities(AbstractPlan& plan, const std::vector<ActivityId>& order) {
  IdVector<ActivityId, ActivityId> numbers;
  numbers.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) numbers[order[i]] = ActivityId(i);
  if (!std::is_sorted(order.begin(), order.end())) {
    IdVector<ActivityId, Activity> sorted;
    sorted.reserve(order.size());
    for (const ActivityId id : order) sorted.add(std::move(plan.activities[id]));
    plan.activities = std::move(sorted);
    for (Edge& edge : plan.edges) {
      edge.from = numbers[edge.from];
      edge.to = numbers[edge.to];
    }
  }
  const auto less = [](const Edge& left, const Edge& right) {
    return std::tie(left.from, left.to) < std::tie(right.from, right.to);
  };
  if (!std::is_sorted(plan.edges.begin(), plan.edges.end(), less)) std::sort(plan.edges.begin(), plan.edges.end(), less);
  return numbers;
}

}  // namespace planbuilder::flow
