// What shipped plugins do for a whole relationship that no event of the life cycle has a place for: some events do it besides.
#pragma once

#include <optional>
#include <string>

#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// The event is the one that adds the target, and an end of the relationship has the operation connectTo.
bool connects_ends(const flow::Activity& activity, Surroundings& around);
/// Calls connectTo of both ends.
void connect_ends(const flow::Activity& activity, Surroundings& around, StepBuilder& steps);

/// The event is the one that tells the source what changed at the target.
bool is_about_change(const flow::Activity& activity);
/// Why it is told; nothing if no operation of the relationship changes the target.
std::optional<std::string> change_to_tell(const flow::Activity& activity, Surroundings& around);

}  // namespace planbuilder::plugins
