// A file of definitions as it was read, and which others it imports.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/support/source.h"
#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/model/language.h"

namespace planbuilder::tosca {

struct DefinitionsFile {
  struct Import {
    std::size_t file;     // index into the list of files
    std::string prefix;   // of the names that it brings
    SourceRange at = {};  // in a YAML file; unknown when it is not written
  };
  FileId id;
  Language language = Language::yaml_1_3;
  Definitions definitions;
  std::vector<Import> imports;
  std::vector<Reference> unread_inputs;  // of its service: no function of the file reads them
  bool shipped = false;                  // part of planbuilder itself
  bool elsewhere = false;                // no part of the input: the import map says where it is
  bool beside = false;                   // not imported by the entry, but there for its types and its service
};

}  // namespace planbuilder::tosca
