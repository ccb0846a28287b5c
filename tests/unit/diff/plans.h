// Small plans for tests: activities in order, and edges between them.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "planbuilder/diff/difference.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::diff {

using Ends = std::pair<std::string, std::string>;

/// A node per name that is provisioned; an origin of each edge says "A to B".
inline plan::Plan plan_of(const std::vector<std::string>& nodes, const std::vector<Ends>& edges,
                          const std::string& name = "build") {
  plan::Plan plan;
  plan.name = name;
  plan.kind = PlanKinds::shipped().named(name);
  plan.service.name = "s";
  const auto find = [&](const std::string& node) {
    for (const plan::ActivityId id : plan.activities.ids()) {
      if (plan.activities[id].entity.id == node) return id;
    }
    return plan::ActivityId();
  };
  for (const std::string& node : nodes) {
    plan::Activity activity;
    activity.id = node + "/provision";
    activity.entity = {plan::Entity::Kind::node, node};
    activity.transition = "provision";
    activity.type = "Thing";
    activity.filled_by = "standard";
    plan.activities.add(std::move(activity));
  }
  for (const auto& [from, to] : edges)
    plan.edges.push_back({find(from), find(to), false, {{"rule", from + " to " + to, Location{"s.yaml", 1, 1}}}});
  std::sort(plan.edges.begin(), plan.edges.end(),
            [](const plan::Edge& a, const plan::Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  return plan;
}

/// A relationship with its ends: its activity comes between the two, as hosting does.
inline void add_relationship(plan::Plan& plan, const std::string& id, const std::string& type, const std::string& source,
                             const std::string& target) {
  plan::Activity activity;
  activity.id = id + "/provision";
  activity.entity = {plan::Entity::Kind::relationship, id};
  activity.transition = "provision";
  activity.type = type;
  activity.source = source;
  activity.target = target;
  plan.activities.add(std::move(activity));
}

}  // namespace planbuilder::diff
