// Secrets on their way through a run: from operations into attributes, and from there into all that reads them.
#pragma once

#include "planbuilder/plan/plan.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// Marks what reads something secret: arguments, properties, attributes and outputs.
void follow_secrets(Surroundings& around, plan::Plan& plan);

}  // namespace planbuilder::plugins
