// An approval: who approved which plans, with the digests of all that these consist of. README.md describes its text, which is
// what is signed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::approval {

struct ApprovedPlan {
  std::string name;
  std::vector<plan::UsedFile> files;  // generated ones, and those that it uses; the paths start at the root
};

struct Approval {
  std::string by;
  std::string at = {};       // when, as the approver said it
  std::string comment = {};  // what else the approver said
  std::string key = {};      // the id of the key that it is signed with
  std::string service;
  std::string model = {};  // the digest of the model that the plans were made from
  std::string root = {};   // from the folder of the approval to where the paths start
  std::vector<ApprovedPlan> plans = {};
};

inline constexpr std::string_view ending = ".approval";
inline constexpr std::string_view signature_ending = ".sig";  // behind the whole name of the approval
/// In which folder approvals lie, beside those of the plans.
inline constexpr std::string_view folder_name = "approvals";

/// The same text for the same approval.
std::string to_text(const Approval& approval);
/// Nothing when it is not exactly what to_text writes.
std::optional<Approval> read_approval(std::string_view text);

/// Why such a text cannot stand in an approval, in words that follow its name; empty when it can.
std::string_view text_problem(std::string_view text);

/// `alice-0123456789ab`, without the ending: no two approvals have the same.
std::string file_stem(const Approval& approval);

}  // namespace planbuilder::approval
