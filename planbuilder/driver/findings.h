// Diagnostics as part of documents, which know no texts in memory.
#pragma once

#include <span>
#include <vector>

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::driver {

std::vector<plan::Finding> findings_of(std::span<const Diagnostic> diagnostics, const Sources& sources);

}  // namespace planbuilder::driver
