// A zip as a container. Headers are not believed: sizes and checksums are held against what is really read.
#include <zip.h>

#include <sys/stat.h>

#include <algorithm>

#include "csar/container/container.h"
#include "csar/container/deflate_check.h"
#include "csar/container/listing.h"
#include "csar/container/zip_directory.h"
#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

using Zip = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using ZipFile = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

class ZipContainer : public Container {
 public:
  ZipContainer(Zip zip, const fs::path& path, const Limits& limits) : Container(path.string(), limits), zip_(std::move(zip)) {}

  bool list(ZipDirectory directory, Diagnostics& diagnostics);
  bool stream(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) override;
  std::optional<PackedForm> packed_form(const Entry& entry) override;
  bool stream_packed(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) override;
  [[nodiscard]] std::optional<Format> format() const override { return Format::zip; }

 private:
  void list_entry(std::uint64_t index, const ZipDirectory& directory, Listing& listing);
  bool is_plain_file(std::uint64_t index, std::string_view name, Entry& entry, Listing& listing);
  bool damaged(const Entry& entry, const std::string& why, Diagnostics& diagnostics) const;

  Zip zip_;
  std::vector<ZipUnpacking> unpacking_;
};

bool ratio_exceeds(const zip_stat_t& status, std::uint64_t ratio) {
  if (status.size < ratio_counts_from) return false;
  return status.comp_size == 0 || status.size / status.comp_size > ratio;
}

/// Sets what the Unix mode says; false when it is neither a file nor a folder.
bool ZipContainer::is_plain_file(std::uint64_t index, std::string_view name, Entry& entry, Listing& listing) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip_.get(), index, 0, &system, &attributes) != 0) return true;
  // The mode counts whatever system the entry claims to come from: other tools read it so, too.
  const mode_t mode = attributes >> 16;
  entry.executable = (mode & S_IXUSR) != 0;
  entry.directory = S_ISDIR(mode);
  return (mode & S_IFMT) == 0 || listing.takes_kind(name, mode);
}

void ZipContainer::list_entry(std::uint64_t index, const ZipDirectory& directory, Listing& listing) {
  const char* raw = zip_get_name(zip_.get(), index, ZIP_FL_ENC_RAW);
  const std::string name = raw != nullptr ? raw : "";
  if (std::ranges::binary_search(directory.names_with_nul, index)) {
    listing.refuse(Code::archive_unsafe_name, name, "cannot be used: its name contains a NUL character");
    return;
  }
  if (std::ranges::binary_search(directory.other_headers, index)) {
    listing.refuse(Code::archive_damaged, name, "has another header before its content than the directory at the end says");
    return;
  }
  zip_stat_t status;
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC;
  if (zip_stat_index(zip_.get(), index, 0, &status) != 0 || (status.valid & needed) != needed) {
    listing.refuse(Code::archive_damaged, name, "has no whole header");
    return;
  }
  Entry entry = {{}, status.size, false, false, index};
  if (!is_plain_file(index, name, entry, listing)) return;
  if (entry.directory) entry.executable = false;
  if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE) {
    listing.refuse(Code::file_unreadable, name, "is encrypted", "Pack the archive anew without a password.");
  } else if (ratio_exceeds(status, limits_.ratio)) {
    const std::string why =
        "is compressed suspiciously well: " + std::to_string(status.comp_size) + " to " + count_of(status.size, "byte");
    listing.refuse_over_limit(name, why, "archive-ratio", limits_.ratio);
  } else {
    listing.add(name, std::move(entry));
  }
}

bool ZipContainer::list(ZipDirectory directory, Diagnostics& diagnostics) {
  unpacking_ = std::move(directory.unpacking);
  Listing listing(name_, limits_, diagnostics);
  for (std::uint64_t index = 0; index < directory.entries && !listing.full(); ++index) list_entry(index, directory, listing);
  auto entries = listing.finish();
  if (entries) entries_ = std::move(*entries);
  return entries.has_value();
}

bool ZipContainer::damaged(const Entry& entry, const std::string& why, Diagnostics& diagnostics) const {
  diagnostics.error(Code::archive_damaged, {}, name_ + ": entry " + quote_name(entry.path) + " is damaged: " + why)
      .explain("The archive may have been cut off or changed on its way here; get or make it anew.");
  return false;
}

/// Size and checksum are held against what the header says.
bool ZipContainer::stream(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) {
  const ZipFile file(zip_fopen_index(zip_.get(), entry.slot, 0), &zip_fclose);
  if (!file && zip_error_code_zip(zip_get_error(zip_.get())) == ZIP_ER_COMPNOTSUPP) {
    diagnostics
        .error(Code::file_unreadable, {},
               name_ + ": entry " + quote_name(entry.path) + " is compressed in a way that is not known here")
        .explain("Pack the archive anew with the usual 'deflate' compression.");
    return false;
  }
  if (!file) return damaged(entry, zip_strerror(zip_.get()), diagnostics);
  // One byte more than promised, so that a longer entry shows.
  std::string buffer(std::min<std::uint64_t>(entry.size + 1, 1 << 16), '\0');
  std::uint64_t total = 0;
  while (true) {
    const zip_int64_t count = zip_fread(file.get(), buffer.data(), buffer.size());
    if (count < 0) return damaged(entry, zip_file_strerror(file.get()), diagnostics);
    if (count == 0) break;
    total += static_cast<std::uint64_t>(count);
    if (total > entry.size) return damaged(entry, "it holds more than its header says", diagnostics);
    sink(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)));
  }
  return total == entry.size || damaged(entry, "it holds less than its header says", diagnostics);
}

std::optional<PackedForm> ZipContainer::packed_form(const Entry& entry) {
  constexpr std::uint16_t how_to_unpack = 1 << 1 | 1 << 2;
  zip_stat_t status;
  if (zip_stat_index(zip_.get(), entry.slot, 0, &status) != 0) return std::nullopt;
  const ZipUnpacking& unpacking = unpacking_[entry.slot];
  // Whatever tool stored an entry, it is unpacked in one way.
  if (status.comp_method == ZIP_CM_STORE) return PackedForm{0, 10, 0, status.crc, status.comp_size};
  return PackedForm{status.comp_method, unpacking.version, static_cast<std::uint16_t>(unpacking.flags & how_to_unpack),
                    status.crc, status.comp_size};
}

bool ZipContainer::stream_packed(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) {
  const auto form = packed_form(entry);
  if (form && form->method == ZIP_CM_STORE) return stream(entry, sink, diagnostics);
  const bool is_deflate = form && form->method == ZIP_CM_DEFLATE;
  // What cannot be unpacked here is passed on unread: another tool may be able to.
  const bool is_readable = form && zip_compression_method_supported(form->method, 0) != 0;
  if (!is_deflate && is_readable &&
      !stream(
          entry, [](std::string_view) {}, diagnostics))
    return false;
  const ZipFile file(zip_fopen_index(zip_.get(), entry.slot, ZIP_FL_COMPRESSED), &zip_fclose);
  if (!form || !file) return damaged(entry, zip_strerror(zip_.get()), diagnostics);
  DeflateCheck check;
  const bool is_nothing = form->size == 0 && entry.size == 0;  // some tools call that deflated, too
  std::string buffer(1 << 16, '\0');
  std::uint64_t total = 0;
  while (true) {
    const zip_int64_t count = zip_fread(file.get(), buffer.data(), buffer.size());
    if (count < 0) return damaged(entry, zip_file_strerror(file.get()), diagnostics);
    if (count == 0) break;
    const auto piece = std::string_view(buffer).substr(0, static_cast<std::size_t>(count));
    total += piece.size();
    if (is_deflate) check.take(piece, entry.size);
    sink(piece);
  }
  if (total != form->size) return damaged(entry, "it holds less than its header says", diagnostics);
  if (!is_deflate || is_nothing || check.is_whole(entry.size, form->crc)) return true;
  return damaged(entry, "its content is not what its header says", diagnostics);
}

void report_unopened(const fs::path& path, int code, Diagnostics& diagnostics) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  if (code == ZIP_ER_OPEN || code == ZIP_ER_READ || code == ZIP_ER_SEEK || code == ZIP_ER_MEMORY) {
    diagnostics.error(Code::file_unreadable, {}, "cannot read " + path.string() + ": " + why);
    return;
  }
  const bool directory_is_bad = code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS;
  if (directory_is_bad) why = "the directory at its end is missing or does not add up";
  diagnostics.error(Code::archive_damaged, {}, path.string() + " is a damaged zip archive: " + why)
      .explain("It may have been cut off or changed on its way here; get or make it anew.");
}

}  // namespace

std::shared_ptr<Container> open_zip(const fs::path& path, const Limits& limits, Diagnostics& diagnostics) {
  int code = ZIP_ER_OK;
  Zip zip(zip_open(path.c_str(), ZIP_RDONLY, &code), &zip_discard);
  if (!zip) {
    report_unopened(path, code, diagnostics);
    return nullptr;
  }
  auto directory = read_zip_directory(path);
  if (!directory || static_cast<zip_int64_t>(directory->entries) != zip_get_num_entries(zip.get(), 0)) {
    report_unopened(path, ZIP_ER_INCONS, diagnostics);
    return nullptr;
  }
  auto container = std::make_shared<ZipContainer>(std::move(zip), path, limits);
  return container->list(std::move(*directory), diagnostics) ? container : nullptr;
}

}  // namespace planbuilder::csar
