#include "csar/place.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "planbuilder/support/output.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

bool unwritable(const fs::path& out, const std::string& why, Diagnostics& diagnostics, const std::string& remedy) {
  diagnostics.error(Code::file_unwritable, {}, "cannot write " + out.string() + ": " + why).explain(remedy);
  return false;
}

namespace {

bool lies_in(const fs::path& folder, fs::path path) {
  std::error_code error;
  for (path = fs::weakly_canonical(path, error); !error && path.has_relative_path(); path = path.parent_path()) {
    std::error_code missing;
    if (fs::equivalent(folder, path, missing)) return true;
  }
  return !error && fs::equivalent(folder, path, error);
}

bool is_an_input(const Archive& base, const fs::path& out) {
  std::error_code missing;
  if (fs::equivalent(base.path(), out, missing)) return true;
  if (base.kind() != InputKind::single_file) return false;
  for (const Entry& entry : base.entries()) {
    if (fs::equivalent(base.path().parent_path() / entry.path, out, missing)) return true;
  }
  return false;
}

/// The folder of a file that is to be written.
bool check_folder(const fs::path& out, Diagnostics& diagnostics) {
  std::error_code ignored;
  const fs::path parent = out.has_parent_path() ? out.parent_path() : fs::path(".");
  if (!fs::is_directory(parent, ignored)) {
    return unwritable(out, "there is no folder " + parent.string(), diagnostics,
                      "Create the folder first, or choose another one.");
  }
  if (::access(parent.c_str(), W_OK | X_OK) == 0) return true;
  return unwritable(out, "nothing can be written to folder " + parent.string() + ": " + std::generic_category().message(errno),
                    diagnostics);
}

}  // namespace

bool check_place(const Archive& base, const fs::path& out, Diagnostics& diagnostics) {
  std::error_code ignored;
  if (!out.has_filename() || fs::is_directory(out, ignored))
    return unwritable(out, "it is a folder", diagnostics, "Give the name of a file.");
  if (is_device(out)) return true;
  if (!check_folder(out, diagnostics)) return false;
  if (is_an_input(base, out)) {
    return unwritable(out, "it is the input, which is never overwritten", diagnostics,
                      "Choose another name, such as " + base.base_name() + "-planned.csar, or say --in-place.");
  }
  if (base.kind() == InputKind::folder && lies_in(base.path(), out)) {
    return unwritable(out, "it lies in the input folder, and would be packed into itself the next time", diagnostics,
                      "Choose a place outside of " + base.display_name() + ".");
  }
  return true;
}

fs::path place_of_input(const Archive& base, Diagnostics& diagnostics) {
  if (!base.packed()) {
    unwritable(base.path(), "only a CSAR is replaced in place, and this is not one", diagnostics,
               "Say -o " + base.base_name() + ".csar instead of --in-place.");
    return {};
  }
  std::error_code error;
  const fs::path place = fs::canonical(base.path(), error);
  if (error) unwritable(base.path(), error.message(), diagnostics);
  if (error || !check_folder(place, diagnostics)) return {};
  if (::access(place.c_str(), W_OK) == 0) return place;
  unwritable(place, std::generic_category().message(errno), diagnostics);
  return {};
}

}  // namespace planbuilder::csar
