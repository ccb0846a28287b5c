// Patterns of TOSCA are those of JavaScript; bash knows the extended regular expressions of POSIX.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planbuilder::emit {

/// The same pattern for `[[ $text =~ ... ]]`, which the whole text must match. None when POSIX has nothing like it.
std::optional<std::string> posix_pattern(std::string_view pattern);

}  // namespace planbuilder::emit
