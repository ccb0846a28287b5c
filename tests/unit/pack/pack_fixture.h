// Plans and definitions for tests of what is packed.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/pack/declaration.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::testing {

inline plan::Plan a_plan(const std::string& name, const std::string& kind) {
  plan::Plan plan;
  plan.name = name;
  plan.kind = PlanKinds::shipped().named(kind);
  return plan;
}

inline std::string codes_of(const Diagnostics& diagnostics) {
  std::string codes;
  for (const Diagnostic& item : diagnostics.since(0))
    codes += std::string(to_string(item.severity)) + " " + std::string(to_string(item.code)) + "\n";
  return codes;
}

}  // namespace planbuilder::testing
