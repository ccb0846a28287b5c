// What a person would type to run an artifact as the runtime does (templates/shell/runtime/invoke.sh).
#pragma once

#include "planbuilder/emit/target.h"

namespace planbuilder::emit {

ByHand start_by_hand(const plan::Artifact& artifact);

}  // namespace planbuilder::emit
