#include "planbuilder/flow/leave_out.h"

#include "planbuilder/flow/order_passes.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

namespace {

using graph::ShortCuts;

bool is_out(const ShortCuts& taken_out, ActivityId id) { return taken_out.is_out(static_cast<ShortCuts::Number>(id.index())); }

Origin origin_past(const ShortCuts::Arc& arc, const AbstractPlan& plan, const std::string& rule) {
  std::vector<std::string> names;
  for (const ShortCuts::Number vertex : arc.by) names.push_back("'" + plan.activities[ActivityId(vertex)].id + "'");
  const std::string calls = names.size() == 1 ? ", which calls nothing" : ", which call nothing";
  return {rule, "by way of " + join(names, ", ") + calls, plan.activities[ActivityId(arc.by.front())].at};
}

void leave_out_edges(AbstractPlan& plan, const ShortCuts& taken_out, const std::string& rule) {
  std::vector<Edge> edges;
  for (Edge& edge : plan.edges) {
    edge.redundant = false;
    if (!is_out(taken_out, edge.from) && !is_out(taken_out, edge.to)) edges.push_back(std::move(edge));
  }
  plan.edges = std::move(edges);
  for (const ShortCuts::Arc& arc : taken_out.arcs()) {
    if (!arc.gone && !arc.by.empty()) add_order(plan, ActivityId(arc.from), ActivityId(arc.to), origin_past(arc, plan, rule));
  }
}

}  // namespace

void leave_out(AbstractPlan& plan, const ShortCuts& taken_out, const std::string& rule) {
  leave_out_edges(plan, taken_out, rule);
  IdVector<ActivityId, ActivityId> numbers;
  numbers.resize(plan.activities.size());
  IdVector<ActivityId, Activity> kept;
  for (const ActivityId id : plan.activities.ids()) {
    if (!is_out(taken_out, id)) numbers[id] = kept.add(std::move(plan.activities[id]));
  }
  for (Edge& edge : plan.edges) {
    edge.from = numbers[edge.from];
    edge.to = numbers[edge.to];
  }
  plan.activities = std::move(kept);
}

}  // namespace planbuilder::flow
