#include <algorithm>
#include <unordered_set>

#include "planbuilder/flow/border.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

/// The nodes at the border of the region, each once, with the relationship that crosses to it.
std::vector<std::pair<tosca::NodeId, tosca::RelationshipId>> border_nodes(const Flow& flow) {
  std::vector<std::pair<tosca::NodeId, tosca::RelationshipId>> border;
  std::unordered_set<tosca::NodeId> known;
  for (const tosca::RelationshipId id : flow.request.region->relationships) {
    const BorderSide side = border_of(flow, id);
    if (side.crossing != Crossing::border) continue;
    if (known.insert(side.outside).second) border.emplace_back(side.outside, id);
  }
  return border;
}

void select(Flow& flow, tosca::NodeId node, const std::string& strategy, std::string reason) {
  const ActivityId activity = flow.add_activity(node, Transition::select_strategic, std::move(reason));
  flow[activity].strategy = strategy;
}

const tosca::Region::Strategy* strategy_for(const tosca::Region& region, tosca::NodeId node) {
  const auto found = std::find_if(region.strategies.begin(), region.strategies.end(),
                                  [&](const auto& strategy) { return strategy.node == node; });
  return found == region.strategies.end() ? nullptr : &*found;
}

}  // namespace

void add_strategic_selection(Flow& flow) {
  const tosca::Region& region = *flow.request.region;
  const auto border = border_nodes(flow);
  for (const auto& [node, crossing] : border) {
    const std::string name = "'" + flow.topology.nodes[node].name + "'";
    const std::string why = "the relationship '" + flow.topology.relationships[crossing].id + "' of the region leads to it";
    const tosca::Region::Strategy* strategy = strategy_for(region, node);
    // Who asks for a part of the service has no region that could name strategies.
    if (strategy == nullptr && flow.request.kind->subject == Subject::region) {
      const std::string what =
          "the region '" + region.name + "' does not say how an instance of " + name + " is selected: FirstInstance is taken";
      Diagnostic& problem = region.names_strategies ? flow.diagnostics.warning(Code::border_without_strategy, region.at, what)
                                                    : flow.diagnostics.note(Code::border_without_strategy, region.at, what);
      problem.note(why, flow.topology.relationships[crossing].at);
    }
    select(flow, node, strategy == nullptr ? "FirstInstance" : strategy->name, why);
  }
  for (const tosca::Region::Strategy& strategy : region.strategies) {
    if (std::any_of(border.begin(), border.end(), [&](const auto& known) { return known.first == strategy.node; })) continue;
    const std::string& name = flow.topology.nodes[strategy.node].name;
    flow.diagnostics.warning(
        Code::strategy_without_border, strategy.at,
        "'" + name + "' is not at the border of the region '" + region.name + "': nothing of the region leads to it");
    if (!flow.is_inside(strategy.node)) select(flow, strategy.node, strategy.name, "the region asks for it");
  }
}

}  // namespace planbuilder::flow
