// An immutable, safe view of a TOSCA service as it was given: a CSAR, a folder or a single definitions file.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "csar/entry.h"
#include "csar/input_kind.h"
#include "csar/limits.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/file_version.h"

namespace planbuilder::csar {

class Container;

/// Copies share what they view. Not for use by several threads at once.
///
/// - A zip or tar (plain or gzip) shows all its entries, folders among them where it lists them.
/// - A folder shows the files in it at any depth; `.git`, `.svn` and `.hg` are left out, and so are empty folders.
/// - A single file has its folder as the root, but shows just itself and the files that were asked for by name
///   since: what the definitions refer to, and nothing else that happens to lie there.
///
/// Anything unsafe makes open() fail: names that lead out, doubles, links, bombs. Nothing is ever written.
class Archive {
 public:
  static std::optional<Archive> open(const std::filesystem::path& path, const Limits& limits, Diagnostics& diagnostics);

  [[nodiscard]] InputKind kind() const { return kind_; }

  /// A CSAR as it is handed over, rather than files in somebody's workshop: what standards demand of CSARs counts.
  [[nodiscard]] bool packed() const { return kind_ == InputKind::zip || kind_ == InputKind::tar; }

  /// The input as the user named it.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string display_name() const { return path_.string(); }

  /// "guestbook" for guestbook.csar, guestbook.tar.gz, guestbook/ and guestbook.yaml; of a folder named "." it is the real name.
  [[nodiscard]] std::string base_name() const;

  /// The entry of the file that was given, when a single file was.
  [[nodiscard]] std::optional<std::string> given_file() const;

  /// Sorted by the bytes of their paths. For a single file the list grows with find() and read(), and a
  /// reference to it is good until then.
  [[nodiscard]] const std::vector<Entry>& entries() const;

  /// The entry that `relative`, written in the entry `base_entry`, names; see paths.h. A single file stands for itself
  /// and may refer to what lies beside its folder; nothing else leads out of the root.
  [[nodiscard]] std::optional<std::string> resolve(std::string_view base_entry, std::string_view relative) const;

  /// The path may contain "." and ".." (see resolve() in paths.h); what leads out of the root finds nothing.
  [[nodiscard]] std::optional<Entry> find(std::string_view path) const;

  /// The entries inside a folder, at any depth; none when there is no such folder. Those of a single file are not looked into.
  [[nodiscard]] std::span<const Entry> below(std::string_view folder) const;

  /// The whole content, its size and checksum verified; nothing after a diagnostic.
  std::optional<std::string> read(std::string_view path, Diagnostics& diagnostics) const;

  /// The same piece by piece, for what may be large; false after a diagnostic.
  bool stream(std::string_view path, const std::function<void(std::string_view)>& sink, Diagnostics& diagnostics) const;

  /// What was at its path when it was opened.
  [[nodiscard]] const std::optional<FileVersion>& version() const { return version_; }

  /// For the writer, which copies entries without unpacking them.
  [[nodiscard]] Container& container() const { return *container_; }

 private:
  /// The file that is to be read; nothing after a diagnostic.
  [[nodiscard]] std::optional<Entry> find_file(std::string_view path, Diagnostics& diagnostics) const;

  Archive(InputKind kind, std::filesystem::path path, std::shared_ptr<Container> container, std::optional<FileVersion> version);

  InputKind kind_;
  std::filesystem::path path_;
  std::shared_ptr<Container> container_;
  std::optional<FileVersion> version_;
};

}  // namespace planbuilder::csar
