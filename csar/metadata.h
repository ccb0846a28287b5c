// TOSCA.meta: which definitions a CSAR starts with, and what its files are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/support/source.h"

namespace planbuilder::csar {

inline constexpr std::string_view metadata_in_folder = "TOSCA-Metadata/TOSCA.meta";
inline constexpr std::string_view metadata_at_root = "TOSCA.meta";

struct MetadataField {
  std::string key;
  std::string value;          // continuation lines joined, blanks around it dropped
  SourceRange at = {};        // of the key
  SourceRange value_at = {};  // of the value's first line
};

using MetadataBlock = std::vector<MetadataField>;

struct Metadata {
  std::string path;  // of its entry; empty when the archive has none
  FileId file;
  std::vector<MetadataBlock> blocks;  // the first describes the CSAR; each later one the file in its `Name`

  [[nodiscard]] bool present() const { return !path.empty(); }

  /// A field of the first block; the case of the key does not count.
  [[nodiscard]] const MetadataField* find(std::string_view key) const;

  /// Other-Definitions: separated by blanks, those with blanks inside in double quotes.
  [[nodiscard]] std::vector<std::string> other_definitions() const;
};

/// The entry that holds the metadata, if there is one. The one in its folder comes first.
std::optional<std::string> find_metadata(const Archive& archive);

/// Not present() when the archive has none, as is usual for folders and always so for single files.
/// Nothing when it is malformed, or lacks what its version demands (see metadata_fields.h), after one diagnostic per problem.
std::optional<Metadata> read_metadata(const Archive& archive, Sources& sources, Diagnostics& diagnostics);

/// The same from a text that was read already; which fields are there is not checked.
std::optional<Metadata> parse_metadata(std::string path, FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
