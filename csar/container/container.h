// What every kind of container offers to the archive in front of it: zip, tar, folder, single file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "csar/entry.h"
#include "csar/format.h"
#include "csar/limits.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::csar {

/// How an entry lies in a zip, for whoever copies it into another one.
struct PackedForm {
  std::uint16_t method = 0;
  std::uint16_t version = 20;  // of zip that is needed to unpack it
  std::uint16_t flags = 0;     // those that tell how to unpack it
  std::uint32_t crc = 0;
  std::uint64_t size = 0;  // compressed
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

  /// How the bytes of a file are compressed, where a new zip can take them as they are.
  virtual std::optional<PackedForm> packed_form(const Entry&) { return std::nullopt; }
  /// As stream(), with these bytes. That they unpack to what the entry should hold is verified on the way, where the method is
  /// known; else they are passed on as they are.
  virtual bool stream_packed(const Entry& entry, const Sink& sink, Diagnostics& diagnostics);

  /// What the container itself is, when it is one that can be written.
  [[nodiscard]] virtual std::optional<Format> format() const { return std::nullopt; }

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
