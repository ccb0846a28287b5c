#include "planbuilder/diff/describe.h"

#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::diff {

namespace {

using Mark = Line::Mark;

constexpr std::size_t most_names = 12;  // in one line

class Describer {
 public:
  std::vector<Line> describe(const Difference& difference) {
    add_renames(difference.renames);
    add_files(difference.files);
    for (const PlanDifference& plan : difference.plans) add_plan(plan);
    if (difference.unknown_files > 0)
      add(Mark::dim, 0, "not compared: " + count_of(difference.unknown_files, "file") + ", whose content only one side has");
    return std::move(lines_);
  }

 private:
  void add(Mark mark, std::size_t depth, std::string text) { lines_.push_back({mark, depth, std::move(text)}); }

  void add_renames(const std::vector<Rename>& renames) {
    if (renames.empty()) return;
    add(Mark::plan, 0, "renamed");
    std::size_t following = 0;
    for (const Rename& rename : renames) {
      if (rename.follows) {
        ++following;
      } else {
        add(Mark::changed, 1, std::string(plan::to_string(rename.before.kind)) + " " + rename.before.id + " -> " + rename.after);
      }
    }
    if (following > 0) add(Mark::dim, 1, "and " + count_of(following, "relationship") + " called after them");
  }

  void add_files(const std::vector<FileChange>& files) {
    if (files.empty()) return;
    add(Mark::plan, 0, "files: " + count_of(files.size(), "file") + (files.size() == 1 ? " differs" : " differ"));
    for (const FileChange& file : files) {
      add(!file.before ? Mark::added : !file.after ? Mark::removed : Mark::changed, 1, file.file);
      add(Mark::dim, 2, "used by " + users_of(file.used_by));
      if (!file.lines) add(Mark::dim, 2, contents_of(file));
      if (file.lines) add_lines(*file.lines);
    }
  }

  /// Steps, which stand together by their plans.
  static std::string users_of(const std::vector<FileUse>& uses) {
    std::vector<std::string> words;
    for (const FileUse& use : uses) {
      const bool same_plan = !words.empty() && &use != &uses.front() && (&use - 1)->plan == use.plan;
      words.push_back((same_plan ? "" : use.plan + ": ") + use.step);
    }
    return join_some(words, ", ", most_names);
  }

  static std::string contents_of(const FileChange& file) {
    const auto words = [](const plan::UsedFile& side) {
      return side.is_missing() ? std::string("not there")
                               : count_of(*side.size, "byte") + ", sha256 " + side.digest.substr(0, 12);
    };
    if (!file.before || !file.after) return words(file.before ? *file.before : *file.after);
    return words(*file.before) + " -> " + words(*file.after);
  }

  void add_lines(const LineDifference& lines) {
    for (const LineChange& line : lines.lines) {
      add(line.added ? Mark::added : Mark::removed, 2,
          std::to_string(line.line) + ": " + line.text + (line.unended ? "  (no end of line)" : ""));
    }
    if (lines.more > 0) add(Mark::dim, 2, "and " + count_of(lines.more, "more line"));
  }

  void add_plan(const PlanDifference& plan) {
    using Presence = PlanDifference::Presence;
    add(Mark::plan, 0, plan.name + " plan: " + summary_of(plan));
    if (plan.presence == Presence::added) return add(Mark::added, 1, "the plan is new: " + words_of(plan.after));
    if (plan.presence == Presence::removed) return add(Mark::removed, 1, "the plan is gone: " + words_of(plan.before));
    add_changes(plan.changes, 1);
    add_activities(plan);
    add_order("order gained", plan.gained, Mark::added);
    add_order("order lost", plan.lost, Mark::removed);
    if (!plan.all_order) add(Mark::dim, 1, "through what was added or removed more is ordered than is listed here");
    add_parameters("inputs", plan.inputs);
    add_parameters("outputs", plan.outputs);
    add_shapes(plan);
  }

  static std::string words_of(const Shape& shape) {
    return count_of(shape.activities, "activity") + ", up to " + std::to_string(shape.widest) + " at once, " +
           std::to_string(shape.waves) + " one after another";
  }

  static std::string summary_of(const PlanDifference& plan) {
    if (plan.presence == PlanDifference::Presence::added) return "added";
    if (plan.presence == PlanDifference::Presence::removed) return "removed";
    std::vector<std::string> parts;
    const auto count = [&](std::size_t number, const std::string& noun, const std::string& what) {
      if (number > 0) parts.push_back(count_of(number, noun) + " " + what);
    };
    count(plan.added.size(), "activity", "added");
    count(plan.removed.size(), "activity", "removed");
    count(plan.changed.size(), "activity", "changed");
    count(plan.gained.size(), "order", "gained");
    count(plan.lost.size(), "order", "lost");
    count(plan.inputs.size(), "input", plan.inputs.size() == 1 ? "differs" : "differ");
    count(plan.outputs.size(), "output", plan.outputs.size() == 1 ? "differs" : "differ");
    return parts.empty() ? "differs" : join(parts, ", ");
  }

  void add_changes(const std::vector<Change>& changes, std::size_t depth) {
    for (const Change& change : changes) {
      if (change.before.empty()) {
        add(Mark::added, depth, change.what + ": " + change.after);
      } else if (change.after.empty()) {
        add(Mark::removed, depth, change.what + ": " + change.before);
      } else {
        add(Mark::changed, depth, change.what + ": " + change.before + " -> " + change.after);
      }
    }
  }

  void add_lone(const LoneActivity& activity, Mark mark) {
    add(mark, 1, activity.id + (activity.filled_by.empty() ? "" : "  filled by " + activity.filled_by));
    std::vector<std::string> around;
    if (!activity.after.empty()) around.push_back("after " + join_some(activity.after, ", ", most_names));
    if (!activity.before.empty()) around.push_back("before " + join_some(activity.before, ", ", most_names));
    if (!around.empty()) add(Mark::dim, 2, join(around, "; "));
  }

  void add_activities(const PlanDifference& plan) {
    if (plan.added.empty() && plan.removed.empty() && plan.changed.empty()) return;
    add(Mark::heading, 0, "activities");
    for (const LoneActivity& activity : plan.added) add_lone(activity, Mark::added);
    for (const LoneActivity& activity : plan.removed) add_lone(activity, Mark::removed);
    for (const ChangedActivity& activity : plan.changed) {
      add(Mark::changed, 1, activity.id + (activity.id == activity.old_id ? "" : "  was " + activity.old_id));
      add_changes(activity.changes, 2);
    }
  }

  void add_order(const std::string& title, const std::vector<OrderChange>& order, Mark mark) {
    if (order.empty()) return;
    const bool gained = mark == Mark::added;
    add(Mark::heading, 0, title);
    for (const OrderChange& change : order) {
      const std::string instead = change.reversed ? (gained ? "it was the other way round" : "it is the other way round now")
                                                  : (gained ? "both could run at once" : "both can run at once now");
      add(mark, 1, change.from + " before " + change.to + "  (" + instead + ")");
      add_chain(change.chain);
    }
  }

  void add_chain(const std::vector<Link>& chain) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const bool elided = chain.size() > most_names && i >= most_names / 2 && i < chain.size() - most_names / 2;
      if (elided && i == most_names / 2) add(Mark::dim, 2, "(" + count_of(chain.size() - most_names, "link") + " more)");
      if (elided) continue;
      if (chain.size() > 1) add(Mark::dim, 2, chain[i].from + " before " + chain[i].to);
      for (const plan::Origin& origin : chain[i].origins) {
        const std::string place = origin.at ? "  (" + to_string(*origin.at) + ")" : "";
        add(Mark::dim, chain.size() > 1 ? 3 : 2, origin.rule + (origin.reason.empty() ? "" : ": " + origin.reason) + place);
      }
    }
  }

  void add_parameters(const std::string& title, const std::vector<ParameterChange>& parameters) {
    if (parameters.empty()) return;
    add(Mark::heading, 0, title);
    for (const ParameterChange& parameter : parameters) {
      const bool changed = parameter.kind == ParameterChange::Kind::changed;
      add(changed                                          ? Mark::changed
          : parameter.kind == ParameterChange::Kind::added ? Mark::added
                                                           : Mark::removed,
          1, parameter.name);
      add_changes(parameter.changes, 2);
    }
  }

  void add_shapes(const PlanDifference& plan) {
    const Shape& was = plan.before;
    const Shape& is = plan.after;
    if (was.widest == is.widest && was.longest == is.longest) return;
    add(Mark::heading, 0, "parallelism");
    const auto compare = [&](const std::string& what, std::size_t before, std::size_t after) {
      add(before == after ? Mark::plain : Mark::changed, 1,
          what + ": " + std::to_string(before) + (before == after ? "" : " -> " + std::to_string(after)));
    };
    compare("at once, at most", was.widest, is.widest);
    compare("longest chain", was.waves, is.waves);
    if (was.longest == is.longest) return;
    add(Mark::removed, 2, join_some(was.longest, " > ", most_names));
    add(Mark::added, 2, join_some(is.longest, " > ", most_names));
  }

  std::vector<Line> lines_;
};

}  // namespace

std::vector<Line> describe(const Difference& difference) { return Describer().describe(difference); }

}  // namespace planbuilder::diff
