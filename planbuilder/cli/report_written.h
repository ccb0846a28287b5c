// The last word of commands that write files: what was written.
#pragma once

#include <optional>

#include "planbuilder/cli/display.h"
#include "planbuilder/driver/artifacts.h"

namespace planbuilder::cli {

/// Shows the problems, then one line (or JSON) about what was written; gives the exit code.
int report_written(const driver::WritingOptions& options, const Display& display, const driver::Session& session,
                   const std::optional<driver::Artifacts>& written);

}  // namespace planbuilder::cli
