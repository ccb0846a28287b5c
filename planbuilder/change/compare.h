// What differs between an instance that is there and what the model says of its entity now.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/change/blueprint.h"
#include "planbuilder/change/fact.h"
#include "planbuilder/change/known_values.h"
#include "planbuilder/change/situation.h"

namespace planbuilder::change {

/// The two sides. There is no old plan when the state has none.
struct Sides {
  const Blueprint& now;
  const KnownValues& values;
  const Blueprint* before = nullptr;
  const KnownValues* old_values = nullptr;
  const std::map<plan::Entity, std::string>* new_names = nullptr;  // of what was renamed
};

struct Comparison {
  Facts facts;                       // create-changed, configure-changed, start-changed, properties-changed
  std::vector<std::string> changes;  // in words: `port: 80 -> 81`
};

Comparison compare(const Part& part, const Part* before, const Instance& instance, const Sides& sides);

}  // namespace planbuilder::change
