// What a plan leaves behind: for comparisons without a state.
#pragma once

#include "planbuilder/change/situation.h"

namespace planbuilder::change {

/// All that the plan makes is there, as its steps leave it; with the defaults of its inputs.
Situation situation_after(plan::Plan built);

}  // namespace planbuilder::change
