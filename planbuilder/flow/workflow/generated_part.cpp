#include "planbuilder/flow/workflow/generated_part.h"

#include "planbuilder/flow/derive.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/tosca/topology/substitution/substitute.h"

namespace planbuilder::flow {

namespace {

constexpr Pass selecting_passes[] = {add_strategic_selection, add_recursive_selection};
constexpr Pass building_passes[] = {add_region_provisioning, order_by_relationships, order_by_data};
constexpr Pass terminating_passes[] = {add_part_termination, order_by_relationships, order_by_data};

template <class Passes>
void run(const Passes& passes, Flow& flow) {
  for (const Pass pass : passes) pass(flow);
}

AbstractPlan plan_part(Flow& flow, const PlanKind& kind, const tosca::Region& part) {
  const PlanRequest request{kind, &part};
  Flow inner(flow.topology, request, flow.semantics, flow.diagnostics);
  if (kind->direction == Direction::terminate) {
    run(terminating_passes, inner);
  } else {
    if (!flow.request.kind->makes_service()) run(selecting_passes, inner);
    run(building_passes, inner);
  }
  return std::move(inner.plan);
}

/// Puts it into the flow: activities that nothing comes before begin, those that nothing comes after end.
Parts adopt(AbstractPlan made, Flow& flow) {
  const std::size_t offset = flow.plan.activities.size();
  std::vector<char> has_before(made.activities.size());
  std::vector<char> has_after(made.activities.size());
  for (Activity& activity : made.activities) flow.adopt(std::move(activity));
  for (Edge& edge : made.edges) {
    has_after[edge.from.index()] = 1;
    has_before[edge.to.index()] = 1;
    edge.from = ActivityId(edge.from.index() + offset);
    edge.to = ActivityId(edge.to.index() + offset);
    flow.plan.edges.push_back(std::move(edge));
  }
  Parts parts;
  for (std::size_t i = 0; i < has_before.size(); ++i) {
    parts.open.emplace_back(offset + i);
    if (has_before[i] == 0) parts.first.emplace_back(offset + i);
    if (has_after[i] == 0) parts.last.emplace_back(offset + i);
  }
  return parts;
}

}  // namespace

bool is_provided(const tosca::Topology& topology, tosca::NodeId id) {
  const tosca::Node& node = topology.nodes[id];
  return tosca::is_to_be_substituted(node.directives) || (node.type.valid() && topology.types[node.type].is_abstract);
}

Parts GeneratedParts::add(const PlanKind& kind, const std::vector<tosca::NodeId>& nodes) {
  tosca::Region part = part_of(flow_.topology, nodes, kind, false);
  std::erase_if(part.relationships, [&](tosca::RelationshipId id) { return !known_.emplace(kind->name, id).second; });
  return adopt(plan_part(flow_, kind, part), flow_);
}

}  // namespace planbuilder::flow
