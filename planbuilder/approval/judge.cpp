#include "planbuilder/approval/judge.h"

#include <algorithm>

namespace planbuilder::approval {

namespace {

Signature signature_of(const Approval& approval, const std::string& text, const std::string& path, const std::vector<Key>* keys,
                       const csar::Archive& archive, Diagnostics& diagnostics) {
  const std::string file = path + std::string(signature_ending);
  if (!archive.find(file)) return Signature::none;
  if (keys == nullptr) return Signature::unchecked;
  const auto signature = archive.read(file, diagnostics);
  for (const Key& key : *keys) {
    if (signature && key.verifies(text, *signature)) return Signature::valid;
  }
  const bool claims = std::ranges::any_of(*keys, [&](const Key& key) { return key.id() == approval.key; });
  return claims ? Signature::invalid : Signature::unknown;
}

std::vector<ChangedFile> changes_since(const Approval& approval, FileStates& states) {
  std::vector<ChangedFile> changes;
  for (const ApprovedPlan& plan : approval.plans) {
    for (FileWithState& file : states.of(plan.files)) {
      if (file.state != FileState::unchanged) changes.push_back({plan.name, std::move(file.file.file), file.state});
    }
  }
  return changes;
}

}  // namespace

std::string_view to_string(Signature signature) {
  constexpr std::string_view words[] = {"none", "unchecked", "valid", "unknown", "invalid"};
  return words[static_cast<std::size_t>(signature)];
}

bool Judgement::approves(const std::string& plan) const {
  if (!approval || !counts) return false;
  return std::ranges::find(approval->plans, plan, &ApprovedPlan::name) != approval->plans.end() &&
         std::ranges::find(changes, plan, &ChangedFile::plan) == changes.end();
}

std::vector<Judgement> judge(const csar::Archive& archive, const std::string& folder, const std::vector<Key>* keys,
                             FileStates& states, Diagnostics& diagnostics) {
  std::vector<Judgement> all;
  const auto entries = archive.below(folder);
  for (const csar::Entry& entry : std::vector(entries.begin(), entries.end())) {
    if (entry.directory || !entry.path.ends_with(ending)) continue;
    const auto text = archive.read(entry.path, diagnostics);
    Judgement& judgement = all.emplace_back();
    judgement.file = entry.path;
    judgement.approval = text ? read_approval(*text) : std::nullopt;
    if (!judgement.approval) continue;
    judgement.signature = signature_of(*judgement.approval, *text, entry.path, keys, archive, diagnostics);
    judgement.counts = keys == nullptr || judgement.signature == Signature::valid;
    judgement.changes = changes_since(*judgement.approval, states);
  }
  return all;
}

}  // namespace planbuilder::approval
