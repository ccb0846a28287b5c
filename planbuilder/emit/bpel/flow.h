// The filled skeleton as text: the flow of the activities, and the reverse one that takes them back.
#pragma once

#include <string>

#include "planbuilder/emit/bpel/skeleton.h"
#include "planbuilder/emit/template_engine.h"

namespace planbuilder::emit::bpel {

/// Without the activities themselves, which may be many: marks stand in their place.
std::string render_flow(const Skeleton& skeleton, TemplateEngine& engine);

/// The text with the activities instead of the marks.
std::string insert_activities(const std::string& text, const Skeleton& skeleton, TemplateEngine& engine);

}  // namespace planbuilder::emit::bpel
