// Reads small models that a test writes inline.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/files/read_files.h"
#include "planbuilder/tosca/model/topology.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {

/// The files of a CSAR, by their paths.
struct CsarFiles {
  std::vector<std::pair<std::string, std::string>> files;
};

/// A model in a folder of its own; the topology is there when it has no errors.
class Model {
 public:
  /// One definitions file, named service.yaml (or service.tosca when it is XML).
  explicit Model(std::string_view text);
  /// The files of a folder; the first is the entry.
  explicit Model(const std::vector<std::pair<std::string, std::string>>& files, const tosca::LoadOptions& options = {},
                 bool strict_tosca = false);
  /// A CSAR, which says itself where it starts.
  explicit Model(const CsarFiles& csar);

  Sources sources;
  Diagnostics diagnostics;
  std::optional<tosca::Topology> topology;

  /// One line per diagnostic: `file:line:column: severity[code]: summary`, notes indented.
  [[nodiscard]] std::string problems() const;

 private:
  Folder folder_;
};

/// The start of a TOSCA 1.3 file whose topology template follows.
inline constexpr std::string_view v1_3 = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
inline std::string file(std::string_view body) { return std::string(v1_3) + std::string(body); }

}  // namespace planbuilder::testing
