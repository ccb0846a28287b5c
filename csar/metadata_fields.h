// What a TOSCA.meta must say, by the version of CSARs that it claims.
#pragma once

#include "csar/archive.h"
#include "csar/metadata_text.h"

namespace planbuilder::csar {

/// Reports unknown versions, missing fields and Other-Definitions that are not there, each at its place. For a folder that
/// need not become a CSAR, these are warnings. True when there was no error.
bool check_metadata_fields(const Archive& archive, const Metadata& metadata, bool as_csar, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
