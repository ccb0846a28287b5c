// The containers that a CSAR can be written as.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

namespace planbuilder::csar {

enum class Format { zip, tar, tar_gz };

struct NamedFormat {
  std::string_view name;  // as options and messages call it
  Format format;
};
inline constexpr std::array<NamedFormat, 3> named_formats = {
    {{"zip", Format::zip}, {"tar", Format::tar}, {"tar.gz", Format::tar_gz}}};

/// What the end of a file's name says: `.zip`, `.tar`, `.tar.gz` or `.tgz`, in any case. Any other, such as `.csar`, says
/// nothing.
std::optional<Format> format_of_name(const std::filesystem::path& path);

}  // namespace planbuilder::csar
