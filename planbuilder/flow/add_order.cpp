#include "planbuilder/flow/order_passes.h"

namespace planbuilder::flow {

void add_order(AbstractPlan& plan, ActivityId before, ActivityId after, Origin origin) {
  if (plan.edges.empty() || plan.edges.back().from != before || plan.edges.back().to != after) {
    if (!plan.edges.empty()) plan.edges.back().origins.shrink_to_fit();  // millions of edges: what is spare adds up
    plan.edges.push_back({before, after, false, {}});
  }
  plan.edges.back().origins.push_back(std::move(origin));
}

}  // namespace planbuilder::flow
