// The types that are there without an import: those of the Simple Profile, the base types of XML, and planbuilder's own.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "planbuilder/support/embedded.h"
#include "planbuilder/tosca/model/language.h"

namespace planbuilder::tosca {

std::vector<embedded::File> implicit_profiles(Language version);

/// The base types of TOSCA in XML.
embedded::File xml_base_types();

/// Files of Alien4Cloud import by name what others see without an import.
bool is_implicit(std::string_view name);

/// A profile that files import by its name, without having it.
std::optional<embedded::File> shipped_profile(std::string_view name);

}  // namespace planbuilder::tosca
