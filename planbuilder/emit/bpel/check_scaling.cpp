#include "planbuilder/emit/bpel/check_scaling.h"

#include <algorithm>

#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel {

namespace {

bool is_creation(const plan::Step& step) {
  const auto* record = std::get_if<plan::Record>(&step.action);
  return record != nullptr && record->what == plan::Record::What::create;
}

std::size_t made_by(const plan::Plan& plan, const std::string& node) {
  const auto makes = [&](const plan::Activity& activity) {
    return activity.entity.kind == plan::Entity::Kind::node && activity.entity.id == node &&
           std::any_of(activity.steps.begin(), activity.steps.end(), is_creation);
  };
  return static_cast<std::size_t>(std::count_if(plan.activities.begin(), plan.activities.end(), makes));
}

std::string limits_in_words(const plan::Scaling& scaling) {
  std::string text = "at least " + std::to_string(scaling.minimum);
  if (scaling.maximum) text += ", at most " + std::to_string(*scaling.maximum);
  return text;
}

}  // namespace

void tell_initial_numbers(const plan::Plan& plan, Problems& problems) {
  if (!plan.kind->makes_service()) return;
  for (const plan::Scaling& scaling : plan.scaling) {
    const std::size_t made = made_by(plan, scaling.node);
    if (made == 0 || made >= scaling.initial) continue;
    problems
        .note(Code::count_planned, "makes " + std::to_string(made) + " of the " + std::to_string(scaling.initial) +
                                       " instances that the region '" + scaling.region + "' is to have at first")
        .explain("start " + plan_name(PlanKinds::shipped().that_grows(), scaling.region) + " afterwards, " +
                 count_of(scaling.initial - made, "time") + "; the shell target does so by itself");
  }
}

void tell_limits_not_kept(const plan::Plan& plan, Problems& problems) {
  if (plan.kind->subject != Subject::region) return;
  for (const plan::Scaling& scaling : plan.scaling) {
    if (scaling.minimum <= 1 && !scaling.maximum) continue;
    problems
        .warn(Code::target_cannot, "does not keep the limits of the region '" + scaling.region + "': " + limits_in_words(scaling))
        .explain("the engine keeps the instances itself; see to it before you start the plan, or run the shell target");
  }
}

}  // namespace planbuilder::emit::bpel
