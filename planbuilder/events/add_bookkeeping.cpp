#include "planbuilder/events/draft.h"
#include "planbuilder/support/text.h"

namespace planbuilder::events {

void add_bookkeeping(Draft& draft, flow::Transition transition) {
  const bool up = transition == flow::Transition::provision;
  const Model& model = draft.model;
  for (const EntityIndex entity : draft.parts.ids()) {
    Part& part = draft.parts[entity];
    const std::size_t ends = up ? part.firsts.size() : part.lasts.size();
    if (entity == model.walk.service() || !draft.scenario.keeps_books_of(entity) || ends == 1) continue;
    if (!part.has_events && !draft.scenario.start.event) continue;  // an event that was sent is about those that get it
    flow::Activity activity;
    activity.entity = model.walk.entity(entity);
    activity.id = draft.ids.unique(escape_id(model.topology().id_of(activity.entity)) + "/" + std::string(to_string(transition)));
    activity.transition = transition;
    activity.runs_already = true;  // nothing is called for it
    activity.at = model.at(entity);
    activity.reason = part.has_events ? "several of its events may come first or last: its instance is kept by itself"
                                      : "no event does anything about it, but it is a part of the service";
    draft.loop(activity);
    (up ? part.maker : part.remover) = draft.plan.activities.add(std::move(activity));
  }
}

}  // namespace planbuilder::events
