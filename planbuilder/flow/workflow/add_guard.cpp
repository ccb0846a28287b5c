#include "planbuilder/flow/workflow/conditions.h"
#include "planbuilder/flow/workflow/workflow_passes.h"

namespace planbuilder::flow {

void add_guard(Flow& flow) {
  const Scope whole{*flow.request.workflow};
  flow.plan.guard = Conditions(flow.topology, flow.diagnostics).preconditions(whole, Targets(flow.topology));
}

}  // namespace planbuilder::flow
