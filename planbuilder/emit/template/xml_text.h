// Text on its way into an XML document.
#pragma once

#include <string>
#include <string_view>

namespace planbuilder::emit {

/// The text as content of an element or, between double quotes, of an attribute; it reads back byte for byte. Throws
/// EmitError for a character that XML 1.0 cannot hold.
std::string xml_escape(std::string_view text);
void append_xml(std::string& out, std::string_view text);

/// Where the first character begins that XML 1.0 cannot hold; npos when there is none.
std::size_t find_forbidden_in_xml(std::string_view text);

/// The character at the start of the text in words, for messages: `U+0001`, or the byte that is no part of UTF-8.
std::string character_name(std::string_view text);

}  // namespace planbuilder::emit
