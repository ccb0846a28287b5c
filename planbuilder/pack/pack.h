// Plans into a CSAR: which files come, go and stay, how they are declared, and the record of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "csar/amend.h"
#include "csar/archive.h"
#include "csar/changes.h"
#include "planbuilder/pack/beside.h"
#include "planbuilder/pack/declaration.h"
#include "planbuilder/pack/record.h"
#include "planbuilder/pack/restore.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/yaml/read_yaml.h"

namespace planbuilder::pack {

struct PackOptions {
  bool declare = true;
  Existing existing = Existing::keep;
  std::string version;                          // of planbuilder
  std::map<std::string, std::string> recorded;  // options that the plans were made with
  tosca::yaml::Limits limits = {};
};

/// What is packed, and into what. The sources have the definitions as `before` restored them.
struct PackInput {
  const csar::Archive& archive;
  const tosca::Topology& topology;
  const std::vector<plan::Plan>& plans;
  std::vector<OutputFile> files;  // `<plan>/<target>/<file>`
  const Before& before;
  std::vector<OutputFile> brought = {};  // files of plugins that the plans run, by their paths in the CSAR
  Beside beside = {};
};

struct Packed {
  csar::Changes changes;
  std::vector<csar::ContentType> types;  // of the files that are put
  Record record;
};

/// Nothing after an error: a file that would be lost.
std::optional<Packed> pack(PackInput input, const PackOptions& options, Sources& sources, Diagnostics& diagnostics);

}  // namespace planbuilder::pack
