#include <map>
#include <set>

#include "planbuilder/diff/write.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::diff {

namespace {

enum class Look { same, added, removed, changed };
constexpr std::string_view names[] = {"same", "added", "removed", "changed"};

/// One picture of all plans, each in a frame.
class Drawer {
 public:
  std::optional<std::string> draw(const Difference& difference) {
    out_ = "flowchart TB\n";
    for (const FileChange& file : difference.files) {
      for (const FileUse& use : file.used_by) touched_[use.plan].insert(use.activity);
    }
    for (const PlanDifference& plan : difference.plans) add(plan);
    while (!touched_.empty()) {
      PlanDifference same_but_for_files;
      same_but_for_files.name = touched_.begin()->first;
      add(same_but_for_files);
    }
    if (difference.empty()) out_ += "  none[\"no differences\"]\n";
    out_ +=
        "  classDef added stroke:#1a7f37,stroke-width:3px\n"
        "  classDef removed stroke:#cf222e,stroke-width:3px,stroke-dasharray:5\n"
        "  classDef changed stroke:#9a6700,stroke-width:3px\n";
    color(added_, "#1a7f37");
    color(removed_, "#cf222e");
    if (arrows_ > most_mermaid_edges || out_.size() > most_mermaid_characters) return std::nullopt;
    return std::move(out_);
  }

 private:
  using Arrow = std::tuple<std::string, std::string, Look>;

  void add(const PlanDifference& plan) {
    boxes_.clear();
    std::set<Arrow> arrows;
    const auto add_lone = [&](const std::vector<LoneActivity>& activities, Look look) {
      for (const LoneActivity& activity : activities) {
        boxes_[activity.id] = look;
        for (const std::string& other : activity.after) arrows.emplace(other, activity.id, look);
        for (const std::string& other : activity.before) arrows.emplace(activity.id, other, look);
      }
    };
    add_lone(plan.added, Look::added);
    add_lone(plan.removed, Look::removed);
    for (const ChangedActivity& activity : plan.changed) boxes_[activity.id] = Look::changed;
    for (const std::string& activity : touched_[plan.name]) boxes_.emplace(activity, Look::changed);
    touched_.erase(plan.name);
    const auto add_order = [&](const std::vector<OrderChange>& order, Look look) {
      for (const OrderChange& change : order) {
        // What is ordered through others is drawn through them.
        if (change.chain.size() == 1) arrows.emplace(change.from, change.to, look);
      }
    };
    add_order(plan.gained, Look::added);
    add_order(plan.lost, Look::removed);
    for (const auto& [from, to, look] : arrows) {
      boxes_.emplace(from, Look::same);
      boxes_.emplace(to, Look::same);
    }
    write(plan, arrows);
  }

  void write(const PlanDifference& plan, const std::set<Arrow>& arrows) {
    const std::string frame = "p" + std::to_string(frames_++);
    out_ += "  subgraph " + frame + "[\"" + mermaid_text(plan.name + " plan" + presence(plan)) + "\"]\n";
    std::map<std::string, std::string> number;
    for (const auto& [id, look] : boxes_) {
      const std::string name = frame + "a" + std::to_string(number.size());
      number.emplace(id, name);
      const std::string look_name = look == Look::same ? "" : ":::" + std::string(names[static_cast<std::size_t>(look)]);
      out_ += "    " + name + "[\"" + mermaid_text(id) + "\"]" + look_name + "\n";
    }
    for (const auto& [from, to, look] : arrows) {
      out_ += "    " + number[from] + (look == Look::removed ? " -.-> " : " --> ") + number[to] + "\n";
      (look == Look::removed ? removed_ : added_).push_back(std::to_string(arrows_++));
    }
    out_ += "  end\n";
  }

  static std::string presence(const PlanDifference& plan) {
    if (plan.presence == PlanDifference::Presence::both) return "";
    return plan.presence == PlanDifference::Presence::added ? ", added" : ", removed";
  }

  void color(const std::vector<std::string>& arrows, const std::string& stroke) {
    if (!arrows.empty()) out_ += "  linkStyle " + join(arrows, ",") + " stroke:" + stroke + "\n";
  }

  std::string out_;
  std::map<std::string, Look> boxes_;                     // of the plan that is drawn
  std::map<std::string, std::set<std::string>> touched_;  // by plan: activities that use a file which differs
  std::size_t frames_ = 0;
  std::size_t arrows_ = 0;
  std::vector<std::string> added_;  // the numbers of arrows
  std::vector<std::string> removed_;
};

}  // namespace

std::optional<std::string> to_mermaid(const Difference& difference) { return Drawer().draw(difference); }

}  // namespace planbuilder::diff
