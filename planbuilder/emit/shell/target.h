// A bash script that runs the plan; also the programs that run its steps for an engine which speaks SOAP.
#pragma once

#include "planbuilder/emit/target.h"

namespace planbuilder::emit::shell {

/// What other targets may ask for: the invoker.
inline constexpr std::string_view invoker_part = "invoker";

const Target& target();

}  // namespace planbuilder::emit::shell
