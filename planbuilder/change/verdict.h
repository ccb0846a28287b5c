// The decision about an entity, or about one of its instances.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/change/blueprint.h"
#include "planbuilder/change/decision_table.h"
#include "planbuilder/change/situation.h"

namespace planbuilder::change {

struct Verdict {
  plan::Entity entity;                 // by its new name
  const Part* part = nullptr;          // of the model that is planned; none: it has no such entity
  const Part* before = nullptr;        // of the model that it was made from, if that is known
  const Instance* instance = nullptr;  // none: it is not there
  Facts facts = {};
  const Rule* rule = nullptr;
  std::vector<std::string> changes = {};
  std::string needed_by = {};  // of what is refused: the instance that needs it

  [[nodiscard]] std::string_view deed() const { return rule->deed; }
  [[nodiscard]] bool does(std::string_view deed) const { return rule->deed == deed; }
  [[nodiscard]] bool is_renamed() const { return instance != nullptr && instance->entity.id != entity.id; }
};

}  // namespace planbuilder::change
