#include <memory>

#include "planbuilder/flow/own_operations.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

void add_calls(Flow& flow) {
  for (const OwnOperation& own : find_own_operations(flow.topology, flow.request.event)) {
    const ActivityId id = flow.add_activity(own.node, Transition::handle,
                                            "its interface '" + own.interface + "' implements '" + own.operation + "'");
    Activity& activity = flow[id];
    activity.id = escape_id(flow.topology.id_of(own.node)) + "/" + own.operation;
    activity.loops = true;  // over the instances that are there
    HandledEvent called;
    called.interface = own.interface;
    called.operation = own.operation;
    activity.event = std::make_shared<const HandledEvent>(std::move(called));
  }
  if (!flow.plan.activities.empty()) return;
  flow.diagnostics
      .error(Code::unknown_event, {},
             "relationships do not say what follows from the event '" + flow.request.event +
                 "', and no node implements an operation of that name")
      .explain("--derive events plans events");
}

}  // namespace planbuilder::flow
