#include "csar/entry_definitions.h"

#include <algorithm>

#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

constexpr std::string_view remedy =
    "Name one as Entry-Definitions in TOSCA-Metadata/TOSCA.meta, or give the definitions file itself instead of the folder.";

/// The files directly in `folder` (empty, or with a slash at its end) that have one of the extensions.
std::vector<std::string> candidates(const Archive& archive, std::string_view folder,
                                    std::initializer_list<std::string_view> extensions) {
  std::vector<std::string> found;
  for (const Entry& entry : archive.entries()) {
    if (entry.directory || !entry.path.starts_with(folder)) continue;
    const std::string_view name = std::string_view(entry.path).substr(folder.size());
    if (name.starts_with('.') || name.find('/') != std::string_view::npos) continue;
    if (std::ranges::any_of(extensions, [&](std::string_view extension) { return name.ends_with(extension); }))
      found.push_back(entry.path);
  }
  return found;
}

std::optional<std::string> choose(const Archive& archive, const std::vector<std::string>& found, Diagnostics& diagnostics) {
  if (found.size() == 1) return found.front();
  constexpr std::size_t enough = 10;
  auto& problem =
      diagnostics.error(Code::no_entry_definitions, {},
                        archive.display_name() + ": " + std::to_string(found.size()) + " files could be the entry definitions");
  problem.explain(std::string(remedy));
  for (std::size_t i = 0; i < std::min(found.size(), enough); ++i) problem.note("candidate: " + quote_name(found[i]));
  if (found.size() > enough) problem.note("and " + std::to_string(found.size() - enough) + " more");
  return std::nullopt;
}

std::optional<std::string> find_named(const Archive& archive, const MetadataField& field, Diagnostics& diagnostics) {
  std::string_view name = field.value;
  if (name.size() >= 2 && name.starts_with('"') && name.ends_with('"')) name = name.substr(1, name.size() - 2);
  const auto path = resolve({}, name);
  if (!path) {
    diagnostics.error(Code::archive_metadata, field.value_at,
                      "Entry-Definitions " + quote_name(name) + " cannot be the name of an entry");
    return std::nullopt;
  }
  if (const auto entry = archive.find(*path); entry && !entry->directory) return *path;
  std::vector<std::string_view> files;
  for (const Entry& entry : archive.entries()) {
    if (!entry.directory) files.emplace_back(entry.path);
  }
  diagnostics.error(Code::no_entry_definitions, field.value_at,
                    "Entry-Definitions names " + quote_name(name) + ", which is not in the archive" + did_you_mean(*path, files));
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_entry_definitions(const Archive& archive, const Metadata& metadata, Diagnostics& diagnostics) {
  if (auto given = archive.given_file()) return given;
  if (const MetadataField* field = metadata.find("Entry-Definitions")) return find_named(archive, *field, diagnostics);
  auto found = candidates(archive, "", {".yaml", ".yml"});
  if (found.empty()) found = candidates(archive, "", {".tosca", ".xml"});
  if (found.empty()) found = candidates(archive, "Definitions/", {".tosca"});
  if (!found.empty()) return choose(archive, found, diagnostics);
  diagnostics.error(Code::no_entry_definitions, {}, archive.display_name() + " has no entry definitions")
      .explain(
          "It has no Entry-Definitions in a TOSCA.meta, no .yaml, .yml, .tosca or .xml file at its root, and no .tosca file in "
          "Definitions/.");
  return std::nullopt;
}

}  // namespace planbuilder::csar
