#include "planbuilder/approval/file_states.h"

#include <unordered_set>

namespace planbuilder::approval {

std::string_view to_string(FileState state) {
  constexpr std::string_view words[] = {"unchanged", "changed", "missing", "added"};
  return words[static_cast<std::size_t>(state)];
}

const std::optional<csar::Fingerprint>& FileStates::content_of(const std::string& path) {
  const auto [known, first] = known_.try_emplace(path);
  if (first && archive_.find(path)) {
    known->second = csar::fingerprint(archive_, path, diagnostics_);
    if (!known->second) known->second.emplace();  // it is there, and no content that anybody knows
  }
  return known->second;
}

FileState FileStates::of(const plan::UsedFile& file) {
  if (file.is_folder()) return FileState::unchanged;
  const auto& content = content_of(file.file);
  if (file.is_missing()) return content ? FileState::added : FileState::unchanged;
  if (!content) return FileState::missing;
  return content->sha256 == file.digest ? FileState::unchanged : FileState::changed;
}

std::vector<FileWithState> FileStates::of(const std::vector<plan::UsedFile>& files) {
  std::vector<FileWithState> all;
  std::unordered_set<std::string_view> named;
  for (const plan::UsedFile& file : files) {
    all.push_back({file, of(file)});
    named.insert(file.file);
  }
  for (const plan::UsedFile& folder : files) {
    if (!folder.is_folder()) continue;
    for (const csar::Entry& entry : archive_.below(folder.file)) {
      if (!entry.directory && named.insert(entry.path).second) all.push_back({{entry.path}, FileState::added});
    }
  }
  return all;
}

}  // namespace planbuilder::approval
