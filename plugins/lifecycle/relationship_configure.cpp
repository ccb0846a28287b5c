#include "plugins/lifecycle/relationship_configure.h"

#include <array>
#include <cctype>
#include <span>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/merge.h"

namespace planbuilder::plugins {

namespace {

/// An operation of the Configure interface, in its various spellings, and the end whose machine runs it.
struct ConfigureOperation {
  std::string_view name;
  bool on_source;
  std::string_view inverse = {};
};

// A relationship is one activity after both of its ends, so all of its operations are called here, in this order.
constexpr std::array<ConfigureOperation, 10> up = {{{"pre_configure_source", true},
                                                    {"preConfigureSource", true},
                                                    {"pre_configure_target", false},
                                                    {"preConfigureTarget", false},
                                                    {"post_configure_source", true},
                                                    {"postConfigureSource", true},
                                                    {"post_configure_target", false},
                                                    {"postConfigureTarget", false},
                                                    {"add_target", true, "remove_target"},
                                                    {"add_source", false, "remove_source"}}};
constexpr std::array<ConfigureOperation, 2> down = {{{"remove_target", true}, {"remove_source", false}}};

constexpr std::array<std::string_view, 4> interface_names = {
    "Configure", "configure", "tosca.interfaces.relationship.Configure",
    "http://docs.oasis-open.org/tosca/ns/2011/12/interfaces/relationship/configure"};

std::span<const ConfigureOperation> operations_for(flow::Transition transition) {
  if (transition == flow::Transition::provision) return up;
  return down;
}

const tosca::Interface* find_interface(const std::vector<tosca::Interface>& interfaces) {
  for (const std::string_view wanted : interface_names) {
    if (const tosca::Interface* found = tosca::find_by_name(interfaces, wanted)) return found;
  }
  return nullptr;
}

}  // namespace

std::optional<OperationName> find_configure_operation(const std::vector<tosca::Interface>& interfaces,
                                                      std::string_view operation) {
  const tosca::Interface* found = find_interface(interfaces);
  if (found == nullptr) return std::nullopt;
  // pre_configure_source is preConfigureSource in XML.
  const auto plain = [](std::string_view name) {
    std::string letters;
    for (const char letter : name) {
      if (letter != '_') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return letters;
  };
  for (const tosca::Operation& known : found->operations) {
    if (plain(known.name) == plain(operation)) return OperationName{found->name, known.name};
  }
  return std::nullopt;
}

bool runs_at_source(std::string_view operation) {
  for (const auto& known : up) {
    if (known.name == operation) return known.on_source;
  }
  for (const auto& known : down) {
    if (known.name == operation) return known.on_source;
  }
  return true;
}

std::optional<Match> RelationshipConfigure::match(const flow::Activity& activity, const tosca::Topology& topology) const {
  const bool handled = activity.transition == flow::Transition::provision || activity.transition == flow::Transition::terminate;
  if (!handled || !std::holds_alternative<tosca::RelationshipId>(activity.entity)) return std::nullopt;
  const std::vector<tosca::Interface> interfaces = topology.interfaces(activity.entity);
  std::vector<std::string> calls;
  if (const tosca::Interface* found = find_interface(interfaces)) {
    for (const ConfigureOperation& wanted : operations_for(activity.transition)) {
      const tosca::Operation* operation = tosca::find_by_name(found->operations, wanted.name);
      if (operation != nullptr && operation->implementation) calls.emplace_back(wanted.name);
    }
  }
  if (calls.empty())
    return Match{knows_nothing_to_do,
                 "it implements no operation of a Configure interface for this, so there is nothing to call"};
  return Match{knows_interface, "its Configure interface implements " + join(calls, ", ")};
}

void RelationshipConfigure::fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const {
  const tosca::Relationship& relationship = topology.relationships[std::get<tosca::RelationshipId>(activity.entity)];
  const bool creates = activity.transition == flow::Transition::provision;
  if (creates) steps.record_creation();
  if (const tosca::Interface* found = find_interface(steps.interfaces())) {
    for (const ConfigureOperation& operation : operations_for(activity.transition)) {
      steps.invoke(found->name, operation.name, operation.on_source ? relationship.source : relationship.target,
                   operation.inverse);
    }
  }
  if (!creates) steps.record_removal();
}

}  // namespace planbuilder::plugins
