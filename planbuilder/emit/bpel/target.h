// A BPEL 2.0 process that calls an invoker for what the plan does, for any engine.
#pragma once

#include "planbuilder/emit/target.h"

namespace planbuilder::emit::bpel {

const Target& target();

}  // namespace planbuilder::emit::bpel
