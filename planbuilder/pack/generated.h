// The record of a folder that `generate` wrote: `<plan>/<target>/<file>`, and below `files/` what the plans use.
#pragma once

#include <string_view>
#include <vector>

#include "planbuilder/pack/beside.h"
#include "planbuilder/support/output.h"

namespace planbuilder::pack {

inline constexpr std::string_view generated_record_path = "planbuilder.json";
inline constexpr std::string_view generated_files = "files/";

/// Without version and options. The files are those of the plans' targets; `beside` is what else belongs to them.
Record record_of_generated(const std::vector<plan::Plan>& plans, const std::vector<OutputFile>& files, const Beside& beside = {});

}  // namespace planbuilder::pack
