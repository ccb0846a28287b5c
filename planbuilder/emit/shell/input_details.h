// What a script knows of the values of an input: the lines below the one that names it.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::emit {

/// Commands of the runtime (templates/shell/runtime/check_inputs.sh), one per line.
std::vector<std::string> input_details(const plan::Input& input);

}  // namespace planbuilder::emit
