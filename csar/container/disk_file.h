// Reads files of a folder without following links, and no more of them than is allowed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "csar/container/container.h"

namespace planbuilder::csar {

enum class DiskKind { missing, file, folder, link, special };

struct DiskEntry {
  DiskKind kind = DiskKind::missing;
  Entry entry = {};  // size and mode, for files
};

/// What is at this path itself: a link is a link, not what it points to.
DiskEntry look_at(const std::filesystem::path& path);

/// `shown` names the file in messages. A file that outgrew the limit is refused, whatever its size was before.
bool stream_disk_file(const std::filesystem::path& path, const std::string& shown, const Limits& limits, bool follow_link,
                      const Sink& sink, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
