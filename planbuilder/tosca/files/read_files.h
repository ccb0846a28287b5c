// Reads the entry definitions and all that they import, each file once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/embedded.h"
#include "planbuilder/support/timings.h"
#include "planbuilder/tosca/files/import_map.h"
#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/model/limits.h"
#include "planbuilder/tosca/yaml/read_yaml.h"

namespace planbuilder::csar {
class Archive;
}

namespace planbuilder::tosca {

struct LoadOptions {
  yaml::Limits yaml = {};
  Limits limits = {};
  ImportMap imports = {};
  std::vector<std::string> other_definitions = {};   // of the archive, read beside what the entry imports
  std::optional<embedded::File> shipped_entry = {};  // read instead of a file of the archive
  std::map<std::string, std::string> restored = {};  // path -> text that is read instead of what the archive has there
  Timings* timings = nullptr;                        // filled, where someone wants to know
};

/// The entry file is the first; other definitions of the archive, and what they import, come last. Imports may be cyclic; files
/// that many import are read once. The types that a version of the Simple Profile defines stand in files of their own, imported
/// by all.
std::vector<DefinitionsFile> read_files(const csar::Archive& archive, const std::string& entry, const LoadOptions& options,
                                        Sources& sources, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
