// Fills an activity with the steps that a declaration lists.
#pragma once

#include "plugins/declared/declaration.h"
#include "plugins/step_builder.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

void fill_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps);

/// Only what it does between the record of a new entity and the first call: files go to the machine, which is waited for.
void prepare_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps);

/// Only what it calls at the ends of a relationship to connect them.
void connect_declared(const Declaration& plugin, const flow::Activity& activity, Surroundings& around, StepBuilder& steps);

}  // namespace planbuilder::plugins
