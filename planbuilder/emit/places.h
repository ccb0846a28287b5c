// What was noted while a file was written, as places in that file.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/emit/template/plan_lines.h"
#include "planbuilder/plan/place.h"

namespace planbuilder::emit {

inline std::vector<plan::Place> places_in(const std::string& file, const std::vector<PlanLines>& lines) {
  std::vector<plan::Place> places;
  places.reserve(lines.size());
  for (const PlanLines& each : lines) places.push_back({each.part.activity, each.part.step, file, each.first, each.last});
  return places;
}

}  // namespace planbuilder::emit
