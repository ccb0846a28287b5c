// Names of the model as names in an XML document, which allows few characters in them.
#pragma once

#include <string>
#include <string_view>

namespace planbuilder::emit {

/// An XML name without colon that is as readable as possible: letters, digits, `_`, `.` and single `-` stay, `/` becomes `--`,
/// all else is `_x`, its bytes in hexadecimal, and `_`. Two ids never share a name, none contains `---`, and the name of
/// an id depends on nothing but the id.
std::string name_of(std::string_view id);

/// A character as part of such a name: `_x2E_`.
std::string escaped_in_name(std::string_view character);

}  // namespace planbuilder::emit
