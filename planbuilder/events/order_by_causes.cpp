#include "planbuilder/events/describe.h"
#include "planbuilder/events/draft.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::events {

void order_by_causes(Draft& draft) {
  draft.plan.edges.reserve(draft.causes.size());
  for (const Cause& cause : draft.causes) {
    if (!draft.is_activity(cause.from)) continue;
    add_order(draft.plan, draft.numbers[cause.from], draft.numbers[cause.to], origin_of(draft.model, draft.run, cause));
  }
}

}  // namespace planbuilder::events
