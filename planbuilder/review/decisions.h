// What a plan that changes a service does about each entity, and why, for people.
#pragma once

#include <string>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// A line per entity that a person would ask for, and a summary. Empty for a plan that was not made from a state.
std::string decisions_text(const plan::Plan& plan);

}  // namespace planbuilder::review
