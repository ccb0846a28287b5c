#include "plugins/lifecycle/event_handler.h"

#include "planbuilder/tosca/merge.h"
#include "plugins/lifecycle/lifecycle.h"
#include "plugins/lifecycle/relationship_configure.h"

namespace planbuilder::plugins {

namespace {

/// The operation that implements an event: of the interface itself, or of one that other languages have in its place.
std::optional<OperationName> find_operation(const flow::HandledEvent& event, const std::vector<tosca::Interface>& interfaces,
                                            bool of_node) {
  if (const tosca::Interface* own = tosca::find_by_name(interfaces, event.interface)) {
    if (tosca::find_by_name(own->operations, event.operation) != nullptr) return OperationName{own->name, event.operation};
  }
  if (!of_node) return find_configure_operation(interfaces, event.operation);
  static const Lifecycle standard = standard_lifecycle();
  static const Lifecycle opentosca = opentosca_lifecycle();
  if (auto found = standard.find_operation(interfaces, standard, event.operation)) return found;
  return opentosca.find_operation(interfaces, standard, event.operation);
}

tosca::NodeId host_of(const flow::Activity& activity, const tosca::Topology& topology) {
  if (const auto* node = std::get_if<tosca::NodeId>(&activity.entity)) return *node;
  const tosca::Relationship& relationship = topology.relationships[std::get<tosca::RelationshipId>(activity.entity)];
  return runs_at_source(activity.event->operation) ? relationship.source : relationship.target;
}

}  // namespace

std::optional<Match> EventHandlers::match(const flow::Activity& activity, const tosca::Topology&) const {
  if (activity.transition != flow::Transition::handle) return std::nullopt;
  return Match{knows_interface, "it handles the event '" + activity.event->operation + "'"};
}

void EventHandlers::fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const {
  const flow::HandledEvent& event = *activity.event;
  if (activity.of_service) {
    if (event.leaves_service) steps.emit(event.operation);
    for (const tosca::EventHandler& handler : event.handlers) steps.run(handler, {});
    return;
  }
  if (activity.makes_instance) steps.record_creation();
  const tosca::NodeId host = host_of(activity, topology);
  for (const tosca::EventHandler& handler : event.handlers) steps.run(handler, host);
  if (event.handlers.empty()) {
    const bool of_node = std::holds_alternative<tosca::NodeId>(activity.entity);
    if (const auto found = find_operation(event, steps.interfaces(), of_node))
      steps.invoke(found->interface, found->operation, host);
  }
  if (!event.state.empty()) steps.set_state(event.state);
  if (activity.removes_instance) steps.record_removal();
}

}  // namespace planbuilder::plugins
