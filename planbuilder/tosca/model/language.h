// The languages that definitions are written in. A file is asked for its language when it is read; whoever needs to know it
// later asks the file, the names (types/type_names.h) or the topology, and looks at no name or path.
#pragma once

#include <cstdint>
#include <string_view>

namespace planbuilder::tosca {

/// Each is a bit, so that a row of a table can name several of them.
enum class Language : std::uint8_t {
  yaml_1_0 = 1,
  yaml_1_1 = 2,
  yaml_1_2 = 4,
  yaml_1_3 = 8,
  yaml_2_0 = 16,
  xml_1_0 = 32,
  alien = 64,  // Alien4Cloud's dialect of the Simple Profile
};

/// TOSCA 1.0 of the OASIS standard, which knows XML only.
constexpr bool is_xml(Language language) { return language == Language::xml_1_0; }
/// Up to 1.3 the versions in YAML differ in details; 2.0 is another language.
constexpr bool is_2_0(Language language) { return language == Language::yaml_2_0; }

/// How a text starts tells XML from YAML; which version it is, its reader finds out.
bool looks_like_xml(std::string_view text);

}  // namespace planbuilder::tosca
