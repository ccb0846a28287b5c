// The plan document: a plan as canonical JSON, the same bytes for the same plan. plan.schema.json describes it.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::plan {

/// One plan, indented by two, with a newline at the end. Bytes that are not UTF-8 become U+FFFD.
std::string to_json(const Plan& plan);
void write_json(const Plan& plan, std::ostream& out);

/// Several plans: `{"plans": [...]}`.
std::string to_json(const std::vector<Plan>& plans);
void write_json(const std::vector<Plan>& plans, std::ostream& out);

}  // namespace planbuilder::plan
