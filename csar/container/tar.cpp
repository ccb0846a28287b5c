// A tar, plain or in gzip, as a container. It is read once, from front to end; the contents of its files wait in a temporary
// file for whoever asks for them, so that none is held in memory and none is unpacked twice.
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include "csar/container/container.h"
#include "csar/container/listing.h"
#include "csar/container/spool.h"
#include "csar/container/unpacked_bytes.h"
#include "csar/paths.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

using ArchiveReader = std::unique_ptr<::archive, decltype(&archive_read_free)>;

/// libarchive translates names into the locale's encoding; in the plain one it gives them as they are.
class PlainLocale {
 public:
  PlainLocale() : plain_(::newlocale(LC_ALL_MASK, "C", nullptr)), before_(::uselocale(plain_)) {}
  PlainLocale(const PlainLocale&) = delete;
  PlainLocale& operator=(const PlainLocale&) = delete;
  ~PlainLocale() {
    ::uselocale(before_);
    ::freelocale(plain_);
  }

 private:
  locale_t plain_;
  locale_t before_;
};

class TarContainer : public Container {
 public:
  TarContainer(const fs::path& path, const Limits& limits, std::shared_ptr<Spool> spool, std::vector<Entry> entries, bool gzip)
      : Container(path.string(), limits), spool_(std::move(spool)), gzip_(gzip) {
    entries_ = std::move(entries);
  }

  bool stream(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) override {
    if (spool_->stream(entry.slot, entry.size, sink)) return true;
    return unreadable(entry, spool_->problem(), diagnostics);
  }

  [[nodiscard]] std::optional<Format> format() const override { return gzip_ ? Format::tar_gz : Format::tar; }

 private:
  bool unreadable(const Entry& entry, const std::string& why, Diagnostics& diagnostics) const {
    diagnostics.error(Code::file_unreadable, {}, name_ + ": cannot read entry " + quote_name(entry.path) + ": " + why);
    return false;
  }

  std::shared_ptr<Spool> spool_;
  bool gzip_;
};

/// Goes through the tar once: lists the entries, and moves their contents to the spool. An entry's slot is its place there.
class TarIndexer {
 public:
  TarIndexer(const fs::path& path, const Limits& limits, Spool& spool, Diagnostics& diagnostics)
      : name_(path.string()),
        spool_(spool),
        diagnostics_(diagnostics),
        bytes_(path, limits),
        listing_(name_, limits, diagnostics),
        reader_(archive_read_new(), &archive_read_free) {}

  std::optional<std::vector<Entry>> run() {
    const PlainLocale names_as_they_are;
    archive_read_support_format_tar(reader_.get());
    const auto next = [](::archive*, void* self, const void** piece) { return static_cast<TarIndexer*>(self)->feed(piece); };
    const bool opened = archive_read_open(reader_.get(), this, nullptr, next, nullptr) == ARCHIVE_OK || fail();
    if (!opened || !take_all() || (!listing_.full() && !ends_well())) return std::nullopt;
    return listing_.finish();
  }
  [[nodiscard]] bool is_gzip() const { return bytes_.is_gzip(); }

 private:
  bool take_all() {
    ::archive_entry* header = nullptr;
    while (!listing_.full()) {
      const int result = archive_read_next_header(reader_.get(), &header);
      if (result == ARCHIVE_EOF) break;
      if (result != ARCHIVE_OK && !is_only_about_encoding(result)) return fail();
      if (!take(header)) return false;
    }
    return true;
  }

  la_ssize_t feed(const void** piece) {
    const std::string_view bytes = bytes_.next();
    *piece = bytes.data();
    return bytes_.failure() ? -1 : static_cast<la_ssize_t>(bytes.size());
  }

  /// Names that are not plain ASCII are warned about; the listing looks at each name itself.
  bool is_only_about_encoding(int result) {
    const char* said = archive_error_string(reader_.get());
    return result == ARCHIVE_WARN && said != nullptr && std::string_view(said).ends_with("to current locale.");
  }

  bool take(::archive_entry* header) {
    const char* raw = archive_entry_pathname(header);
    const std::string name = raw != nullptr ? raw : "";
    const mode_t mode = archive_entry_mode(header);
    if (archive_entry_hardlink(header) != nullptr) {
      listing_.refuse(Code::archive_link, name, "is a hard link", link_remedy);
      return true;
    }
    if (!listing_.takes_kind(name, mode)) return true;
    Entry entry;
    entry.size = static_cast<std::uint64_t>(archive_entry_size(header));
    entry.directory = S_ISDIR(mode);
    entry.executable = !entry.directory && (mode & S_IXUSR) != 0;
    entry.slot = spool_.size();
    const std::uint64_t size = entry.size;
    return listing_.add(name, std::move(entry)) ? keep(name, size) : true;
  }

  /// Moves the content of the entry that was listed last.
  bool keep(const std::string& name, std::uint64_t size) {
    std::string buffer(1 << 16, '\0');
    const std::uint64_t start = spool_.size();
    while (true) {
      const la_ssize_t count = archive_read_data(reader_.get(), buffer.data(), buffer.size());
      if (count < 0) return fail();
      if (count == 0) break;
      // A sparse file has holes, which take no room in the tar.
      if (bytes_.exceeds_ratio(spool_.size() + static_cast<std::uint64_t>(count))) return fail();
      if (!spool_.append(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)))) {
        diagnostics_.error(Code::file_unwritable, {}, "cannot unpack " + name_ + " to a temporary file: " + spool_.problem())
            .explain("Its contents take " + std::to_string(size) + " bytes and more; TMPDIR tells where there is room.");
        return false;
      }
    }
    if (spool_.size() - start == size) return true;
    return damaged("entry " + quote_name(name) + " does not have the size that its header says");
  }

  /// Behind the last entry there must be zeros and nothing else: a cut that falls between two entries would not show
  /// otherwise, and what follows the zeros some tools would read and others not.
  bool ends_well() {
    while (!bytes_.next().empty()) continue;
    if (bytes_.failure()) return fail();
    const auto end = static_cast<std::uint64_t>(archive_read_header_position(reader_.get()));
    constexpr std::uint64_t block = 512;
    if (bytes_.used() > end) return damaged("there is something behind its end");
    if (bytes_.total() < end + block || bytes_.total() % block != 0) return damaged("its end is missing");
    return true;
  }

  /// Reports what the bytes or the reader ran into.
  bool fail() {
    if (const auto& failure = bytes_.failure()) {
      diagnostics_.error(failure->code, {}, name_ + " " + failure->why).explain(failure->remedy);
      return false;
    }
    const char* said = archive_error_string(reader_.get());
    const std::string why = said != nullptr ? said : "it cannot be read";
    if (why == "Unrecognized archive format") {
      diagnostics_.error(Code::archive_damaged, {},
                         name_ + (bytes_.is_gzip() ? " is a gzip file without a tar archive in it" : " is not a tar archive"));
      return false;
    }
    return damaged(why);
  }

  bool damaged(const std::string& why) {
    diagnostics_.error(Code::archive_damaged, {}, name_ + " is a damaged tar archive: " + why)
        .explain("It may have been cut off or changed on its way here; get or make it anew.");
    return false;
  }

  std::string name_;
  Spool& spool_;
  Diagnostics& diagnostics_;
  UnpackedBytes bytes_;
  Listing listing_;
  ArchiveReader reader_;
};

}  // namespace

std::shared_ptr<Container> open_tar(const fs::path& path, const Limits& limits, Diagnostics& diagnostics) {
  auto spool = std::make_shared<Spool>();
  if (!spool->problem().empty()) {
    diagnostics.error(Code::file_unwritable, {},
                      "cannot make a temporary file to unpack " + path.string() + ": " + spool->problem());
    return nullptr;
  }
  TarIndexer indexer(path, limits, *spool, diagnostics);
  auto entries = indexer.run();
  if (!entries) return nullptr;
  return std::make_shared<TarContainer>(path, limits, std::move(spool), std::move(*entries), indexer.is_gzip());
}

}  // namespace planbuilder::csar
