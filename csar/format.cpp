#include "csar/format.h"

#include "csar/paths.h"

namespace planbuilder::csar {

std::optional<Format> format_of_name(const std::filesystem::path& path) {
  constexpr std::array<NamedFormat, 4> endings = {
      {{".zip", Format::zip}, {".tar", Format::tar}, {".tar.gz", Format::tar_gz}, {".tgz", Format::tar_gz}}};
  const std::string name = path.filename().string();
  for (const auto& [ending, format] : endings) {
    if (name.size() > ending.size() && same_but_for_case(std::string_view(name).substr(name.size() - ending.size()), ending))
      return format;
  }
  return std::nullopt;
}

}  // namespace planbuilder::csar
