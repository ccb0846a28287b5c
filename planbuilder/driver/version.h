// The version of planbuilder.
#pragma once

#include <string_view>

namespace planbuilder::driver {

std::string_view version();

}  // namespace planbuilder::driver
