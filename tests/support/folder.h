// A folder of a test's own, removed with it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace planbuilder::testing {

class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string operator/(std::string_view name) const { return (path_ / name).string(); }

  /// Writes a file, with the folders above it; returns its path.
  std::string write(std::string_view name, std::string_view content) const;

  /// The names of what is directly inside, sorted.
  [[nodiscard]] std::string listing() const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path);

}  // namespace planbuilder::testing
