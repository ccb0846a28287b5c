// A plan as text for a terminal: its waves, and what each activity does.
#pragma once

#include <string>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

std::string to_text(const plan::Plan& plan);

}  // namespace planbuilder::review
