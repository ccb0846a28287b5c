// One definitions file in YAML: its tree becomes definitions and a list of imports.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

struct Import {
  std::string file;
  std::string profile;  // or Alien4Cloud's archive, instead of a file
  std::string repository;
  std::string namespace_prefix;
  SourceRange at = {};
};

struct File {
  Version version = Version::yaml_1_3;
  Definitions definitions;
  std::vector<Import> imports;
  std::vector<DeprecatedNotation> deprecated;
};

/// What others import a file by, without reading the rest: the name of its profile; of Alien4Cloud's archives `name:version`.
/// Empty where there is none.
std::string profile_of(const Tree& tree);

/// Nothing when the file does not say which TOSCA it is written in; one that is imported may leave that to its importer.
/// Where TOSCA is to be strict, the event grammar is an error.
std::optional<File> read_definitions(const Tree& tree, std::optional<Version> importer, bool is_foreign, Diagnostics& diagnostics,
                                     bool strict = false);

/// The inputs that no `get_input` of the file names.
std::vector<Reference> find_unread_inputs(const Tree& tree, const std::vector<ParameterDefinition>& inputs);

}  // namespace planbuilder::tosca::yaml
