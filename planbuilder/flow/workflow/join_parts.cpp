#include "planbuilder/flow/workflow/join_parts.h"

#include "planbuilder/flow/order_passes.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

namespace {

/// More edges than this between two sets are led through one activity: groups may have very many members.
constexpr std::size_t most_edges = 64;

void append(std::vector<ActivityId>& to, const std::vector<ActivityId>& more) { to.insert(to.end(), more.begin(), more.end()); }

void join_all(Flow& flow, const std::vector<ActivityId>& from, const std::vector<ActivityId>& to, const Origin& origin,
              const Rare<std::string>& failure_of) {
  for (const ActivityId before : from) {
    for (const ActivityId after : to) {
      add_order(flow.plan, before, after, origin);
      flow.plan.edges.back().failure_of = failure_of;
    }
  }
}

}  // namespace

void Parts::add(const Parts& beside) {
  append(first, beside.first);
  append(last, beside.last);
  append(open, beside.open);
}

void join_parts(Flow& flow, const std::vector<ActivityId>& from, const std::vector<ActivityId>& to, const Join& join) {
  if (from.size() < 2 || to.size() < 2 || from.size() <= most_edges / to.size())
    return join_all(flow, from, to, join.origin, join.failure_of);
  const std::vector<ActivityId> between{add_junction(flow, join.name, join.origin.reason, join.origin.at)};
  join_all(flow, from, between, join.origin, join.failure_of);
  join_all(flow, between, to, join.origin, {});
}

ActivityId add_junction(Flow& flow, const std::string& name, std::string reason, SourceRange at) {
  Activity junction;
  junction.id = flow.unique_id(escape_id(flow.topology.name) + "/" + name);
  junction.entity = tosca::NodeId();
  junction.of_service = true;
  junction.transition = Transition::perform;
  junction.part.make().step = name;
  junction.reason = std::move(reason);
  junction.at = at;
  return flow.plan.activities.add(std::move(junction));
}

}  // namespace planbuilder::flow
