// How much of a plan runs at once.
#pragma once

#include "planbuilder/diff/difference.h"

namespace planbuilder::diff {

Shape shape_of(const plan::Plan& plan);

}  // namespace planbuilder::diff
