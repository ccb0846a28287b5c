#include "planbuilder/emit/json/target.h"

#include "planbuilder/plan/plan_json.h"

namespace planbuilder::emit::json {

namespace {

Emission write(const plan::Plan& plan, const EmitOptions&, Problems&) { return {{{"plan.json", plan::to_json(plan), false}}}; }

}  // namespace

const Target& target() {
  static const Target target{
      .name = "json",
      .summary = "the plan document, for programs",
      .is_plan_itself = true,
      .usual_for = {Language::yaml, Language::xml},
      .packing = {.language = "urn:planbuilder:target:json", .operation_rank = 40, .workflow_rank = 20},
      .write = write,
  };
  return target;
}

}  // namespace planbuilder::emit::json
