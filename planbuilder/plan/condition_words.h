// Conditions in words, for people who must know why something is not done.
#pragma once

#include <string>

#include "planbuilder/plan/expression.h"

namespace planbuilder::plan {

/// `state of app = started and input go = yes`. What has no words is written as in the plan document.
std::string condition_in_words(const Expression& condition);

}  // namespace planbuilder::plan
