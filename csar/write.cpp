#include "csar/write.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <cerrno>
#include <memory>
#include <system_error>

#include "csar/container/container.h"
#include "csar/content.h"
#include "csar/paths.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

using Zip = std::unique_ptr<zip_t, decltype(&zip_discard)>;

bool unwritable(const fs::path& out, const std::string& why, Diagnostics& diagnostics, const std::string& remedy = {}) {
  diagnostics.error(Code::file_unwritable, {}, "cannot write " + out.string() + ": " + why).explain(remedy);
  return false;
}

/// Removed unless it was renamed.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

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

bool check_target(const Archive& base, const fs::path& out, Diagnostics& diagnostics) {
  std::error_code ignored;
  const fs::path parent = out.has_parent_path() ? out.parent_path() : fs::path(".");
  if (!out.has_filename() || fs::is_directory(out, ignored))
    return unwritable(out, "it is a folder", diagnostics, "Give the name of a file.");
  if (!fs::is_directory(parent, ignored)) {
    return unwritable(out, "there is no folder " + parent.string(), diagnostics,
                      "Create the folder first, or choose another one.");
  }
  if (::access(parent.c_str(), W_OK | X_OK) != 0) {
    return unwritable(out, "nothing can be written to folder " + parent.string() + ": " + std::generic_category().message(errno),
                      diagnostics);
  }
  if (is_an_input(base, out)) {
    return unwritable(out, "it is the input, which is never overwritten", diagnostics,
                      "Choose another name, such as " + base.base_name() + "-planned.csar.");
  }
  if (base.kind() == InputKind::folder && lies_in(base.path(), out)) {
    return unwritable(out, "it lies in the input folder, and would be packed into itself the next time", diagnostics,
                      "Choose a place outside of " + base.display_name() + ".");
  }
  return true;
}

/// The data of one item; libzip frees it with the zip once it is added.
std::optional<Packable> data_of(const Archive& base, const ContentItem& item, zip_t* zip, Diagnostics& diagnostics) {
  if (!item.added) return base.container().pack(item.entry, zip, diagnostics);
  zip_source_t* data = zip_source_buffer(zip, item.added->content.data(), item.added->content.size(), 0);
  if (data != nullptr) return Packable{data, false};
  diagnostics.error(Code::file_unwritable, {}, "cannot pack " + quote_name(item.entry.path) + ": " + zip_strerror(zip));
  return std::nullopt;
}

/// Everything in the headers that could vary gets a fixed value.
bool set_fixed_header(zip_t* zip, std::uint64_t index, const Entry& entry) {
  constexpr zip_uint16_t midnight = 0;
  constexpr zip_uint16_t first_of_january_1980 = 1 << 5 | 1;
  constexpr std::uint32_t dos_folder = 0x10;
  const std::uint32_t mode = entry.directory ? S_IFDIR | 0755 : S_IFREG | (entry.executable ? 0755 : 0644);
  const std::uint32_t attributes = mode << 16 | (entry.directory ? dos_folder : 0);
  return zip_file_set_dostime(zip, index, midnight, first_of_january_1980, 0) == 0 &&
         zip_file_set_external_attributes(zip, index, 0, ZIP_OPSYS_UNIX, attributes) == 0;
}

bool add_item(const Archive& base, const ContentItem& item, zip_t* zip, Diagnostics& diagnostics) {
  zip_int64_t index = -1;
  bool compressed = false;
  if (item.entry.directory) {
    index = zip_dir_add(zip, item.entry.path.c_str(), ZIP_FL_ENC_UTF_8);
  } else {
    const auto data = data_of(base, item, zip, diagnostics);
    if (!data) return false;
    compressed = data->compressed;
    index = zip_file_add(zip, item.entry.path.c_str(), data->data, ZIP_FL_ENC_UTF_8);
    if (index < 0) zip_source_free(data->data);
  }
  const auto slot = static_cast<std::uint64_t>(index);
  // Without a method of its own an entry keeps the one that its data come with.
  const bool added = index >= 0 && (compressed || zip_set_file_compression(zip, slot, ZIP_CM_STORE, 0) == 0);
  if (added && set_fixed_header(zip, slot, item.entry)) return true;
  diagnostics.error(Code::file_unwritable, {}, "cannot pack " + quote_name(item.entry.path) + ": " + zip_strerror(zip));
  return false;
}

/// Nothing when no name can be found, as beside a name that is nearly as long as the file system allows.
std::optional<fs::path> temporary_name(const fs::path& out, Diagnostics& diagnostics) {
  try {
    return temporary_beside(out);
  } catch (const fs::filesystem_error& error) {
    unwritable(out, error.code().message(), diagnostics);
    return std::nullopt;
  }
}

bool write_zip(const Archive& base, const std::vector<ContentItem>& content, const fs::path& file, const fs::path& out,
               Diagnostics& diagnostics) {
  int code = ZIP_ER_OK;
  Zip zip(zip_open(file.c_str(), ZIP_CREATE | ZIP_EXCL, &code), &zip_discard);
  if (!zip) return unwritable(out, "the temporary file " + file.string() + " cannot be made", diagnostics);
  for (const ContentItem& item : content) {
    if (!add_item(base, item, zip.get(), diagnostics)) return false;
  }
  if (zip_close(zip.get()) != 0) return unwritable(out, zip_strerror(zip.get()), diagnostics);
  (void)zip.release();  // closing has freed it
  return true;
}

}  // namespace

bool write_csar(const Archive& base, const std::vector<OutputFile>& added, const fs::path& out, Diagnostics& diagnostics) {
  if (!check_target(base, out, diagnostics)) return false;
  const auto content = plan_content(base, added, diagnostics);
  if (!content) return false;
  const auto name = temporary_name(out, diagnostics);
  if (!name) return false;
  const Temporary temporary(*name);
  if (!write_zip(base, *content, temporary.path(), out, diagnostics)) return false;
  std::error_code error;
  fs::rename(temporary.path(), out, error);
  return error ? unwritable(out, error.message(), diagnostics) : true;
}

}  // namespace planbuilder::csar
