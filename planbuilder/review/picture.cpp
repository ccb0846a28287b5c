#include "planbuilder/review/picture.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

#include "planbuilder/plan/waves.h"
#include "planbuilder/review/equal_parts.h"
#include "planbuilder/review/summary.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

constexpr std::size_t unseen = static_cast<std::size_t>(-1);

/// The node at the bottom of each activity's stack, by following hosts.
class Machines {
 public:
  explicit Machines(const plan::Plan& plan) {
    for (const plan::Activity& activity : plan.activities) {
      if (activity.entity.kind == plan::Entity::Kind::node) hosts_.emplace(activity.entity.id, activity.host);
    }
  }

  /// Empty for what stands on no machine, or on several.
  std::string of(const plan::Activity& activity) {
    if (activity.entity.kind != plan::Entity::Kind::node) return activity.host.empty() ? "" : bottom(activity.host);
    return bottom(activity.entity.id);
  }

 private:
  std::string bottom(const std::string& node) {
    std::vector<std::string> way;
    std::string at = node;
    while (!known_.contains(at)) {
      known_.emplace(at, at);  // holds if the stack leads back to here
      way.push_back(at);
      const auto host = hosts_.find(at);
      if (host == hosts_.end() || host->second.empty()) break;
      at = host->second;
    }
    const std::string found = known_.at(at);
    for (const std::string& above : way) known_[above] = found;
    return found;
  }

  std::unordered_map<std::string, std::string> hosts_;
  std::unordered_map<std::string, std::string> known_;
};

class Drawer {
 public:
  Drawer(const plan::Plan& plan, const PictureOptions& options) : plan_(plan), options_(options) {}

  Picture draw() {
    picture_.title = plan_.name + " plan of " + plan_.service.name;
    critical_.resize(plan_.activities.size(), 0);
    for (const plan::ActivityId id : critical_path(plan_)) critical_[id] = 1;
    choose();
    add_boxes();
    add_arrows();
    add_groups();
    return std::move(picture_);
  }

 private:
  /// What is near the focus, or everything.
  void choose() {
    chosen_.resize(plan_.activities.size(), options_.focus ? 0 : 1);
    if (!options_.focus) return;
    std::vector<std::vector<std::size_t>> neighbours(plan_.activities.size());
    for (const plan::Edge& edge : plan_.edges) {
      if (edge.redundant && !options_.full) continue;
      neighbours[edge.from.index()].push_back(edge.to.index());
      neighbours[edge.to.index()].push_back(edge.from.index());
    }
    std::vector<std::size_t> distance(plan_.activities.size(), unseen);
    std::deque<std::size_t> waiting{options_.focus->index()};
    distance[options_.focus->index()] = 0;
    std::size_t count = 0;
    while (!waiting.empty()) {
      const std::size_t at = waiting.front();
      waiting.pop_front();
      chosen_[plan::ActivityId(at)] = 1;
      ++count;
      if (distance[at] == options_.depth) continue;
      for (const std::size_t next : neighbours[at]) {
        if (distance[next] != unseen) continue;
        distance[next] = distance[at] + 1;
        waiting.push_back(next);
      }
    }
    picture_.remark = count_of(count, "activity") + " of " + std::to_string(plan_.activities.size()) + " around " +
                      plan_.activities[*options_.focus].id;
  }

  void add_boxes() {
    box_of_.resize(plan_.activities.size(), unseen);
    const bool collapse = options_.collapse.value_or(!options_.focus && plan_.activities.size() >= crowded);
    const std::vector<std::size_t> parts = collapse ? equal_parts(plan_) : std::vector<std::size_t>();
    std::unordered_map<std::size_t, std::size_t> box_of_part;
    for (const plan::ActivityId id : plan_.activities.ids()) {
      if (chosen_[id] == 0) continue;
      if (collapse) {
        const auto [known, is_new] = box_of_part.emplace(parts[id.index()], picture_.boxes.size());
        box_of_[id] = known->second;
        if (!is_new) {
          Picture::Box& box = picture_.boxes[known->second];
          ++box.count;
          box.critical = box.critical || critical_[id] != 0;
          continue;
        }
      }
      box_of_[id] = picture_.boxes.size();
      picture_.boxes.push_back(
          {plan_.activities[id].id, summary_of(plan_.activities[id]), 1, critical_[id] != 0, options_.focus == id});
    }
    if (collapse && picture_.boxes.size() < plan_.activities.size())
      picture_.remark = count_of(plan_.activities.size(), "activity") + " as " + count_of(picture_.boxes.size(), "box") +
                        ": equal parts are drawn once";
  }

  void add_arrows() {
    std::map<std::pair<std::size_t, std::size_t>, Picture::Arrow> arrows;
    for (const plan::Edge& edge : plan_.edges) {
      const std::size_t from = box_of_[edge.from];
      const std::size_t to = box_of_[edge.to];
      if (from == unseen || to == unseen || from == to || (edge.redundant && !options_.full)) continue;
      const bool critical = critical_[edge.from] != 0 && critical_[edge.to] != 0 && !edge.redundant;
      const std::string why = edge.origins.empty() ? "" : edge.origins.front().reason;
      auto [known, is_new] =
          arrows.try_emplace({from, to}, Picture::Arrow{from, to, edge.redundant, critical, why, *edge.failure_of});
      known->second.redundant = known->second.redundant && edge.redundant;
      known->second.critical = known->second.critical || critical;
    }
    for (auto& [ends, arrow] : arrows) picture_.arrows.push_back(std::move(arrow));
  }

  void add_groups() {
    Machines machines(plan_);
    std::unordered_map<std::string, std::size_t> known;
    std::vector<char> done(picture_.boxes.size(), 0);
    for (const plan::ActivityId id : plan_.activities.ids()) {
      const std::size_t box = box_of_[id];
      if (box == unseen || done[box] != 0 || picture_.boxes[box].count > 1) continue;
      done[box] = 1;
      const std::string machine = machines.of(plan_.activities[id]);
      if (machine.empty()) continue;
      const auto [group, is_new] = known.emplace(machine, picture_.groups.size());
      if (is_new) picture_.groups.push_back({machine, {}});
      picture_.groups[group->second].boxes.push_back(box);
    }
    // A frame around a single box says nothing.
    std::erase_if(picture_.groups, [](const Picture::Group& group) { return group.boxes.size() < 2; });
  }

  const plan::Plan& plan_;
  const PictureOptions& options_;
  Picture picture_;
  IdVector<plan::ActivityId, char> critical_;
  IdVector<plan::ActivityId, char> chosen_;
  IdVector<plan::ActivityId, std::size_t> box_of_;
};

}  // namespace

Picture draw(const plan::Plan& plan, const PictureOptions& options) { return Drawer(plan, options).draw(); }

}  // namespace planbuilder::review
