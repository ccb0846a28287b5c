// The passes by which relationships make a plan, each in a file of its own name; derive.cpp lists them. What every plan goes
// through at the end, whatever derived it, is in order_passes.h.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

using Pass = void (*)(Flow&);

/// One provisioning activity per representation of a node or relationship.
void add_provisioning(Flow& flow);
/// One termination activity per node and relationship; each loops over the instances.
void add_termination(Flow& flow);
/// One selection by strategy per node at the border of the region.
void add_strategic_selection(Flow& flow);
/// From each selected node down its stack: the relationship's instance, then the node's.
void add_recursive_selection(Flow& flow);
/// One provisioning activity per node and relationship of the region.
void add_region_provisioning(Flow& flow);
/// One termination activity per node and relationship of the part of the service that is asked for.
void add_part_termination(Flow& flow);
/// Chooses one instance of the region, then terminates all that was made together with it.
void add_region_termination(Flow& flow);

/// Orders a relationship and its ends by the rule of its type.
void order_by_relationships(Flow& flow);
/// Puts whoever produces a value before whoever reads it; when terminating, after.
void order_by_data(Flow& flow);

/// One call per node that implements the operation that is asked for.
void add_calls(Flow& flow);
/// Orders the calls of nodes that a relationship joins, by the rule of its type.
void order_calls(Flow& flow);

/// What the phases of the kind of plan call, in their order.
void add_phases(Flow& flow);

/// Every entity that is asked for has its activities; anything else is a defect.
void check_nothing_lost(Flow& flow);

}  // namespace planbuilder::flow
