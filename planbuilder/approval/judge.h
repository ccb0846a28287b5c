// The approvals in an archive, and what they are worth: what changed since, and whether they are signed by somebody who is known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/approval/approval.h"
#include "planbuilder/approval/file_states.h"
#include "planbuilder/approval/keys.h"

namespace planbuilder::approval {

/// unchecked: nobody said which keys count. unknown: it was signed with none of these. invalid: it says that it was, but the
/// signature is one of another text.
enum class Signature { none, unchecked, valid, unknown, invalid };
std::string_view to_string(Signature signature);

/// A file of a plan that is not as it was approved.
struct ChangedFile {
  std::string plan;
  std::string file;
  FileState state = FileState::changed;
};

struct Judgement {
  std::string file;                  // the entry of the approval
  std::optional<Approval> approval;  // none: it is no approval
  Signature signature = Signature::none;
  bool counts = true;                // if it is known which keys do, its signature is by one of them
  std::vector<ChangedFile> changes;  // since it was approved

  [[nodiscard]] bool holds() const { return approval && changes.empty(); }
  /// The plan is as it was approved, by somebody who counts.
  [[nodiscard]] bool approves(const std::string& plan) const;
};

/// Those in a folder of the archive, sorted by name. Keys that are not known are none.
std::vector<Judgement> judge(const csar::Archive& archive, const std::string& folder, const std::vector<Key>* keys,
                             FileStates& states, Diagnostics& diagnostics);

}  // namespace planbuilder::approval
