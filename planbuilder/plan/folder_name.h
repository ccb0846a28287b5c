// The folder that the files of a plan go to, loose or in a CSAR.
#pragma once

#include <string>

#include "planbuilder/plan/plan.h"

namespace planbuilder::plan {

/// The name of the plan, with what no file name may have percent-escaped: separators, control characters.
std::string folder_name(std::string_view plan_name);
std::string folder_name(const Plan& plan);

}  // namespace planbuilder::plan
