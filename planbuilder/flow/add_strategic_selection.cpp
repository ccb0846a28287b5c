#include <algorithm>
#include <unordered_set>

#include "planbuilder/flow/border.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/language.h"
#include "planbuilder/tosca/model/representations.h"

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

constexpr std::string_view usual_strategy = "FirstInstance";

/// One note for all of them, with the lines that would say it.
void note_unsaid(Flow& flow, const std::vector<std::string>& nodes) {
  const tosca::Region& region = *flow.request.region;
  const bool is_xml = tosca::is_xml(flow.topology.language);
  std::vector<std::string> quoted;
  std::vector<std::string> said;
  for (const std::string& name : nodes) {
    quoted.push_back("'" + name + "'");
    said.push_back(is_xml ? std::string(usual_strategy) + "[" + name + "]" : name + ": " + std::string(usual_strategy));
  }
  flow.diagnostics
      .note(Code::border_without_strategy, region.at,
            "the region '" + region.name + "' does not say how instances around it are selected: " + std::string(usual_strategy) +
                " is taken for " + join(quoted, ", "))
      .explain(!region.names_strategies
                   ? "to say it, write the region as a policy of the type planbuilder.policies.ScalingRegion, with "
                     "strategies: {" +
                         join(said, ", ") + "}"
               : is_xml ? "to say it, write " + join(said, ",") + " into the third part of the region"
                        : "to say it, write strategies: {" + join(said, ", ") + "} into the properties of the region");
}

/// There may be several instances to select from: by a count, or because another region has the node.
bool may_be_several(const tosca::Topology& topology, tosca::NodeId node) {
  const auto has_node = [&](const tosca::Region& region) {
    return std::find(region.nodes.begin(), region.nodes.end(), node) != region.nodes.end();
  };
  return tosca::is_counted(topology, node) || std::any_of(topology.regions.begin(), topology.regions.end(), has_node);
}

/// Who asks for a part of the service has no region that could name strategies. A notation without a place for them is told of
/// only where it matters.
bool should_say(const Flow& flow, tosca::NodeId node) {
  if (flow.request.kind->subject != Subject::region) return false;
  return flow.request.region->names_strategies || may_be_several(flow.topology, node);
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
  std::vector<std::string> unsaid;
  for (const auto& [node, crossing] : border) {
    const std::string why = "the relationship '" + flow.topology.relationships[crossing].id + "' of the region leads to it";
    const tosca::Region::Strategy* strategy = strategy_for(region, node);
    if (strategy == nullptr && should_say(flow, node)) unsaid.push_back(flow.topology.nodes[node].name);
    select(flow, node, strategy == nullptr ? std::string(usual_strategy) : strategy->name, why);
  }
  if (!unsaid.empty()) note_unsaid(flow, unsaid);
  for (const tosca::Region::Strategy& strategy : region.strategies) {
    if (std::any_of(border.begin(), border.end(), [&](const auto& known) { return known.first == strategy.node; })) continue;
    const std::string& name = flow.topology.nodes[strategy.node].name;
    flow.diagnostics
        .warning(Code::strategy_without_border, strategy.at,
                 "'" + name + "' is not at the border of the region '" + region.name + "': nothing of the region leads to it")
        .explain("remove it from the strategies, or add a relationship between it and a node of the region");
    if (!flow.is_inside(strategy.node)) select(flow, strategy.node, strategy.name, "the region asks for it");
  }
}

}  // namespace planbuilder::flow
