// Writes a new CSAR: the entries of an archive with files added or replaced, the same bytes every time.
#pragma once

#include <filesystem>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/support/output.h"

namespace planbuilder::csar {

/// Writes a zip whose bytes depend on its content only: not on the clock, the time zone, the folder or the order
/// of `added`. An added file replaces the entry of its path. Other entries of a zip keep their compressed bytes;
/// everything else is stored uncompressed, since compressors differ between machines. TOSCA.meta comes first and
/// is made up when the base has none.
///
/// `out` appears whole or not at all. It may not be the input, nor lie in the input folder, where the next run
/// would pack it, too.
bool write_csar(const Archive& base, const std::vector<OutputFile>& added, const std::filesystem::path& out,
                Diagnostics& diagnostics);

}  // namespace planbuilder::csar
