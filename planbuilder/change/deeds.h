// What a decision means for an entity: which of its steps are taken back before, and which are done after.
#pragma once

#include <vector>

#include "planbuilder/change/verdict.h"

namespace planbuilder::change {

/// Steps without ids, each with the activity of its plan that it comes from.
struct Taken {
  plan::ActivityId from;
  std::string name;  // the last part of its id
  plan::Step step;
};

struct Deed {
  std::vector<Taken> down;  // of the old plan, if that is known, the last first
  std::vector<Taken> up;    // of the new plan
};

Deed deed_of(const Verdict& verdict);

}  // namespace planbuilder::change
