// One kind of container on its way out: entries one after the other, then its end.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "csar/container/container.h"
#include "csar/format.h"
#include "csar/writer/target.h"

namespace planbuilder::csar {

/// Gives a content piece by piece; false after a diagnostic.
using Stream = std::function<bool(const Sink&, Diagnostics&)>;

struct Content {
  Stream plain;
  std::optional<PackedForm> packed_form = {};  // the same content is there compressed
  Stream packed = {};
};

class ContainerWriter {
 public:
  virtual ~ContainerWriter() = default;

  /// Entries of folders have no content. False after a diagnostic, and then nothing more may be added.
  virtual bool add(const Entry& entry, const Content& content, Diagnostics& diagnostics) = 0;
  virtual void finish() = 0;
};

/// All times in containers are 1980-01-01 00:00, the first that a zip knows; in a tar, which counts seconds since 1970:
inline constexpr std::uint64_t fixed_time = 315'532'800;
inline constexpr std::uint32_t fixed_mode(const Entry& entry) { return entry.directory || entry.executable ? 0755 : 0644; }

/// Gives exactly the bytes that the entry's size promises to `sink`: what grew or shrank since is an error.
bool stream_exactly(const Entry& entry, const Stream& stream, const Sink& sink, Diagnostics& diagnostics);

std::unique_ptr<ContainerWriter> write_zip(PatchableTarget& target);
std::unique_ptr<ContainerWriter> write_tar(Target& target);
/// In gzip.
std::unique_ptr<ContainerWriter> write_tar_gz(Target& target);

}  // namespace planbuilder::csar
