// Writes a new CSAR: the entries of an archive with files added, replaced, moved or left out, the same bytes every time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "csar/changes.h"
#include "csar/format.h"

namespace planbuilder::csar {

struct WriteOptions {
  std::optional<Format> format = {};  // else what the name of the output says, else that of the input, else zip
  bool in_place = false;              // the output is the input, which is replaced
};

/// Writes a container whose bytes depend on its content only: not on the clock, the time zone, the user, the folder or the
/// order of the changes. TOSCA.meta comes first, the others follow sorted by the bytes of their paths. Entries of a zip that
/// stay as they are keep their compressed bytes in a new zip; everything else is stored uncompressed, since compressors differ
/// between machines. See amend.h for what must be kept true in TOSCA.meta.
///
/// `out` appears whole or not at all. It may not be the input unless that is asked for, nor lie in the input folder, where the
/// next run would pack it, too. "-" is standard output.
bool write_csar(const Archive& base, const Changes& changes, const std::filesystem::path& out, const WriteOptions& options,
                Diagnostics& diagnostics);

/// A small zip in memory with the same fixed headers, sorted by path.
std::string zip_of(std::vector<OutputFile> files);

}  // namespace planbuilder::csar
