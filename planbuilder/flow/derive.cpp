#include "planbuilder/flow/derive.h"

#include <algorithm>
#include <span>

#include "planbuilder/flow/passes.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::flow {

namespace {

// One list per direction and extent: this is how a plan comes about.

constexpr Pass build_passes[] = {
    add_provisioning,        // what there is to do
    order_by_relationships,  // in which order relationships want it
    order_by_data,           // and values
    note_interleaving,       // what another derivation would do better
    check_nothing_lost,      // all of the service is in it
    reject_cycles,           // such an order exists
    flag_redundant_edges,    // what is left is what a target must express
};

constexpr Pass terminate_passes[] = {
    add_termination, order_by_relationships, order_by_data, check_nothing_lost, reject_cycles, flag_redundant_edges,
};

constexpr Pass region_build_passes[] = {
    add_strategic_selection,  // the instances around the region
    add_recursive_selection,  // and what they stand on
    add_region_provisioning,  // one new instance of the region
    order_by_relationships,   // a selected node comes before what touches it, as a provisioned one does
    order_by_data,           check_nothing_lost, reject_cycles, flag_redundant_edges,
};

constexpr Pass part_terminate_passes[] = {
    add_part_termination, order_by_relationships, order_by_data, check_nothing_lost, reject_cycles, flag_redundant_edges,
};

constexpr Pass region_terminate_passes[] = {
    add_region_termination,  // which instance of the region, and what was made with it
    order_by_relationships, order_by_data, check_nothing_lost, reject_cycles, flag_redundant_edges,
};

/// How much of the service a plan is about.
enum class Extent { service, part, region };

struct Recipe {
  Direction direction;
  Extent extent;
  std::span<const Pass> passes;
};

constexpr Recipe recipes[] = {
    {Direction::build, Extent::service, build_passes},
    {Direction::build, Extent::part, region_build_passes},  // what lies around a part is there already, as around a region
    {Direction::build, Extent::region, region_build_passes},
    {Direction::terminate, Extent::service, terminate_passes},
    {Direction::terminate, Extent::part, part_terminate_passes},
    {Direction::terminate, Extent::region, region_terminate_passes},
};

/// None when relationships do not say what happens.
std::span<const Pass> passes_for(const PlanRequest& request) {
  const Extent extent = request.kind->subject == Subject::region ? Extent::region
                        : request.region != nullptr              ? Extent::part
                                                                 : Extent::service;
  for (const Recipe& recipe : recipes) {
    if (recipe.direction == request.kind->direction && recipe.extent == extent) return recipe.passes;
  }
  return {};
}

/// Renumbers the activities in topological order and leaves Boost behind.
AbstractPlan finish(Flow& flow) {
  AbstractPlan plan;
  plan.name = flow.request.name();
  plan.kind = flow.request.kind;
  std::vector<ActivityId> number(flow.order.size());
  plan.activities.reserve(flow.order.size());
  for (const Vertex vertex : flow.order) number[vertex] = plan.activities.add(std::move(flow.graph[vertex]));
  plan.edges.reserve(num_edges(flow.graph));
  for (const GraphEdge edge : boost::make_iterator_range(edges(flow.graph))) {
    EdgeData& data = flow.graph[edge];
    plan.edges.push_back(
        {number[source(edge, flow.graph)], number[target(edge, flow.graph)], data.redundant, std::move(data.origins)});
  }
  std::sort(plan.edges.begin(), plan.edges.end(),
            [](const Edge& left, const Edge& right) { return std::tie(left.from, left.to) < std::tie(right.from, right.to); });
  return plan;
}

}  // namespace

std::string_view to_string(Transition transition) {
  switch (transition) {
    case Transition::provision: return "provision";
    case Transition::terminate: return "terminate";
    case Transition::select_strategic:
    case Transition::select_recursive: return "select";
    case Transition::handle: return "handle";
  }
  return "";
}

std::string PlanRequest::name() const { return plan_name(kind, !event.empty() ? event : region != nullptr ? region->name : ""); }

std::vector<PlanRequest> all_plans(const tosca::Topology& topology) {
  std::vector<PlanRequest> all;
  for (const PlanKind& kind : PlanKinds::shipped()) {
    if (kind->is_always_there) all.push_back({kind});
  }
  for (const tosca::Region& region : topology.regions) {
    for (const PlanKind& kind : PlanKinds::shipped()) {
      if (kind->subject == Subject::region) all.push_back({kind, &region});
    }
  }
  return all;
}

std::optional<AbstractPlan> derive(const tosca::Topology& topology, const PlanRequest& request, Diagnostics& diagnostics,
                                   const Semantics& semantics) {
  const std::span<const Pass> passes = passes_for(request);
  if (passes.empty()) {
    diagnostics.error(Code::unknown_event, {}, "relationships do not say what follows from the event '" + request.event + "'")
        .explain("--derive events plans events");
    return std::nullopt;
  }
  Flow flow(topology, request, semantics, diagnostics);
  const std::size_t errors_before = diagnostics.errors();
  for (const Pass pass : passes) {
    pass(flow);
    if (diagnostics.errors() > errors_before) return std::nullopt;
  }
  return finish(flow);
}

}  // namespace planbuilder::flow
