// The filled skeleton as text: the flow of the activities, and the reverse one that takes them back.
#pragma once

#include <string>

#include "planbuilder/emit/bpel/skeleton.h"
#include "planbuilder/emit/template_engine.h"

namespace planbuilder::emit::bpel {

std::string render_flow(const Skeleton& skeleton, TemplateEngine& engine);

}  // namespace planbuilder::emit::bpel
