// Names of the model as names of a process: XML allows few characters in them.
#pragma once

#include <string>
#include <string_view>

namespace planbuilder::emit::bpel {

/// An XML name without colon that is as readable as possible: letters, digits, `_`, `.` and single `-` stay, `/` becomes `--`,
/// all else is `_x`, its bytes in hexadecimal, and `_`. Two ids never share a name, none contains `---`, and the name of
/// an id depends on nothing but the id.
std::string name_of(std::string_view id);

/// Likewise for a variable: its name has no dot, which separates it from a part of a message.
std::string variable_name_of(std::string_view id);

/// Of the link between two activities, by their names.
std::string link_name(std::string_view from, std::string_view to);

}  // namespace planbuilder::emit::bpel
