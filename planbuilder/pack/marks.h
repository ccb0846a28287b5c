// The comments around what planbuilder adds to definitions, so that people see it and the next pack finds it.
#pragma once

#include <string_view>

namespace planbuilder::pack {

inline constexpr std::string_view mark_begin = "planbuilder: begin";
inline constexpr std::string_view mark_end = "planbuilder: end";

}  // namespace planbuilder::pack
