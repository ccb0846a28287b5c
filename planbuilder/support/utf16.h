// Texts in UTF-16, which XML allows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace planbuilder {

/// In UTF-8, without its byte order mark; nothing where it is no UTF-16: that has the mark, or is XML and begins with `<`. Half a
/// character becomes bytes that are no UTF-8, so that who reads the text finds its place.
std::optional<std::string> utf8_of_utf16(std::string_view text);

}  // namespace planbuilder
