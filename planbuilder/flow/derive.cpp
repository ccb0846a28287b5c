#include "planbuilder/flow/derive.h"

#include <span>

#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/workflow/workflow_passes.h"

namespace planbuilder::flow {

namespace {

// One list per direction and extent: this is how a plan comes about.

constexpr Pass build_passes[] = {
    add_provisioning,        // what there is to do
    order_by_relationships,  // in which order relationships want it
    order_by_data,           // and values
    check_nothing_lost,      // all of the service is in it
};

constexpr Pass terminate_passes[] = {
    add_termination,
    order_by_relationships,
    order_by_data,
    check_nothing_lost,
};

constexpr Pass region_build_passes[] = {
    add_strategic_selection,  // the instances around the region
    add_recursive_selection,  // and what they stand on
    add_region_provisioning,  // one new instance of the region
    order_by_relationships,   // a selected node comes before what touches it, as a provisioned one does
    order_by_data,           check_nothing_lost,
};

constexpr Pass part_terminate_passes[] = {
    add_part_termination,
    order_by_relationships,
    order_by_data,
    check_nothing_lost,
};

constexpr Pass region_terminate_passes[] = {
    add_region_termination,  // which instance of the region, and what was made with it
    order_by_relationships,
    order_by_data,
    check_nothing_lost,
};

constexpr Pass call_passes[] = {
    add_calls,    // an operation of the nodes that have it, which is no part of their life cycle
    order_calls,  // what others need comes first
};

constexpr Pass phase_passes[] = {
    add_phases,  // what the kind of plan calls, of all that is there
};

constexpr Pass workflow_passes[] = {
    add_steps,         // what the steps of the workflow do, in the order that they ask for
    add_guard,         // when it may begin
    add_instances,     // what it works on, if it builds or terminates the service
    report_untouched,  // what it forgets
};

/// How much of the service a plan is about.
enum class Extent { service, part, region };

struct Recipe {
  Direction direction;
  Extent extent;
  std::span<const Pass> passes;
};

constexpr Recipe recipes[] = {
    {Direction::build, Extent::service, build_passes},
    {Direction::build, Extent::part, region_build_passes},  // what lies around a part is there already, as around a region
    {Direction::build, Extent::region, region_build_passes},
    {Direction::terminate, Extent::service, terminate_passes},
    {Direction::terminate, Extent::part, part_terminate_passes},
    {Direction::terminate, Extent::region, region_terminate_passes},
    {Direction::none, Extent::service, call_passes},
};

/// None when relationships do not say what happens.
std::span<const Pass> passes_for(const PlanRequest& request) {
  if (request.workflow != nullptr) return workflow_passes;
  if (request.kind->calls_operations()) return phase_passes;
  const Extent extent = request.kind->subject == Subject::region ? Extent::region
                        : request.region != nullptr              ? Extent::part
                                                                 : Extent::service;
  for (const Recipe& recipe : recipes) {
    if (recipe.direction == request.kind->direction && recipe.extent == extent) return recipe.passes;
  }
  return {};
}

std::optional<AbstractPlan> derive(const tosca::Topology& topology, const PlanRequest& request, Diagnostics& diagnostics,
                                   const Semantics& semantics, bool with_data) {
  const std::span<const Pass> passes = passes_for(request);
  if (passes.empty()) {
    diagnostics.error(Code::unknown_event, {}, "relationships do not say what follows from the event '" + request.event + "'")
        .explain("--derive events plans events");
    return std::nullopt;
  }
  Flow flow(topology, request, semantics, diagnostics);
  const std::size_t errors_before = diagnostics.errors();
  for (const Pass pass : passes) {
    if (pass == order_by_data && !with_data) continue;
    pass(flow);
    if (diagnostics.errors() > errors_before) return std::nullopt;
  }
  if (!settle_order(flow.plan, topology, diagnostics)) return std::nullopt;
  return std::move(flow.plan);
}

}  // namespace

std::optional<AbstractPlan> derive(const tosca::Topology& topology, const PlanRequest& request, Diagnostics& diagnostics,
                                   const Semantics& semantics) {
  return derive(topology, request, diagnostics, semantics, true);
}

std::optional<AbstractPlan> derive_without_data(const tosca::Topology& topology, const PlanRequest& request,
                                                Diagnostics& diagnostics, const Semantics& semantics) {
  return derive(topology, request, diagnostics, semantics, false);
}

}  // namespace planbuilder::flow
