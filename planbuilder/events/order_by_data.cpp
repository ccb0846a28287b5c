#include "planbuilder/events/draft.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::events {

void order_by_data(Draft& draft) {
  for (const DataUse& data : draft.run.data)
    add_order(draft.plan, draft.numbers[data.producer], draft.numbers[data.consumer], {"data", data.need->reason, data.need->at});
}

}  // namespace planbuilder::events
