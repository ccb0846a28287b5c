// Turns an abstract plan into a plan: every activity goes to the plugin that fits it best.
#pragma once

#include <span>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// The plan is checked before anyone sees it. What is reported meanwhile also goes into the plan's own diagnostics.
plan::Plan fill_plan(const flow::AbstractPlan& abstract, const tosca::Topology& topology, std::span<const Plugin* const> plugins,
                     const Sources& sources, Diagnostics& diagnostics);

}  // namespace planbuilder::plugins
