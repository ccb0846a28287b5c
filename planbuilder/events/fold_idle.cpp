#include "planbuilder/events/fold_idle.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "planbuilder/flow/leave_out.h"
#include "planbuilder/graph/short_cuts.h"

namespace planbuilder::events {

namespace {

using flow::Activity;
using flow::ActivityId;
using flow::Transition;
using graph::ShortCuts;

bool is_event(const Activity& activity) { return activity.transition == Transition::handle && !activity.of_service; }

bool keeps_books(const Activity& activity) {
  const bool whole = activity.transition == Transition::provision || activity.transition == Transition::terminate;
  return whole || activity.makes_instance || activity.removes_instance;
}

class IdleFolder {
 public:
  IdleFolder(flow::AbstractPlan& plan, const std::function<bool(const Activity&)>& calls_nothing)
      : plan_(plan), short_cuts_(plan.activities.size()), idle_(plan.activities.size(), 0) {
    for (const ActivityId id : plan.activities.ids()) {
      const Activity& activity = plan.activities[id];
      if (activity.of_service || flow::is_selection(activity)) continue;
      groups_[{activity.entity, activity.index}].push_back(id);
      idle_[id.index()] = is_event(activity) && calls_nothing(activity) ? 1 : 0;
    }
  }

  bool fold() {
    if (std::none_of(idle_.begin(), idle_.end(), [](char idle) { return idle != 0; })) return false;
    take_out();
    for (const auto& [entity, activities] : groups_) hand_down(activities);
    for (const auto& [entity, activities] : groups_) make_whole(activities);
    flow::leave_out(plan_, short_cuts_, "life cycle");
    return true;
  }

 private:
  /// All activities of one entity, or of one of its representations, in the order of the plan.
  using Group = std::vector<ActivityId>;

  [[nodiscard]] bool is_idle(ActivityId id) const { return idle_[id.index()] != 0; }
  [[nodiscard]] bool is_out(ActivityId id) const { return short_cuts_.is_out(number(id)); }
  static graph::ShortCuts::Number number(ActivityId id) { return static_cast<graph::ShortCuts::Number>(id.index()); }

  /// Where the books are kept, else the first.
  [[nodiscard]] ActivityId place_of(const Group& group) const {
    const auto found = std::find_if(group.begin(), group.end(), [&](ActivityId id) { return keeps_books(plan_.activities[id]); });
    return found == group.end() ? group.front() : *found;
  }

  void take_out() {
    for (const flow::Edge& edge : plan_.edges) {
      if (!edge.redundant) short_cuts_.add(number(edge.from), number(edge.to));
    }
    std::vector<char> removable = idle_;
    for (const auto& [entity, group] : groups_) removable[place_of(group).index()] = 0;
    for (const ActivityId id : plan_.activities.ids()) {
      const Activity& activity = plan_.activities[id];
      const bool decides = !activity.condition->is_null();
      if (decides || keeps_books(activity)) removable[id.index()] = 0;
    }
    short_cuts_.take_out(removable);
  }

  /// What an event that was taken out does to the books is done with the next one of its entity, else with the one before.
  void hand_down(const Group& group) {
    std::vector<std::shared_ptr<const flow::HandledEvent>> waiting;
    ActivityId last;
    for (const ActivityId id : group) {
      Activity& activity = plan_.activities[id];
      if (is_out(id)) {
        waiting.push_back(activity.event);
        continue;
      }
      activity.calls_nothing = is_idle(id);
      // The instance is there from its first event on.
      if (!waiting.empty() && is_event(activity)) activity.folded.make().before = std::exchange(waiting, {});
      last = id;
    }
    if (!waiting.empty()) plan_.activities[last].folded.make().after = std::move(waiting);
  }

  /// An entity for which no event calls anything has one activity, as relationships would have it: those who know its type do
  /// all.
  void make_whole(const Group& group) {
    Activity& activity = plan_.activities[place_of(group)];
    const bool calls =
        std::any_of(group.begin(), group.end(), [&](ActivityId id) { return is_event(plan_.activities[id]) && !is_idle(id); });
    if (calls || !is_event(activity) || !keeps_books(activity)) return;
    activity.transition = activity.makes_instance ? Transition::provision : Transition::terminate;
    activity.id = unique(activity.id.substr(0, activity.id.rfind('/') + 1) + std::string(to_string(activity.transition)));
    activity.reason += ", and nothing is called for any of its events: all of them are this activity";
    activity.runs_already = std::holds_alternative<tosca::RelationshipId>(activity.entity);
    activity.event = {};
    activity.folded = {};
    activity.calls_nothing = activity.makes_instance = activity.removes_instance = false;
  }

  /// A relationship may have the name of a node.
  std::string unique(const std::string& id) {
    if (ids_.empty()) {
      for (const Activity& activity : plan_.activities) ids_.insert(activity.id);
    }
    std::string found = id;
    for (std::size_t repeat = 2; !ids_.insert(found).second; ++repeat) found = id + "#" + std::to_string(repeat);
    return found;
  }

  flow::AbstractPlan& plan_;
  graph::ShortCuts short_cuts_;
  std::vector<char> idle_;  // by activity
  std::map<std::pair<tosca::EntityId, std::optional<std::uint32_t>>, Group> groups_;
  std::unordered_set<std::string> ids_;
};

}  // namespace

bool fold_idle(flow::AbstractPlan& plan, const std::function<bool(const Activity&)>& calls_nothing) {
  return IdleFolder(plan, calls_nothing).fold();
}

}  // namespace planbuilder::events
