// A plan as text for a terminal: its waves, what each activity does, and which node stands on which.
#pragma once

#include <string>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// Lines are folded at `width` columns; 0 lets them be as long as they are.
std::string to_text(const plan::Plan& plan, std::size_t width = 0);

}  // namespace planbuilder::review
