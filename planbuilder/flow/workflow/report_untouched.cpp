#include <algorithm>
#include <array>

#include "planbuilder/flow/workflow/workflow_passes.h"

namespace planbuilder::flow {

namespace {

bool says_how_to_build(const tosca::Topology& topology, tosca::NodeId node) {
  constexpr std::array<std::string_view, 3> building = {"create", "configure", "start"};
  for (const tosca::Interface& interface : topology.interfaces(node)) {
    for (const tosca::Operation& operation : interface.operations) {
      if (operation.implementation && std::find(building.begin(), building.end(), operation.name) != building.end()) return true;
    }
  }
  return false;
}

}  // namespace

void report_untouched(Flow& flow) {
  if (!flow.request.kind->makes_service()) return;
  IdVector<tosca::NodeId, char> is_touched;
  is_touched.resize(flow.topology.nodes.size(), 0);
  for (const Activity& activity : flow.plan.activities) {
    const auto* node = std::get_if<tosca::NodeId>(&activity.entity);
    if (node != nullptr && !activity.of_service && activity.transition != Transition::make) is_touched[*node] = 1;
  }
  for (const tosca::NodeId node : flow.topology.nodes.ids()) {
    if (is_touched[node] != 0 || !says_how_to_build(flow.topology, node)) continue;
    flow.diagnostics
        .warning(Code::untouched_node, flow.topology.nodes[node].at,
                 "the workflow '" + flow.request.workflow->name + "' does nothing about a node that implements its life cycle")
        .concerning("'" + flow.topology.nodes[node].name + "'");
  }
}

}  // namespace planbuilder::flow
