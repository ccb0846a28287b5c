// A descendant may define an inherited property anew, but only narrow what its parent allows.
#pragma once

#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Reports each definition that does not refine the one it replaces, with both places. Constraints add up by
/// themselves, and defaults are held against them elsewhere.
void check_refinements(ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
