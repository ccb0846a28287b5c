// Where an activity, or a step of it, is found again in a generated file.
#pragma once

#include <cstdint>
#include <string>

#include "planbuilder/plan/plan.h"

namespace planbuilder::plan {

struct Place {
  ActivityId activity;
  std::uint32_t step = 0;  // counted from 1; 0: the activity itself
  std::string file;
  std::uint32_t first = 0;  // lines, counted from 1; the last one is part of it
  std::uint32_t last = 0;
};

}  // namespace planbuilder::plan
