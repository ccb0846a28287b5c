// Names of variables and links of a process.
#pragma once

#include <string>
#include <string_view>

#include "planbuilder/emit/template/xml_name.h"

namespace planbuilder::emit::bpel {

/// Like `name_of`, for a variable: its name has no dot, which separates it from a part of a message.
std::string variable_name_of(std::string_view id);

/// Of the link between two activities, by their names.
std::string link_name(std::string_view from, std::string_view to);

}  // namespace planbuilder::emit::bpel
