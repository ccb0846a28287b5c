// CSARs without TOSCA.meta: whether the one definitions file at their root says enough to do without.
#pragma once

#include <string>
#include <string_view>

#include "csar/archive.h"
#include "csar/metadata.h"

namespace planbuilder::csar {

/// Simple Profile 1.0 has no CSARs without TOSCA.meta: an error. From 1.1 on the file's `metadata` must say template_name and
/// template_version, which many leave out: a warning. TOSCA 2.0 asks for nothing. Folders and single files are no CSARs.
///
/// The file is looked at as text, not as TOSCA: what is asked stands at the start of lines.
bool check_root_template(const Archive& archive, const Metadata& metadata, const std::string& entry, Diagnostics& diagnostics);

/// What a definitions file in YAML says as its tosca_definitions_version, looked at in the same way.
std::string definitions_version(std::string_view text);

}  // namespace planbuilder::csar
