#include "planbuilder/flow/workflow/generated_part.h"

#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

constexpr Pass selecting_passes[] = {add_strategic_selection, add_recursive_selection};
constexpr Pass building_passes[] = {add_region_provisioning, order_by_relationships, order_by_data};
constexpr Pass terminating_passes[] = {add_part_termination, order_by_relationships, order_by_data};

template <class Passes>
void run(const Passes& passes, Flow& flow) {
  for (const Pass pass : passes) pass(flow);
}

}  // namespace

AbstractPlan generated_part(Flow& flow, const PlanKind& kind, const tosca::Region& part) {
  const PlanRequest request{kind, &part};
  Flow inner(flow.topology, request, flow.semantics, flow.diagnostics);
  if (kind->direction == Direction::terminate) {
    run(terminating_passes, inner);
  } else {
    if (!flow.request.kind->makes_service()) run(selecting_passes, inner);
    run(building_passes, inner);
  }
  return std::move(inner.plan);
}

}  // namespace planbuilder::flow
