#include "planbuilder/flow/own_operations.h"

#include <algorithm>
#include <array>
#include <set>

namespace planbuilder::flow {

namespace {

/// Building and terminating call these.
constexpr std::array<std::string_view, 5> life_cycle = {"create", "configure", "start", "stop", "delete"};

bool is_of_life_cycle(std::string_view operation) {
  return std::find(life_cycle.begin(), life_cycle.end(), operation) != life_cycle.end();
}

bool is_asked_for(const tosca::Interface& interface, const std::string& operation, std::string_view asked) {
  const auto is_of = [&](const std::string& name) { return !name.empty() && (asked == name || asked == name + "." + operation); };
  return asked == operation || is_of(interface.name) || is_of(interface.type.name);
}

}  // namespace

std::vector<OwnOperation> find_own_operations(const tosca::Topology& topology, std::string_view asked) {
  std::vector<OwnOperation> found;
  for (const tosca::NodeId node : topology.nodes.ids()) {
    std::set<std::string> names;
    for (const tosca::Interface& interface : topology.interfaces(node)) {
      for (const tosca::Operation& operation : interface.operations) {
        if (!operation.implementation || is_of_life_cycle(operation.name)) continue;
        if (is_asked_for(interface, operation.name, asked) && names.insert(operation.name).second)
          found.push_back({node, interface.name, operation.name});
      }
    }
  }
  return found;
}

std::vector<std::string> own_operation_names(const tosca::Topology& topology, std::string_view asked) {
  std::vector<std::string> names;
  for (const OwnOperation& own : find_own_operations(topology, asked)) {
    if (std::find(names.begin(), names.end(), own.operation) == names.end()) names.push_back(own.operation);
  }
  return names;
}

}  // namespace planbuilder::flow
