// The filled skeleton as one block: the flow of the activities, and the reverse one that takes them back.
#pragma once

#include "planbuilder/emit/bpel/skeleton.h"
#include "planbuilder/emit/template/template_engine.h"

namespace planbuilder::emit::bpel {

/// Takes what fills the scopes.
Block flow_of(Skeleton skeleton, TemplateEngine& engine);

}  // namespace planbuilder::emit::bpel
