#include "plugins/lifecycle/lifecycle.h"

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/merge.h"

namespace planbuilder::plugins {

Lifecycle standard_lifecycle() {
  return {"standard-lifecycle",
          {"Standard", "standard", "tosca.interfaces.node.lifecycle.Standard"},
          {{"create", "created", "delete"}, {"configure", "configured"}, {"start", "started", "stop"}},
          {{"stop", "stopped"}, {"delete", "deleted"}}};
}

Lifecycle opentosca_lifecycle() {
  return {"opentosca-lifecycle",
          {"http://opentosca.org/interfaces/lifecycle", "http://opentosca.org/interfaces/pattern/lifecycle",
           "http://www.example.com/interfaces/lifecycle"},
          {{"install", "created", "uninstall"}, {"configure", "configured"}, {"start", "started", "stop"}},
          {{"stop", "stopped"}, {"uninstall", "deleted"}}};
}

const tosca::Interface* Lifecycle::find_interface(const std::vector<tosca::Interface>& interfaces) const {
  for (const std::string_view wanted : interfaces_) {
    if (const tosca::Interface* found = tosca::find_by_name(interfaces, wanted)) return found;
  }
  return nullptr;
}

std::optional<OperationName> Lifecycle::find_operation(const std::vector<tosca::Interface>& interfaces, const Lifecycle& other,
                                                       std::string_view operation) const {
  const tosca::Interface* found = find_interface(interfaces);
  if (found == nullptr) return std::nullopt;
  const auto counterpart = [&](const auto& theirs, const auto& ours) -> std::optional<OperationName> {
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      if (theirs[i].operation == operation && tosca::find_by_name(found->operations, ours[i].operation) != nullptr)
        return OperationName{found->name, std::string(ours[i].operation)};
    }
    return std::nullopt;
  };
  const auto up = counterpart(other.up_, up_);
  return up ? up : counterpart(other.down_, down_);
}

std::optional<Match> Lifecycle::match(const flow::Activity& activity, const tosca::Topology& topology) const {
  const bool up = activity.transition == flow::Transition::provision;
  if ((!up && activity.transition != flow::Transition::terminate) || !std::holds_alternative<tosca::NodeId>(activity.entity))
    return std::nullopt;
  const std::vector<tosca::Interface> interfaces = topology.interfaces(activity.entity);
  const tosca::Interface* found = find_interface(interfaces);
  if (found == nullptr) return std::nullopt;
  std::vector<std::string> calls;
  for (const LifecycleOperation& wanted : up ? up_ : down_) {
    const tosca::Operation* operation = tosca::find_by_name(found->operations, wanted.operation);
    if (operation != nullptr && operation->implementation) calls.emplace_back(wanted.operation);
  }
  const std::string which = "interface '" + found->name + "'";
  if (calls.empty()) return Match{knows_nothing_to_do, which + " implements no operation for this, so there is nothing to call"};
  return Match{knows_interface, which + " implements " + join(calls, ", ")};
}

void Lifecycle::fill(const flow::Activity& activity, const tosca::Topology&, StepBuilder& steps) const {
  const bool up = activity.transition == flow::Transition::provision;
  const tosca::NodeId node = std::get<tosca::NodeId>(activity.entity);
  const std::string interface_name = find_interface(steps.interfaces())->name;
  if (up) steps.record_creation();
  for (const LifecycleOperation& operation : up ? up_ : down_) {
    if (steps.invoke(interface_name, operation.operation, node, operation.inverse)) steps.set_state(std::string(operation.after));
  }
  // A node whose last operations are not implemented has come to the end of its lifecycle all the same.
  if (up && steps.last_state() != up_.back().after) steps.set_state(std::string(up_.back().after));
  if (!up) steps.record_removal();
}

}  // namespace planbuilder::plugins
