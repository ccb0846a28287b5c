// A picture laid out and drawn by Graphviz.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/review/picture.h"

namespace planbuilder::review {

/// Nothing when Graphviz is not there or cannot lay it out.
std::optional<std::string> to_svg(const Picture& picture);

/// More boxes than this take minutes to lay out, and nobody can read them.
inline constexpr std::size_t most_boxes = 3000;

}  // namespace planbuilder::review
