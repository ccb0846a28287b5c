#include "planbuilder/flow/derive.h"

#include <algorithm>
#include <span>

#include "planbuilder/flow/passes.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

namespace {

// One list per plan kind: this is how a plan comes about.

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

constexpr Pass scale_out_passes[] = {
    add_strategic_selection,  // the instances around the region
    add_recursive_selection,  // and what they stand on
    add_region_provisioning,  // one new instance of the region
    order_by_relationships,   // a selected node comes before what touches it, as a provisioned one does
    order_by_data,           check_nothing_lost, reject_cycles, flag_redundant_edges,
};

// A part of the service is built like a region: what lies around it is there already.
constexpr std::span<const Pass> part_build_passes = scale_out_passes;

constexpr Pass part_terminate_passes[] = {
    add_part_termination, order_by_relationships, order_by_data, check_nothing_lost, reject_cycles, flag_redundant_edges,
};

constexpr Pass scale_in_passes[] = {
    add_region_termination,  // which instance of the region, and what was made with it
    order_by_relationships, order_by_data, check_nothing_lost, reject_cycles, flag_redundant_edges,
};

std::span<const Pass> passes_of(const PlanRequest& request) {
  const bool part = request.region != nullptr;
  switch (request.kind) {
    case PlanKind::build: return part ? part_build_passes : std::span<const Pass>(build_passes);
    case PlanKind::terminate: return part ? std::span<const Pass>(part_terminate_passes) : terminate_passes;
    case PlanKind::scale_out: return scale_out_passes;
    case PlanKind::scale_in: return scale_in_passes;
    case PlanKind::event: return {};  // relationships do not say what happens
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

std::string_view to_string(PlanKind kind) {
  switch (kind) {
    case PlanKind::build: return "build";
    case PlanKind::terminate: return "terminate";
    case PlanKind::scale_out: return "scale-out";
    case PlanKind::scale_in: return "scale-in";
    case PlanKind::event: return "event";
  }
  return "";
}

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

std::string PlanRequest::name() const {
  std::string text(to_string(kind));
  if (!event.empty()) return text + "-" + event;
  return region == nullptr || region->name.empty() ? text : text + "-" + region->name;
}

std::vector<PlanRequest> all_plans(const tosca::Topology& topology) {
  std::vector<PlanRequest> all{{PlanKind::build}, {PlanKind::terminate}};
  for (const tosca::Region& region : topology.regions) {
    all.push_back({PlanKind::scale_out, &region});
    all.push_back({PlanKind::scale_in, &region});
  }
  return all;
}

std::optional<AbstractPlan> derive(const tosca::Topology& topology, const PlanRequest& request, Diagnostics& diagnostics,
                                   const Semantics& semantics) {
  if (request.kind == PlanKind::event) {
    diagnostics.error(Code::unknown_event, {}, "relationships do not say what follows from the event '" + request.event + "'")
        .explain("--derive events plans events");
    return std::nullopt;
  }
  Flow flow(topology, request, semantics, diagnostics);
  const std::size_t errors_before = diagnostics.errors();
  for (const Pass pass : passes_of(request)) {
    pass(flow);
    if (diagnostics.errors() > errors_before) return std::nullopt;
  }
  return finish(flow);
}

}  // namespace planbuilder::flow
