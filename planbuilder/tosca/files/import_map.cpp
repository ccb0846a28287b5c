#include "planbuilder/tosca/files/import_map.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

std::optional<ImportMap> ImportMap::read(const std::string& file, Sources& sources, Diagnostics& diagnostics) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    diagnostics.error(Code::file_not_found, {}, "there is no import map " + file);
    return std::nullopt;
  }
  const FileId id = sources.add(file, std::string(std::istreambuf_iterator<char>(in), {}));
  ImportMap map;
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::uint32_t number = 0;
  for (const std::string_view whole : split(sources.text(id), '\n')) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> columns = split(line, '\t');
    const bool known = columns[0] == "url" || columns[0] == "repository" || columns[0] == "profile";
    if (columns.size() != 3 || !known) {
      diagnostics.error(Code::wrong_value, {id, number, 1, 1},
                        "a line of an import map is 'url', 'repository' or 'profile', a name and a path, separated by tabs");
      continue;
    }
    map.rows_.push_back({std::string(columns[0]), std::string(columns[1]), (folder / columns[2]).string()});
  }
  if (diagnostics.has_errors()) return std::nullopt;
  return map;
}

std::optional<std::string> ImportMap::find(std::string_view kind, std::string_view name) const {
  for (const Row& row : rows_) {
    if (row.kind != kind) continue;
    if (row.name == name) return row.path;
    if (row.name.ends_with('/') && name.starts_with(row.name)) {
      return (std::filesystem::path(row.path) / name.substr(row.name.size())).string();
    }
  }
  return std::nullopt;
}

}  // namespace planbuilder::tosca
