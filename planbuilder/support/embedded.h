// Files of the source tree that travel inside the binary. Each folder that embeds files declares its own table.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace planbuilder::embedded {

struct File {
  std::string_view path;
  std::string_view text;
};

inline std::optional<std::string_view> find(std::span<const File> files, std::string_view path) {
  for (const File& file : files) {
    if (file.path == path) return file.text;
  }
  return std::nullopt;
}

}  // namespace planbuilder::embedded
