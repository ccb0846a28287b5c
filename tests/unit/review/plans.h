// Small plans that tests of reviews look at.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

inline plan::ActivityId add_node(plan::Plan& plan, const std::string& node, const std::string& host = "",
                                 const std::string& operation = "create") {
  plan::Activity activity;
  activity.id = node + "/provision";
  activity.entity = {plan::Entity::Kind::node, node};
  activity.transition = "provision";
  activity.host = host;
  activity.filled_by = "standard";
  activity.reason = "the service has the node '" + node + "'";
  activity.at = Location{"service.yaml", 3, 5};
  plan::Invoke invoke;
  invoke.operation = operation;
  activity.steps.push_back({activity.id + "/" + operation, invoke});
  return plan.activities.add(std::move(activity));
}

inline void add_edge(plan::Plan& plan, plan::ActivityId from, plan::ActivityId to, bool redundant = false) {
  const std::string reason = plan.activities[to].entity.id + " needs " + plan.activities[from].entity.id;
  plan.edges.push_back({from, to, redundant, {{"HostedOn", reason, Location{"service.yaml", 7, 9}}}});
}

inline void add_failure_edge(plan::Plan& plan, plan::ActivityId from, plan::ActivityId to, const std::string& step) {
  add_edge(plan, from, to);
  plan.edges.back().failure_of = step;
}

/// When a or b fails, the parts of try, there is mend; else next.
inline plan::Plan branching() {
  plan::Plan plan;
  plan.name = "workflow-care";
  plan.service.name = "shop";
  const auto a = add_node(plan, "a");
  const auto b = add_node(plan, "b");
  const auto mend = add_node(plan, "mend");
  const auto next = add_node(plan, "next");
  add_failure_edge(plan, a, mend, "try");
  add_edge(plan, a, next);
  add_failure_edge(plan, b, mend, "try");
  add_edge(plan, b, next);
  return plan;
}

/// vm < db < app, vm < app (redundant), and web beside db.
inline plan::Plan stack() {
  plan::Plan plan;
  plan.name = "build";
  plan.service.name = "shop";
  const auto vm = add_node(plan, "vm");
  const auto db = add_node(plan, "db", "vm");
  const auto web = add_node(plan, "web", "vm");
  const auto app = add_node(plan, "app", "web");
  add_edge(plan, vm, db);
  add_edge(plan, vm, web);
  add_edge(plan, vm, app, true);
  add_edge(plan, db, app);
  add_edge(plan, web, app);
  return plan;
}

}  // namespace planbuilder::review
