// Values that nobody but the run may see: a page goes further than the files that hold them.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// Secrets become "(secret)", in place; references to where a secret comes from stay. The texts that were there come back, each
/// once.
std::vector<std::string> mask_secrets(std::vector<plan::Plan>& plans);

}  // namespace planbuilder::review
