// The passes over the order of a plan, whatever derived it, each in a file of its own name.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

/// Adds an edge. Edges between the same activities become one later, unless they follow each other.
void add_order(AbstractPlan& plan, ActivityId before, ActivityId after, Origin origin);

/// Edges between the same activities become one, where the first stands, with the origins of all.
void merge_edges(AbstractPlan& plan);

/// Of the activities that are ready the one declared first is next. Shorter than the plan when there is a cycle.
std::vector<ActivityId> topological_order(const AbstractPlan& plan);

/// Reports the shortest cycle of all activities that are entangled, edge by edge. To be asked when no order was found.
void report_cycles(const AbstractPlan& plan, const tosca::Topology& topology, Diagnostics& diagnostics);

/// Flags the edges that follow from others; the order stays the same. False, with a note, when not every one was found.
bool flag_redundant_edges(AbstractPlan& plan, Diagnostics& diagnostics);

/// Numbers the activities in this order, and sorts the edges. The new numbers come back, by the old ones.
IdVector<ActivityId, ActivityId> sort_activities(AbstractPlan& plan, const std::vector<ActivityId>& order);

struct SettledOrder {
  IdVector<ActivityId, ActivityId> numbers;  // of the activities, by what they were before
  bool is_reduced = false;                   // every edge that follows from others is flagged
};

/// All of them: what every plan goes through once its activities and edges are there. Nothing when the order would have a cycle,
/// which is reported.
std::optional<SettledOrder> settle_order(AbstractPlan& plan, const tosca::Topology& topology, Diagnostics& diagnostics);

}  // namespace planbuilder::flow
