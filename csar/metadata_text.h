// The text of a TOSCA.meta: blocks of fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/source.h"

namespace planbuilder::csar {

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

/// Nothing when it is malformed, after one diagnostic per problem; which fields are there is not checked.
std::optional<Metadata> parse_metadata(std::string path, FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
