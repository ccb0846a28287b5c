// The passes by which a workflow of the model makes a plan, each in a file of its own name; derive.cpp lists them.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

/// The activities of every step, and the order that the steps ask for. Workflows that are inlined take their places.
void add_steps(Flow& flow);
/// What must hold when a run begins.
void add_guard(Flow& flow);
/// Of a workflow that builds or terminates the service: every entity that it does not leave to us is only recorded, before the
/// steps, or only removed, after them.
void add_instances(Flow& flow);
/// Warns of nodes that are never built although they say how.
void report_untouched(Flow& flow);

}  // namespace planbuilder::flow
