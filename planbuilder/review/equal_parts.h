// Which activities of a plan look alike: they do the same, before and after others that look alike.
#pragma once

#include <cstddef>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// The number of each activity's part, by its index. Activities of one part are in the same wave, so a picture of the parts
/// has no cycle. Numbers follow the order of the activities.
std::vector<std::size_t> equal_parts(const plan::Plan& plan);

}  // namespace planbuilder::review
