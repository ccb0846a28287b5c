// A folder beside another one, for what is to replace parts of it. Whoever makes one removes what killed processes left.
#pragma once

#include <filesystem>
#include <system_error>

namespace planbuilder {

/// Removed with all that is in it, unless it was renamed. The process holds a lock on it as long as it lives: so others know
/// whether it is in use, also those that cannot see the process.
class StagingFolder {
 public:
  /// Makes `.NAME.PROCESS.tmp` beside the folder NAME, which need not be there. Check problem() afterwards.
  explicit StagingFolder(const std::filesystem::path& folder);
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;
  ~StagingFolder();

  [[nodiscard]] const std::error_code& problem() const { return problem_; }
  /// What is to become part of the folder.
  [[nodiscard]] std::filesystem::path arriving() const { return path_ / "arriving"; }
  /// What was part of it. Unless the folder has the like by then it is put back, also when the process is killed: by the next
  /// one.
  [[nodiscard]] std::filesystem::path leaving() const { return path_ / "leaving"; }

 private:
  bool make();

  std::filesystem::path folder_;
  std::filesystem::path path_;
  bool is_made_ = false;
  int lock_ = -1;
  std::error_code problem_;
};

}  // namespace planbuilder
