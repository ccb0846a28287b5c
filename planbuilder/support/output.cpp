#include "planbuilder/support/output.h"

#include <unistd.h>

#include <fstream>
#include <set>
#include <system_error>

#include "planbuilder/support/new_file.h"
#include "planbuilder/support/staging.h"

namespace planbuilder {

namespace fs = std::filesystem;

namespace {

/// The folders above a path that are not there, made. Unless they are kept, they are removed again.
class MadeParents {
 public:
  MadeParents() = default;
  MadeParents(const MadeParents&) = delete;
  MadeParents& operator=(const MadeParents&) = delete;
  ~MadeParents() {
    std::error_code ignored;  // one that somebody else uses by now is not empty, and stays
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, ignored);
  }

  std::error_code make(const fs::path& parent) {
    std::vector<fs::path> missing;
    std::error_code error;
    for (fs::path at = parent; !fs::exists(at, error) && !error; at = at.parent_path()) missing.push_back(at);
    for (auto folder = missing.rbegin(); folder != missing.rend() && !error; ++folder) {
      if (fs::create_directory(*folder, error)) made_.push_back(*folder);
    }
    return error;
  }

  void keep() { made_.clear(); }

 private:
  std::vector<fs::path> made_;  // the uppermost first
};

bool unwritable(Diagnostics& diagnostics, const fs::path& path, const std::string& why) {
  diagnostics.error(Code::file_unwritable, {}, "cannot write " + path.string() + ": " + why);
  return false;
}

bool store(const fs::path& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  return out.good();
}

/// By those who may read it.
void let_run(const fs::path& path) {
  std::error_code error;
  const fs::perms mode = fs::status(path, error).permissions();
  const int readers = static_cast<int>(mode & (fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read));
  if (!error) fs::permissions(path, static_cast<fs::perms>(readers >> 2), fs::perm_options::add, error);
}

bool stage(const fs::path& root, const std::vector<OutputFile>& files, Diagnostics& diagnostics) {
  std::error_code error;
  for (const OutputFile& file : files) {
    const fs::path path = root / fs::u8path(file.path);
    fs::create_directories(path.parent_path(), error);
    if (error) return unwritable(diagnostics, path, error.message());
    if (!store(path, file.content)) return unwritable(diagnostics, path, std::generic_category().message(errno));
    if (file.executable) let_run(path);
  }
  return true;
}

/// Writes to what is no file, and puts a new one in the place of all else.
bool write_one(const fs::path& path, std::string_view content, bool is_private, Diagnostics& diagnostics) {
  if (is_device(path)) return store(path, content) || unwritable(diagnostics, path, std::generic_category().message(errno));
  NewFile file(where_links_lead(path));
  if (file.problem().empty() && (!is_private || file.keep_private()) && file.write(content)) file.put_in_place();
  return file.problem().empty() || unwritable(diagnostics, path, file.problem());
}

}  // namespace

bool is_device(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

fs::path where_links_lead(const fs::path& path) {
  constexpr int most_links = 40;  // as many as Linux follows
  fs::path led = path;
  std::error_code error;
  for (int links = 0; links < most_links && fs::is_symlink(fs::symlink_status(led, error)); ++links) {
    const fs::path next = fs::read_symlink(led, error);
    if (error) return path;
    led = led.parent_path() / next;  // which is `next`, if that is absolute
  }
  return led;
}

bool write_file(const fs::path& path, std::string_view content, Diagnostics& diagnostics) {
  return write_one(path, content, false, diagnostics);
}

bool write_private_file(const fs::path& path, std::string_view content, Diagnostics& diagnostics) {
  return write_one(path, content, true, diagnostics);
}

bool write_folder(const fs::path& folder, const std::vector<OutputFile>& files, Diagnostics& diagnostics) {
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  if (is_there && !fs::is_directory(folder)) return unwritable(diagnostics, folder, "it is not a folder");
  const fs::path parent = fs::absolute(folder).lexically_normal().parent_path();
  MadeParents parents;
  if ((error = parents.make(parent))) return unwritable(diagnostics, folder, error.message());
  if (!fs::is_directory(parent, error)) return unwritable(diagnostics, folder, parent.string() + " is not a folder");

  const StagingFolder staging(folder);
  if (staging.problem()) return unwritable(diagnostics, folder, staging.problem().message());
  if (!stage(staging.arriving(), files, diagnostics)) return false;

  if (!is_there) {
    fs::rename(staging.arriving(), folder, error);
    if (error) return unwritable(diagnostics, folder, error.message());
    parents.keep();
    return true;
  }
  std::set<fs::path> tops;
  for (const OutputFile& file : files) tops.insert(*fs::u8path(file.path).begin());
  for (const fs::path& top : tops) {
    if (fs::exists(fs::symlink_status(folder / top))) fs::rename(folder / top, staging.leaving() / top, error);
    if (!error) fs::rename(staging.arriving() / top, folder / top, error);
    if (error) return unwritable(diagnostics, folder / top, error.message());
  }
  return true;
}

}  // namespace planbuilder
