#include "planbuilder/change/situation_after.h"

#include "planbuilder/change/blueprint.h"
#include "planbuilder/change/known_values.h"

namespace planbuilder::change {

Situation situation_after(plan::Plan built) {
  Situation after;
  after.service = built.service.name;
  const KnownValues values(built, {}, nullptr);
  const Blueprint blueprint(built);
  std::map<plan::Entity, std::uint32_t> made;
  for (const Part& part : blueprint.parts()) {
    Instance& instance = after.instances.emplace_back();
    instance.entity = part.entity;
    instance.number = ++made[part.entity];
    instance.index = part.index;
    instance.state = part.last_state;
    instance.model = part.digest;
    if (!part.source.empty()) {
      instance.source = part.source + "/1";
      instance.targets = {part.target + "/1"};
    }
    for (const plan::Argument& property : part.properties()) {
      if (const auto text = values.text(property.value)) instance.properties.emplace(property.name, *text);
    }
    for (const Work& work : part.works) instance.given.emplace(work.name(), values.given(part, work));
  }
  after.plan = std::move(built);
  return after;
}

}  // namespace planbuilder::change
