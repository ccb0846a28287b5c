// Values as text that is the same for the same value, however its maps are ordered.
#pragma once

#include <string>

#include "planbuilder/diff/names.h"

namespace planbuilder::diff {

/// Compact JSON; entities that are read have the names of the new side.
void append_canonical(std::string& out, const plan::Expression& value, const Names& names);
/// The same without saying who is read.
void append_nameless(std::string& out, const plan::Expression& value);

}  // namespace planbuilder::diff
