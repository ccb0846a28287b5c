#include "plugins/delegate/delegation.h"

#include "planbuilder/tosca/topology/substitution/substitute_nodes.h"

namespace planbuilder::plugins {

std::optional<Match> Delegation::match(const flow::Activity& activity, Surroundings& around) const {
  const bool handled = activity.transition == flow::Transition::provision || activity.transition == flow::Transition::terminate;
  const auto* id = std::get_if<tosca::NodeId>(&activity.entity);
  if (!handled || id == nullptr) return std::nullopt;
  const tosca::Topology& topology = around.topology();
  const tosca::Node& node = topology.nodes[*id];
  // Whatever its type could do: the model wants something else in its place.
  if (tosca::is_to_be_substituted(node.directives)) return Match{knows_the_model, "but asks for a substitute that nobody has"};
  if (!node.type.valid() || !topology.types[node.type].is_abstract) return std::nullopt;
  return Match{knows_whom_to_ask, "but its type '" + topology.types[node.type].name + "' is abstract"};
}

void Delegation::fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const {
  steps.add_reason(match(activity, around)->reason + ": it is left to someone else");
  if (activity.transition == flow::Transition::provision) {
    steps.record_creation();
    steps.delegate();
    steps.set_state("started");
  } else {
    steps.delegate();
    steps.record_removal();
  }
}

}  // namespace planbuilder::plugins
