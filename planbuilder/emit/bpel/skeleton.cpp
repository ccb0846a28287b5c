#include "planbuilder/emit/bpel/skeleton.h"

#include "planbuilder/emit/bpel/names.h"

namespace planbuilder::emit::bpel {

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
    from.outgoing.push_back(link);
    to.incoming.push_back(link);
  }
  return skeleton;
}

}  // namespace planbuilder::emit::bpel
