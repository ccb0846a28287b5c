// Whether what is written is coloured.
#pragma once

#include <string>

namespace planbuilder::cli {

/// `when` is auto, always or never; auto colours what goes to a terminal, unless NO_COLOR is set.
bool wants_color(const std::string& when, int descriptor);

}  // namespace planbuilder::cli
