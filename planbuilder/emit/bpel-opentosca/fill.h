// The dialect of the OpenTOSCA container: operations go through its invoker, which answers by callback; instances are kept by its
// instance data API, which processes reach by an extension of its engine.
#pragma once

#include "planbuilder/emit/bpel/process.h"
#include "planbuilder/emit/bpel/skeleton.h"

namespace planbuilder::emit::bpel::opentosca {

/// Replaces the placeholders of the skeleton. A value that no process can compute is a problem.
void fill_opentosca(Skeleton& skeleton, const Process& process);

Frame opentosca_frame(const Process& process);

}  // namespace planbuilder::emit::bpel::opentosca
