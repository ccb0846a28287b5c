#include "csar/amend_metadata.h"

#include <algorithm>
#include <array>

#include "csar/line_edits.h"
#include "csar/paths.h"
#include "csar/root_template.h"
#include "planbuilder/support/text.h"
#include "planbuilder/support/utf16.h"

namespace planbuilder::csar {

namespace {

struct KnownType {
  std::string_view ending;
  std::string_view type;
};

constexpr std::array<KnownType, 12> known_types = {{{".tosca", "application/vnd.oasis.tosca.definitions"},
                                                    {".xml", "application/xml"},
                                                    {".xsd", "application/xml"},
                                                    {".bpel", "application/xml"},
                                                    {".wsdl", "application/wsdl+xml"},
                                                    {".yaml", "application/yaml"},
                                                    {".json", "application/json"},
                                                    {".zip", "application/zip"},
                                                    {".sh", "application/x-sh"},
                                                    {".html", "text/html"},
                                                    {".svg", "image/svg+xml"},
                                                    {".txt", "text/plain"}}};

std::string type_of(const std::string& path, const TypesByPath& types) {
  if (const auto told = types.find(path); told != types.end()) return told->second;
  const auto known = std::ranges::find_if(known_types, [&](const KnownType& type) { return path.ends_with(type.ending); });
  return std::string(known != known_types.end() ? known->type : "application/octet-stream");
}

std::string block_of(const std::string& path, const std::string& type, std::string_view end) {
  return "Name: " + path + std::string(end) + "Content-Type: " + type + std::string(end);
}

/// The path in a block's `Name`, if it is one.
const MetadataField* name_of(const MetadataBlock& block) {
  const auto found = std::ranges::find_if(block, [](const MetadataField& field) { return same_but_for_case(field.key, "Name"); });
  return found == block.end() ? nullptr : &*found;
}

void rename(const MetadataField& name, const std::string& to, LineEdits& edits) {
  const std::uint32_t line = name.value_at.line;
  edits.replace(name.value_at, to);
  for (std::uint32_t next = line + 1; next <= edits.lines() && edits.line(next).starts_with(' '); ++next)
    edits.remove(next, next);
}

void remove_block(const MetadataBlock& block, LineEdits& edits) {
  const std::uint32_t first = block.front().at.line;
  std::uint32_t last = first;
  while (last < edits.lines() && !edits.is_blank(last + 1)) ++last;
  edits.remove_paragraph(first, last);
}

}  // namespace

std::string csar_version_of(std::string_view definitions) {
  if (definitions.starts_with("\xEF\xBB\xBF")) definitions.remove_prefix(3);
  if (trim(definitions).starts_with('<') || utf8_of_utf16(definitions)) return "1.0";  // definitions in UTF-16 are XML
  return definitions_version(definitions).starts_with("tosca_2_") ? "2.0" : "1.1";
}

std::string made_metadata(const std::string& version, const std::string& entry_definitions, const TypesByPath& types,
                          const Difference& difference) {
  std::string text;
  if (version == "1.0") text += "TOSCA-Meta-Version: 1.0\n";
  if (version == "1.1") text += "TOSCA-Meta-File-Version: 1.0\n";
  text += "CSAR-Version: " + version + "\nCreated-By: planbuilder\nEntry-Definitions: " + entry_definitions + "\n";
  if (version != "1.0") return text;
  text += "\n" + block_of(entry_definitions, std::string(known_types.front().type), "\n");
  for (const auto& [path, file] : difference.added) text += "\n" + block_of(path, type_of(path, types), "\n");
  return text;
}

std::optional<std::string> amended_metadata(const Metadata& metadata, std::string_view text, const TypesByPath& types,
                                            const Difference& difference) {
  LineEdits edits(text);
  std::set<std::string> described;
  for (std::size_t i = 1; i < metadata.blocks.size(); ++i) {
    const MetadataField* name = name_of(metadata.blocks[i]);
    const auto path = name != nullptr ? resolve({}, name->value) : std::nullopt;
    if (!path) continue;
    const auto moved = difference.moved.find(*path);
    if (moved != difference.moved.end()) rename(*name, moved->second, edits);
    if (difference.removed.contains(*path)) remove_block(metadata.blocks[i], edits);
    if (moved == difference.moved.end()) described.insert(*path);
  }
  const MetadataField* version = metadata.find("CSAR-Version");
  const bool describes_files = metadata.blocks.size() > 1 || (version != nullptr && version->value == "1.0");
  const std::string end(edits.line_end());
  std::string blocks;
  for (const auto& [path, file] : difference.added) {
    if (!describes_files || described.contains(path)) continue;
    if (!blocks.empty()) blocks += end;
    blocks += block_of(path, type_of(path, types), end);
  }
  if (!blocks.empty()) edits.insert_paragraph_after(edits.lines(), blocks);
  return edits.changed() ? std::optional(edits.text()) : std::nullopt;
}

}  // namespace planbuilder::csar
