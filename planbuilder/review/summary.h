// What an activity does, in a few words.
#pragma once

#include <string>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// The calls, since they are what people want to read; where there is nothing else, that there is nothing.
std::string summary_of(const plan::Activity& activity);

/// It only keeps the books: somebody filled it, and there is nothing to call.
bool calls_nothing(const plan::Activity& activity);

}  // namespace planbuilder::review
