// Fills an activity with the steps that a declaration lists.
#pragma once

#include "plugins/declared/declaration.h"
#include "plugins/step_builder.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

void fill_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps);

}  // namespace planbuilder::plugins
