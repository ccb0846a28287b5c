#include "plugins/lifecycle/event_handler.h"

#include <algorithm>
#include <array>

#include "planbuilder/tosca/model/merge.h"
#include "plugins/declared/declared_plugin.h"
#include "plugins/declared/fill_declared.h"
#include "plugins/declared/shipped.h"
#include "plugins/lifecycle/spellings.h"
#include "plugins/lifecycle/whole_relationship.h"

namespace planbuilder::plugins {

namespace {

constexpr std::array<std::string_view, 3> lifecycle_names = {"compute", "opentosca-lifecycle", "standard-lifecycle"};

/// As the plugin does that would fill the whole provisioning.
void prepare(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  static const std::vector<DeclaredPlugin> lifecycles = [] {
    std::vector<DeclaredPlugin> all;
    for (const std::string_view name : lifecycle_names) all.emplace_back(shipped_declaration(name));
    return all;
  }();
  flow::Activity whole = activity;
  whole.transition = flow::Transition::provision;
  for (const DeclaredPlugin& lifecycle : lifecycles) {
    if (lifecycle.match(whole, around)) return prepare_declared(lifecycle.declaration(), activity, around, steps);
  }
}

/// What takes an operation of the shipped life cycle back: another one of the same interface; empty where there is none.
std::string inverse_of(const flow::Activity& activity, const OperationName& done,
                       const std::vector<tosca::Interface>& interfaces) {
  if (!activity.event->is_shipped) return {};
  const bool of_node = std::holds_alternative<tosca::NodeId>(activity.entity);
  const Declaration& plugin = shipped_declaration(of_node ? "standard-lifecycle" : "relationship-configure");
  const std::string inverse(plugin.inverse_of(activity.event->operation));
  if (inverse.empty()) return {};
  const auto found = of_node ? find_lifecycle_operation(interfaces, inverse) : find_configure_operation(interfaces, inverse);
  return found && found->interface == done.interface ? found->operation : std::string();
}

/// A machine whose operation tells where it is must answer before others work on it.
void wait_for_machine(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) {
  const auto* node = std::get_if<tosca::NodeId>(&activity.entity);
  if (!activity.event->is_shipped || node == nullptr || topology.nodes[*node].machine != *node) return;
  if (steps.change_of({plan::Entity::Kind::node, topology.nodes[*node].name}))
    steps.wait({.until = plan::Wait::Until::reachable, .host = {}}, *node);
}

void call(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  if (is_about_change(activity)) {
    const auto reason = change_to_tell(activity, around);
    if (!reason) return;
    steps.add_reason(*reason);
  }
  const Surroundings::Interfaces interfaces = around.interfaces(activity.entity);
  const std::string& event = activity.event->operation;
  for (const OperationName& found : EventHandlers::find_operations(activity, *interfaces)) {
    const std::string inverse = inverse_of(activity, found, *interfaces);
    const std::string_view side = found.operation == "remove_source" ? found.operation : event;  // languages spell the others
    OperationCall wanted{activity.entity, found.interface, found.operation, usual_host(activity.entity, side, around.topology()),
                         inverse};
    wanted.may_fail = activity.event->notes_failure;
    steps.invoke(wanted);
  }
  if (connects_ends(activity, around)) connect_ends(activity, around, steps);
  wait_for_machine(activity, around.topology(), steps);
}

using Settings = std::vector<tosca::Assignment>;

/// Nothing happens in between: of one attribute, what is set last counts.
void set_after(Settings& settings, const Settings& more) {
  for (const tosca::Assignment& set : more) {
    std::erase_if(settings, [&](const tosca::Assignment& earlier) { return earlier.name == set.name; });
    settings.push_back(set);
  }
}

/// What events set for which nothing is called.
void set_folded(Settings& settings, const std::vector<std::shared_ptr<const flow::HandledEvent>>& events) {
  for (const auto& event : events) {
    set_after(settings, event->set_on_entry);
    set_after(settings, event->set_on_success);
  }
}

/// Its handlers; without any, the operation itself.
void run(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  const flow::HandledEvent& event = *activity.event;
  for (const tosca::EventHandler& handler : event.handlers)
    steps.run(handler, usual_host(activity.entity, event.operation, around.topology()));
  if (event.handlers.empty() && !activity.calls_nothing) call(activity, around, steps);
}

}  // namespace

std::vector<OperationName> EventHandlers::find_operations(const flow::Activity& activity,
                                                          const std::vector<tosca::Interface>& interfaces) {
  const flow::HandledEvent& event = *activity.event;
  const bool of_node = std::holds_alternative<tosca::NodeId>(activity.entity);
  std::vector<OperationName> found;
  const auto add = [&](const std::string& operation) {
    const tosca::Interface* own = tosca::find_by_name(interfaces, event.interface);
    if (own != nullptr && tosca::find_by_name(own->operations, operation) != nullptr) {
      found.push_back({own->name, operation});
    } else if (const auto other =
                   of_node ? find_lifecycle_operation(interfaces, operation) : find_configure_operation(interfaces, operation)) {
      found.push_back(*other);
    }
  };
  add(event.operation);
  if (event.is_shipped && event.operation == "remove_target") add("remove_source");
  return found;
}

bool EventHandlers::stands_for(std::string_view plugin) {
  return std::find(lifecycle_names.begin(), lifecycle_names.end(), plugin) != lifecycle_names.end();
}

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
  Settings on_entry;
  set_folded(on_entry, activity.folded->before);
  set_after(on_entry, event.set_on_entry);
  Settings on_success = event.set_on_success;
  set_folded(on_success, activity.folded->after);

  if (activity.makes_instance) steps.record_creation();
  if (event.finds) steps.record_finding();
  const std::size_t entry = steps.count();
  if (activity.makes_instance) prepare(activity, around, steps);
  run(activity, around, steps);
  if (steps.count() == entry) {
    set_after(on_entry, on_success);
    steps.set(on_entry, entry, event.status_on_success);
  } else {
    steps.set(on_entry, entry);
    steps.set(on_success, steps.count(), event.status_on_success);
  }
  if (event.finds) steps.record_confirmation();
  if (activity.removes_instance) steps.record_removal();
}

}  // namespace planbuilder::plugins
