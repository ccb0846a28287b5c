// Keeps what a CSAR says about its own files true when they change: TOSCA.meta and the manifest.
#pragma once

#include <string>
#include <vector>

#include "csar/archive.h"
#include "csar/changes.h"
#include "csar/metadata.h"

namespace planbuilder::csar {

/// What a file is, as TOSCA.meta of XML services tells it: "application/vnd.oasis.tosca.definitions".
struct ContentType {
  std::string path;
  std::string type;
};

/// Adds to `changes` what follows from them, and drops files from `put` that are there already with the same content:
///
/// - a TOSCA.meta where a folder or a single file has none, in the version of its definitions;
/// - in the TOSCA.meta of services in XML the blocks of files that are added, moved or left out. `types` are those that the
///   names of files do not tell;
/// - in an ETSI manifest the entries and digests of changed files;
/// - signatures that no longer hold, which step aside under a name that ends in `.superseded-signature`, with a warning.
///
/// `metadata` and `entry_definitions` are those of `base`. To be called once, when all other changes are known. False after a
/// diagnostic.
bool amend(const Archive& base, const Metadata& metadata, const std::string& entry_definitions,
           const std::vector<ContentType>& types, Changes& changes, Sources& sources, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
