#include "planbuilder/emit/bpel/skeleton.h"

#include <algorithm>

#include "planbuilder/emit/bpel/names.h"

namespace planbuilder::emit::bpel {

namespace {

std::string outcome_variable(const std::string& activity) { return variable_name_of("outcome/" + activity); }

std::vector<std::uint32_t>& links_of(Scope& to, const std::string& step) {
  const auto same = [&](const Awaited& awaited) { return awaited.step == step; };
  const auto known = std::find_if(to.awaited.begin(), to.awaited.end(), same);
  return known == to.awaited.end() ? to.awaited.emplace_back(Awaited{step, {}}).links : known->links;
}

}  // namespace

Skeleton build_skeleton(const plan::Plan& plan) {
  Skeleton skeleton;
  skeleton.scopes.reserve(plan.activities.size());
  for (const plan::ActivityId id : plan.activities.ids()) {
    const plan::Activity& activity = plan.activities[id];
    skeleton.scopes.push_back({&activity, id, name_of(activity.id), {}, {}, {}, {}, {}, {}, {}});
  }
  for (const plan::Edge& edge : plan.edges) {
    if (edge.redundant) continue;
    Scope& from = skeleton.scopes[edge.from.index()];
    Scope& to = skeleton.scopes[edge.to.index()];
    const auto link = static_cast<std::uint32_t>(skeleton.links.size());
    skeleton.links.push_back(link_name(from.name, to.name));
    if (edge.failure_of.present()) {
      from.outcome = outcome_variable(from.activity->id);
      from.on_failure.push_back(link);
      links_of(to, *edge.failure_of).push_back(link);
    } else {
      from.outgoing.push_back(link);
      to.incoming.push_back(link);
    }
  }
  return skeleton;
}

}  // namespace planbuilder::emit::bpel
