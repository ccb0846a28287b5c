// Turns an abstract plan into a plan: every activity goes to the plugin that fits it best.
#pragma once

#include <span>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "plugins/parameters/leave_out_secrets.h"
#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// The plan is checked before anyone sees it. What is reported meanwhile also goes into the plan's own diagnostics. `secrets`
/// gets what the plan leaves out of the model.
plan::Plan fill_plan(const flow::AbstractPlan& abstract, const tosca::Topology& topology, std::span<const Plugin* const> plugins,
                     const Sources& sources, Diagnostics& diagnostics, LiteralSecrets* secrets = nullptr);

}  // namespace planbuilder::plugins
