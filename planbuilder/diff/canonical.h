// Values as text that is the same for the same value, however its maps are ordered.
#pragma once

#include <string>

#include "planbuilder/diff/names.h"

namespace planbuilder::diff {

/// Compact JSON; entities that are read have the names of the new side.
void append_canonical(std::string& out, const Value& value, const Names& names);

}  // namespace planbuilder::diff
