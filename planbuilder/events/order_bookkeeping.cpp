#include <algorithm>

#include "planbuilder/events/draft.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::events {

namespace {

/// The instance of a relationship leads to that of its target, unless events want it to be there first.
void join_after_target(Draft& draft, EntityIndex entity) {
  const Model& model = draft.model;
  const Part& part = draft.parts[entity];
  const auto& relationship = model.topology().relationships[std::get<tosca::RelationshipId>(model.walk.entity(entity))];
  const Part& target = draft.parts[model.walk.index_of(relationship.target)];
  const ActivityId before = target.maker.valid() ? target.maker : target.selection;
  const bool too_late = target.maker.valid() && std::any_of(part.firsts.begin(), part.firsts.end(), [&](std::uint32_t first) {
                          return draft.numbers[first] <= target.maker;
                        });
  if (before.valid() && !too_late)
    add_order(draft.plan, before, part.maker, {"instance", "it leads to that instance", model.at(entity)});
}

}  // namespace

void order_bookkeeping(Draft& draft) {
  for (const EntityIndex entity : draft.parts.ids()) {
    if (entity == draft.model.walk.service()) continue;
    const Part& part = draft.parts[entity];
    const SourceRange at = draft.model.at(entity);
    if (part.maker.valid() && part.firsts.size() > 1) {
      for (const std::uint32_t first : part.firsts)
        add_order(draft.plan, part.maker, draft.numbers[first], {"instance", "its instance is made first", at});
    }
    if (part.remover.valid() && part.lasts.size() > 1) {
      for (const std::uint32_t last : part.lasts)
        add_order(draft.plan, draft.numbers[last], part.remover, {"instance", "its instance is removed last", at});
    }
    if (!draft.model.walk.is_node(entity) && part.maker.valid()) join_after_target(draft, entity);
  }
}

}  // namespace planbuilder::events
