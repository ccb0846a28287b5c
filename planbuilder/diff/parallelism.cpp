#include "planbuilder/diff/parallelism.h"

#include <algorithm>

#include "planbuilder/plan/waves.h"

namespace planbuilder::diff {

Shape shape_of(const plan::Plan& plan) {
  Shape shape;
  shape.activities = plan.activities.size();
  const auto waves = plan::waves_of(plan);
  shape.waves = waves.size();
  for (const auto& wave : waves) shape.widest = std::max(shape.widest, wave.size());
  for (const plan::ActivityId id : plan::critical_path(plan)) shape.longest.push_back(plan.activities[id].id);
  return shape;
}

}  // namespace planbuilder::diff
