#include "planbuilder/emit/emitters.h"
#include "planbuilder/plan/plan_json.h"

namespace planbuilder::emit {

std::vector<OutputFile> JsonEmitter::emit(const plan::Plan& plan, const EmitOptions&) const {
  return {{"plan.json", plan::to_json(plan), false}};
}

}  // namespace planbuilder::emit
