#include "planbuilder/flow/order_passes.h"

namespace planbuilder::flow {

std::optional<SettledOrder> settle_order(AbstractPlan& plan, const tosca::Topology& topology, Diagnostics& diagnostics) {
  merge_edges(plan);
  const std::vector<ActivityId> order = topological_order(plan);
  if (order.size() < plan.activities.size()) {
    report_cycles(plan, topology, diagnostics);
    return std::nullopt;
  }
  const bool is_reduced = flag_redundant_edges(plan, diagnostics);
  return SettledOrder{sort_activities(plan, order), is_reduced};
}

}  // namespace planbuilder::flow
