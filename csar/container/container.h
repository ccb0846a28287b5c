// What every kind of container offers to the archive in front of it: zip, tar, folder, single file.
#pragma once

#include <zip.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "csar/entry.h"
#include "csar/limits.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::csar {

/// An entry's data on its way into a new zip. Whoever gets it owns it until libzip takes it over.
struct Packable {
  zip_source_t* data = nullptr;
  bool compressed = false;  // the bytes are compressed already and are copied as they are
};

/// Takes a content piece by piece.
using Sink = std::function<void(std::string_view)>;

class Container {
 public:
  virtual ~Container() = default;

  /// Sorted by the bytes of the path.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

  /// `path` is normalised.
  virtual std::optional<Entry> find(std::string_view path);

  /// Says why find() gave nothing.
  virtual void report_missing(std::string_view path, Diagnostics& diagnostics) const;

  /// Gives the content to `sink` piece by piece; false after a diagnostic. What was given before it is not sound.
  virtual bool stream(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) = 0;
  std::optional<std::string> read(const Entry& entry, Diagnostics& diagnostics);

  /// Nothing after a diagnostic. The data must be known to be sound: packing must not pass damage on.
  virtual std::optional<Packable> pack(const Entry& entry, zip_t* into, Diagnostics& diagnostics) = 0;

 protected:
  Container(std::string name, const Limits& limits) : name_(std::move(name)), limits_(limits) {}

  std::string name_;  // of the archive, for messages
  Limits limits_;
  std::vector<Entry> entries_;
};

/// Each gives nothing after at least one diagnostic.
std::shared_ptr<Container> open_zip(const std::filesystem::path& path, const Limits& limits, Diagnostics& diagnostics);
std::shared_ptr<Container> open_tar(const std::filesystem::path& path, const Limits& limits, Diagnostics& diagnostics);
std::shared_ptr<Container> open_folder(const std::filesystem::path& path, const Limits& limits, Diagnostics& diagnostics);
std::shared_ptr<Container> open_single_file(const std::filesystem::path& path, const Limits& limits, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
