// What differs between two plans, or between all plans of two services: plain data that text, JSON and pages show.
//
// Plans are equal when they have the same activities doing the same with the same files, the same inputs and outputs, and the
// same reachability. Where something stands in a file, in which order it is declared, and why, makes no difference.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "planbuilder/diff/line_diff.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::diff {

/// One thing that differs inside an activity, input or output. The texts are JSON; an empty one says that it was not there.
struct Change {
  std::string what;  // such as `host`, or `steps/create/inputs/port`
  std::string before;
  std::string after;
};

/// An activity that only one side has, with what is next to it in the order.
struct LoneActivity {
  std::string id;
  std::string filled_by;
  std::vector<std::string> after;   // what it waits for directly
  std::vector<std::string> before;  // what waits for it
};

/// An activity that both sides have and that differs.
struct ChangedActivity {
  std::string id;      // in the new plan
  std::string old_id;  // differs from it where the entity was renamed
  std::vector<Change> changes;
};

/// A link of the chain that orders two activities, by the ids of the side that has it.
struct Link {
  std::string from;
  std::string to;
  std::vector<plan::Origin> origins;
};

/// Two activities that both sides have, and that only one side orders: no third one of both stands between them. Ids are those of
/// the new plan.
struct OrderChange {
  std::string from;
  std::string to;
  bool reversed = false;    // the other side has the opposite order; else it lets both run at once
  std::vector<Link> chain;  // on the side that orders them, through what only that side has
};

/// An input or output of the plan.
struct ParameterChange {
  enum class Kind { added, removed, changed };
  Kind kind = Kind::changed;
  std::string name;
  std::vector<Change> changes;  // of all that it has, where it is added or removed
};

/// How much runs at once, and how long the longest chain is.
struct Shape {
  std::size_t activities = 0;
  std::size_t widest = 0;            // the most activities of one wave
  std::size_t waves = 0;             // also the length of the longest chain
  std::vector<std::string> longest;  // that chain
};

struct PlanDifference {
  enum class Presence { both, added, removed };
  std::string name;
  Presence presence = Presence::both;
  std::vector<Change> changes;  // of the plan as a whole
  std::vector<ParameterChange> inputs;
  std::vector<ParameterChange> outputs;
  std::vector<LoneActivity> added;
  std::vector<LoneActivity> removed;
  std::vector<ChangedActivity> changed;
  std::vector<OrderChange> gained;
  std::vector<OrderChange> lost;
  bool all_order = true;  // false: through what was added or removed more is ordered than can be listed
  Shape before;
  Shape after;

  [[nodiscard]] bool empty() const;
};

/// A node or relationship that has another name.
struct Rename {
  plan::Entity before;
  std::string after;
  bool follows = false;  // a relationship that is called after a node which was renamed
};

/// A step that uses a file.
struct FileUse {
  std::string plan;
  std::string activity;
  std::string step;

  bool operator==(const FileUse&) const = default;
};

/// A file that plans of both sides use, or of one, and that is not the same.
struct FileChange {
  std::string file;
  std::optional<plan::UsedFile> before;  // none: the plans did not use it; without a digest: it was not there
  std::optional<plan::UsedFile> after;
  std::vector<FileUse> used_by;         // on the new side; on the old one if only that uses it
  std::optional<LineDifference> lines;  // of texts, where both contents are at hand
};

struct Difference {
  std::vector<Rename> renames;
  std::vector<FileChange> files;      // sorted by path, of the plans that both sides have
  std::size_t unknown_files = 0;      // that both sides use, and whose content only one side knows
  std::vector<PlanDifference> plans;  // those that differ: in the order of the new side, then what only the old one has
  std::size_t compared = 0;           // how many plans both sides have

  [[nodiscard]] bool empty() const { return renames.empty() && files.empty() && plans.empty(); }
};

/// The content of a file of one side; nothing when it is not at hand.
using Contents = std::function<std::optional<std::string>(const std::string& file)>;

struct Options {
  bool renames = true;   // recognise them; else what was renamed is removed and added
  Contents before = {};  // for the lines that differ
  Contents after = {};
};

/// Plans belong together by their names.
Difference compare(const std::vector<plan::Plan>& before, const std::vector<plan::Plan>& after, const Options& options = {});

}  // namespace planbuilder::diff
