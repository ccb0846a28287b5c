// XML 1.0 cannot hold all characters: what contains one is found before anything is written.
#pragma once

#include "planbuilder/emit/problems.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::emit::bpel {

/// Adds every text of the plan with such a character, with its place in the model.
void check_characters(const plan::Plan& plan, Problems& problems);

}  // namespace planbuilder::emit::bpel
