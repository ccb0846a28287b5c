// One definitions file in YAML: its tree becomes definitions and a list of imports.
#pragma once

#include "planbuilder/tosca/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

struct Import {
  std::string file;
  std::string profile;  // instead of a file
  std::string repository;
  std::string namespace_prefix;
  SourceRange at = {};
};

struct File {
  Version version = Version::v1_3;
  Definitions definitions;
  std::vector<Import> imports;
};

/// The name in the `profile` keyname of a file, without reading the rest; empty where there is none.
std::string profile_of(const Tree& tree);

/// Nothing when the file does not say which TOSCA it is written in; one that is imported may leave that to its importer.
std::optional<File> read_definitions(const Tree& tree, std::optional<Version> importer, bool is_foreign,
                                     Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::yaml
