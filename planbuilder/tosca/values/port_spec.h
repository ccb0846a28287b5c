// What the Simple Profile says of a PortSpec in words, and no constraint of its properties can say.
#pragma once

#include <string>
#include <string_view>

#include "planbuilder/support/value.h"

namespace planbuilder::tosca {

inline constexpr std::string_view port_spec = "tosca.datatypes.network.PortSpec";

/// In words that follow its name; empty when nothing is wrong. The values are typed.
std::string port_spec_problem(const Map& value);

}  // namespace planbuilder::tosca
