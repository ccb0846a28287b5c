#include "planbuilder/events/draft.h"

namespace planbuilder::events {

void add_selections(Draft& draft) {
  if (!draft.scenario.around) return;
  const auto& around = draft.scenario.around->activities;
  draft.selections.resize(around.size());
  for (const ActivityId id : around.ids()) {
    if (!flow::is_selection(around[id])) continue;
    const ActivityId number = draft.plan.activities.add(around[id]);
    draft.selections[id] = number;
    draft.parts[draft.model.walk.index_of(around[id].entity)].selection = number;
    if (draft.scenario.removes_instances) draft.chosen = number;
  }
}

}  // namespace planbuilder::events
