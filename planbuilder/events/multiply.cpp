#include "planbuilder/events/multiply.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "planbuilder/tosca/model/representations.h"

namespace planbuilder::events {

namespace {

using flow::ActivityId;
using Index = std::optional<std::uint32_t>;

class Multiplier {
 public:
  Multiplier(flow::AbstractPlan& plan, const flow::AbstractPlan& by_relationships, const tosca::Topology& topology)
      : plan_(plan), topology_(topology) {
    for (const flow::Activity& activity : by_relationships.activities) {
      if (activity.index) indexes_[activity.entity].push_back(activity.index);
    }
  }

  void multiply() {
    IdVector<ActivityId, flow::Activity> all;
    for (const flow::Activity& activity : plan_.activities) {
      auto& copies = copies_.emplace_back();
      for (const Index& index : indexes_of(activity)) {
        flow::Activity copy = activity;
        copy.index = index;
        if (index) copy.id.insert(copy.id.find('/'), "[" + std::to_string(*index) + "]");
        copies.push_back(all.add(std::move(copy)));
      }
    }
    std::vector<flow::Edge> edges;
    for (const flow::Edge& edge : plan_.edges) {
      for (const ActivityId from : copies_[edge.from.index()]) {
        for (const ActivityId to : copies_[edge.to.index()]) {
          if (!belong_together(all[from], all[to])) continue;
          edges.push_back(edge);
          edges.back().from = from;
          edges.back().to = to;
        }
      }
    }
    std::sort(edges.begin(), edges.end(), [](const flow::Edge& left, const flow::Edge& right) {
      return std::tie(left.from, left.to) < std::tie(right.from, right.to);
    });
    plan_.activities = std::move(all);
    plan_.edges = std::move(edges);
  }

 private:
  [[nodiscard]] std::vector<Index> indexes_of(const flow::Activity& activity) const {
    if (activity.of_service || !tosca::is_counted(topology_, activity.entity)) return {std::nullopt};
    const auto found = indexes_.find(activity.entity);
    return found == indexes_.end() ? std::vector<Index>() : found->second;
  }

  /// Representations of one entity do not wait for each other, a relationship only for those ends that it joins.
  [[nodiscard]] bool belong_together(const flow::Activity& one, const flow::Activity& other) const {
    if (!one.index || !other.index) return true;
    if (one.entity == other.entity) return one.index == other.index;
    if (std::holds_alternative<tosca::RelationshipId>(one.entity)) return joins(one, other);
    if (std::holds_alternative<tosca::RelationshipId>(other.entity)) return joins(other, one);
    return true;
  }

  [[nodiscard]] bool joins(const flow::Activity& joint, const flow::Activity& end) const {
    const auto id = std::get<tosca::RelationshipId>(joint.entity);
    const auto* node = std::get_if<tosca::NodeId>(&end.entity);
    if (node == nullptr) return true;
    const auto which = tosca::Representation::at(*joint.index);
    const tosca::Relationship& relationship = topology_.relationships[id];
    const auto is_this = [&](const tosca::Representation& found) {
      return found.kind != tosca::Representation::Kind::known || found.index == *end.index;
    };
    if (relationship.source == *node) return is_this(tosca::source_of(topology_, id, which));
    if (relationship.target != *node) return true;
    const auto target = tosca::target_of(topology_, id, which);
    return !target || is_this(*target);
  }

  flow::AbstractPlan& plan_;
  const tosca::Topology& topology_;
  std::map<tosca::EntityId, std::vector<Index>> indexes_;
  std::vector<std::vector<ActivityId>> copies_;  // by activity
};

}  // namespace

bool multiply_counted(flow::AbstractPlan& plan, const flow::AbstractPlan& by_relationships, const tosca::Topology& topology) {
  const bool counted = plan.kind->makes_service() &&
                       std::any_of(plan.activities.begin(), plan.activities.end(), [&](const flow::Activity& activity) {
                         return !activity.of_service && tosca::is_counted(topology, activity.entity);
                       });
  if (counted) Multiplier(plan, by_relationships, topology).multiply();
  return counted;
}

}  // namespace planbuilder::events
