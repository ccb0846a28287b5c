// Bytes, which files write as text in base64.
#pragma once

#include <optional>
#include <string_view>

namespace planbuilder::tosca {

/// How many bytes the text stands for; none when it is no base64. White space does not count, an empty text is no bytes.
std::optional<std::size_t> base64_length(std::string_view text);

inline bool is_base64(std::string_view text) { return base64_length(text).has_value(); }

}  // namespace planbuilder::tosca
