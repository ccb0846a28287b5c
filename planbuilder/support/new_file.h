// A file on its way to its place: it has no name until it is whole, then it appears there at once.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace planbuilder {

/// A name beside `target` that nothing has yet; whoever takes it renames or removes it.
std::filesystem::path temporary_beside(const std::filesystem::path& target);

/// Whenever the process ends before put_in_place() did its work, what was at the place is still there, and nothing else. Only
/// where the file system cannot make files without a name, a killed process leaves the name of temporary_beside().
class NewFile {
 public:
  /// Opens a file in the folder of `place`. Check problem() afterwards.
  explicit NewFile(std::filesystem::path place);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// False with a problem().
  bool write(std::string_view bytes);

  /// Only the user may read it, whatever the umask says. False with a problem().
  bool keep_private();

  /// Takes over mode and, where the system lets us, owner and group.
  void become_like(const struct stat& other) const;

  /// What it replaces is gone only when this is safely on the disk. False with a problem().
  bool put_in_place();

 private:
  bool give_name();
  bool fail();

  std::filesystem::path place_;
  std::filesystem::path name_;  // for the moment before it is in its place; empty when it has none
  std::filesystem::path temporary_;
  int descriptor_ = -1;
  std::string problem_;
};

}  // namespace planbuilder
