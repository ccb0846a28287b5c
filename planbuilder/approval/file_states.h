// Files as they were when plans were packed or approved, compared with what is there now.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "csar/archive.h"
#include "csar/fingerprint.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::approval {

enum class FileState { unchanged, changed, missing, added };
std::string_view to_string(FileState state);

struct FileWithState {
  plan::UsedFile file;  // as it was
  FileState state = FileState::unchanged;
};

/// Reads each file once, however many plans and approvals name it.
class FileStates {
 public:
  FileStates(const csar::Archive& archive, Diagnostics& diagnostics) : archive_(archive), diagnostics_(diagnostics) {}

  /// The archive is going to have this content there; nothing: no such file.
  void assume(const std::string& path, std::optional<csar::Fingerprint> content) { known_[path] = std::move(content); }

  [[nodiscard]] FileState of(const plan::UsedFile& file);
  /// Also of what came into folders that are among them: these files are `added`.
  [[nodiscard]] std::vector<FileWithState> of(const std::vector<plan::UsedFile>& files);

 private:
  const std::optional<csar::Fingerprint>& content_of(const std::string& path);

  const csar::Archive& archive_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string, std::optional<csar::Fingerprint>> known_;
};

}  // namespace planbuilder::approval
