// What the passes by relationships work on: the plan as far as it is known, and which activities belong to which entity.
#pragma once

#include <optional>
#include <ranges>
#include <unordered_map>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/flow/plan_request.h"
#include "planbuilder/flow/semantics.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

/// What a pass works on. Others know an entity by at most one activity, or one per representation.
class Flow {
 public:
  Flow(const tosca::Topology& service, const PlanRequest& wanted, const Semantics& rules, Diagnostics& problems);

  const tosca::Topology& topology;
  const PlanRequest& request;
  const Semantics& semantics;
  Diagnostics& diagnostics;
  AbstractPlan plan;  // as far as it is known; activities are numbered as they are declared
  // Of a workflow: with what it begins, and what is done when it is.
  std::vector<ActivityId> first_of_workflow;
  std::vector<ActivityId> last_of_workflow;

  using Index = std::optional<std::uint32_t>;
  /// Those of one entity are added one right after the other, by their indexes.
  ActivityId add_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index = std::nullopt);
  /// Beside the activity by which others know the entity.
  ActivityId add_side_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index = std::nullopt);
  /// An activity that was made for a part of the service on its own.
  ActivityId adopt(Activity activity);
  /// The id itself; if there is such an activity already, with a number behind it.
  std::string unique_id(std::string id);
  /// The first, where there are several.
  [[nodiscard]] std::optional<ActivityId> activity_of(tosca::EntityId entity) const;
  [[nodiscard]] auto activities_of(tosca::EntityId entity) const {
    const Range& range = range_of(entity);
    return std::views::iota(range.first, range.first + range.count) |
           std::views::transform([](std::uint32_t number) { return ActivityId(number); });
  }
  /// Of this representation; what has only one activity has it for all of them.
  [[nodiscard]] std::optional<ActivityId> activity_of(tosca::EntityId entity, std::size_t index) const;
  /// The node is of the region, or of the part of the service, that is asked for.
  [[nodiscard]] bool is_inside(tosca::NodeId node) const { return inside_.empty() || inside_[node] != 0; }

  [[nodiscard]] Activity& operator[](ActivityId id) { return plan.activities[id]; }
  [[nodiscard]] const Activity& operator[](ActivityId id) const { return plan.activities[id]; }

 private:
  IdVector<tosca::NodeId, char> inside_;  // empty: all of them
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] Range& range_of(tosca::EntityId entity);
  [[nodiscard]] const Range& range_of(tosca::EntityId entity) const;
  IdVector<tosca::NodeId, Range> node_activities_;
  IdVector<tosca::RelationshipId, Range> relationship_activities_;
  [[nodiscard]] bool shares_name(tosca::EntityId entity) const;
  std::unordered_map<std::string, std::size_t> ids_;  // only those that could be there twice
};

}  // namespace planbuilder::flow
