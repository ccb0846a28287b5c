// One definitions file in XML (TOSCA 1.0): it joins the YAML front end at the definitions.
#pragma once

#include <optional>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/model/limits.h"

namespace planbuilder::tosca::xml {

struct Import {
  std::string location;
  std::string type;  // the namespace of what is imported: TOSCA or XML Schema
  SourceRange at = {};
};

struct File {
  Definitions definitions;
  std::vector<Import> imports;
};

/// Names of types and templates come out as `{namespace}local`. DTDs are refused.
std::optional<File> read_definitions(const Sources& sources, FileId file, const Limits& limits, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::xml
