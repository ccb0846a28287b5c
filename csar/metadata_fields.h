// What a TOSCA.meta must say, by the version of CSARs that it claims.
#pragma once

#include "csar/archive.h"
#include "csar/metadata_text.h"

namespace planbuilder::csar {

/// Reports unknown versions, missing fields and Other-Definitions that are not there, each at its place. In a folder, which is
/// no CSAR yet, these are warnings. True when there was no error.
bool check_metadata_fields(const Archive& archive, const Metadata& metadata, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
