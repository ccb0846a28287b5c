#include "planbuilder/driver/find_activity.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::driver {

std::optional<plan::ActivityId> find_activity(const plan::Plan& plan, const std::string& name, Diagnostics& diagnostics) {
  std::vector<plan::ActivityId> of_entity;
  std::vector<std::string_view> known;
  for (const plan::ActivityId id : plan.activities.ids()) {
    const plan::Activity& activity = plan.activities[id];
    if (activity.id == name) return id;
    if (activity.entity.id == name) of_entity.push_back(id);
    known.push_back(activity.id);
  }
  if (of_entity.size() == 1) return of_entity.front();
  if (of_entity.size() > 1) {
    std::vector<std::string> candidates;
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(most, of_entity.size()); ++i) candidates.push_back(plan.activities[of_entity[i]].id);
    if (of_entity.size() > most) candidates.push_back("one of " + std::to_string(of_entity.size() - most) + " more");
    diagnostics.error(Code::unknown_name, {}, "'" + name + "' may mean " + join(candidates, " or "));
    return std::nullopt;
  }
  for (const plan::Activity& activity : plan.activities) known.push_back(activity.entity.id);
  diagnostics.error(Code::unknown_name, {},
                    "the " + plan.name + " plan has no activity '" + name + "'" + did_you_mean(name, known));
  return std::nullopt;
}

}  // namespace planbuilder::driver
