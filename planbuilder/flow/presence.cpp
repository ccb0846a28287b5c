#include "planbuilder/flow/presence.h"

namespace planbuilder::flow {

Presence presence_of(const tosca::Topology& topology, tosca::NodeId node) {
  // In an ordered list of fallbacks the first is what is tried.
  const auto& directives = topology.nodes[node].directives;
  if (!directives.empty() && (directives.front() == "select" || directives.front() == "selectable")) return Presence::is_selected;
  const auto says = [](const Value* value, std::string_view word) {
    return value != nullptr && value->text() != nullptr && *value->text() == word;
  };
  const bool runs = says(topology.property(node, "state"), "started") || says(topology.attribute(node, "state"), "started") ||
                    says(topology.property(node, "State"), "Running");
  return runs ? Presence::runs_already : Presence::made_by_plan;
}

}  // namespace planbuilder::flow
