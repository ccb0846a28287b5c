// All that a plan does goes through the invoker, books and conditions too, so that any engine will do.
#pragma once

#include "planbuilder/emit/bpel/process.h"
#include "planbuilder/emit/bpel/skeleton.h"

namespace planbuilder::emit::bpel {

/// Replaces the placeholders of the skeleton.
void fill_plain(Skeleton& skeleton, const Process& process);

Frame plain_frame(const Process& process);

}  // namespace planbuilder::emit::bpel
