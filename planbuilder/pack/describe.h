// How plans and files stand in a record.
#pragma once

#include "planbuilder/pack/record.h"
#include "planbuilder/support/output.h"

namespace planbuilder::pack {

/// Without its targets.
PackedPlan describe(const plan::Plan& plan);
PackedFile describe(const OutputFile& file);

}  // namespace planbuilder::pack
