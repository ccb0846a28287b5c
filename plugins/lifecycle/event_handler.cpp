#include "plugins/lifecycle/event_handler.h"

#include "planbuilder/tosca/model/merge.h"
#include "plugins/declared/declared_plugin.h"
#include "plugins/declared/fill_declared.h"
#include "plugins/declared/shipped.h"
#include "plugins/lifecycle/spellings.h"

namespace planbuilder::plugins {

namespace {

/// The operation that implements an event: of the interface itself, or of one that other languages have in its place.
std::optional<OperationName> find_operation(const flow::HandledEvent& event, const std::vector<tosca::Interface>& interfaces,
                                            bool of_node) {
  if (const tosca::Interface* own = tosca::find_by_name(interfaces, event.interface)) {
    if (tosca::find_by_name(own->operations, event.operation) != nullptr) return OperationName{own->name, event.operation};
  }
  return of_node ? find_lifecycle_operation(interfaces, event.operation) : find_configure_operation(interfaces, event.operation);
}

tosca::NodeId host_of(const flow::Activity& activity, const tosca::Topology& topology) {
  if (const auto* node = std::get_if<tosca::NodeId>(&activity.entity)) return *node;
  const tosca::Relationship& relationship = topology.relationships[std::get<tosca::RelationshipId>(activity.entity)];
  return runs_at_source(activity.event->operation) ? relationship.source : relationship.target;
}

/// As the plugin does that would fill the whole provisioning.
void prepare(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  static const std::vector<DeclaredPlugin> lifecycles = {DeclaredPlugin(shipped_declaration("compute")),
                                                         DeclaredPlugin(shipped_declaration("opentosca-lifecycle")),
                                                         DeclaredPlugin(shipped_declaration("standard-lifecycle"))};
  flow::Activity whole = activity;
  whole.transition = flow::Transition::provision;
  for (const DeclaredPlugin& lifecycle : lifecycles) {
    if (lifecycle.match(whole, around)) return prepare_declared(lifecycle.declaration(), activity, around, steps);
  }
}

/// What the instance has after the event: what is set on success wins.
std::vector<tosca::Assignment> in_the_end(const flow::HandledEvent& event) {
  std::vector<tosca::Assignment> settings;
  for (const tosca::Assignment& set : event.set_on_entry) {
    if (tosca::find_by_name(event.set_on_success, set.name) == nullptr) settings.push_back(set);
  }
  settings.insert(settings.end(), event.set_on_success.begin(), event.set_on_success.end());
  return settings;
}

/// Its handlers; without any, the operation itself.
void run(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  const flow::HandledEvent& event = *activity.event;
  const tosca::NodeId host = host_of(activity, around.topology());
  for (const tosca::EventHandler& handler : event.handlers) steps.run(handler, host);
  if (!event.handlers.empty()) return;
  const bool of_node = std::holds_alternative<tosca::NodeId>(activity.entity);
  if (const auto found = find_operation(event, *around.interfaces(activity.entity), of_node))
    steps.invoke({activity.entity, found->interface, found->operation, host});
}

}  // namespace

std::optional<Match> EventHandlers::match(const flow::Activity& activity, Surroundings&) const {
  if (activity.transition != flow::Transition::handle) return std::nullopt;
  return Match{knows_interface, "it handles the event '" + activity.event->operation + "'"};
}

void EventHandlers::fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const {
  const flow::HandledEvent& event = *activity.event;
  if (activity.of_service) {
    if (event.leaves_service) steps.emit(event.operation);
    for (const tosca::EventHandler& handler : event.handlers) steps.run(handler, {});
    return;
  }
  if (activity.makes_instance) steps.record_creation();
  const std::size_t entry = steps.count();
  if (activity.makes_instance) prepare(activity, around, steps);
  run(activity, around, steps);
  if (steps.count() == entry) {
    steps.set(in_the_end(event), entry);  // nothing happens in between
  } else {
    steps.set(event.set_on_entry, entry);
    steps.set(event.set_on_success, steps.count());
  }
  if (activity.removes_instance) steps.record_removal();
}

}  // namespace planbuilder::plugins
