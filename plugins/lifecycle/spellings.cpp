#include "plugins/lifecycle/spellings.h"

#include <cctype>

#include "planbuilder/tosca/model/merge.h"
#include "plugins/declared/find_callees.h"
#include "plugins/declared/shipped.h"

namespace planbuilder::plugins {

namespace {

using flow::Transition;

/// The operations that a plugin calls, in their order.
std::vector<std::string_view> operations(const Declaration& plugin, Transition transition) {
  std::vector<std::string_view> names;
  for (const DeclaredStep& step : *plugin.steps_for(transition)) {
    if (step.what == DeclaredStep::What::invoke && step.whose == DeclaredStep::Whose::self) names.push_back(step.name);
  }
  return names;
}

std::optional<OperationName> find_counterpart(const Declaration& plugin, const Declaration& standard,
                                              const std::vector<tosca::Interface>& interfaces, std::string_view operation) {
  const tosca::Interface* found = find_interface(interfaces, plugin.match.interfaces);
  if (found == nullptr) return std::nullopt;
  for (const Transition transition : {Transition::provision, Transition::terminate}) {
    const auto theirs = operations(standard, transition);
    const auto ours = operations(plugin, transition);
    for (std::size_t i = 0; i < theirs.size() && i < ours.size(); ++i) {
      if (theirs[i] == operation && tosca::find_by_name(found->operations, ours[i]) != nullptr)
        return OperationName{found->name, std::string(ours[i])};
    }
  }
  return std::nullopt;
}

/// pre_configure_source is preConfigureSource in XML.
std::string spelled_plainly(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    if (letter != '_') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return letters;
}

}  // namespace

std::optional<OperationName> find_lifecycle_operation(const std::vector<tosca::Interface>& interfaces,
                                                      std::string_view operation) {
  const Declaration& standard = shipped_declaration("standard-lifecycle");
  if (auto found = find_counterpart(standard, standard, interfaces, operation)) return found;
  return find_counterpart(shipped_declaration("opentosca-lifecycle"), standard, interfaces, operation);
}

std::optional<OperationName> find_configure_operation(const std::vector<tosca::Interface>& interfaces,
                                                      std::string_view operation) {
  const tosca::Interface* found = find_interface(interfaces, shipped_declaration("relationship-configure").match.interfaces);
  if (found == nullptr) return std::nullopt;
  for (const tosca::Operation& known : found->operations) {
    if (spelled_plainly(known.name) == spelled_plainly(operation)) return OperationName{found->name, known.name};
  }
  return std::nullopt;
}

bool runs_at_source(std::string_view operation) {
  const Declaration& configure = shipped_declaration("relationship-configure");
  for (const Transition transition : {Transition::provision, Transition::terminate}) {
    for (const DeclaredStep& step : *configure.steps_for(transition)) {
      if (step.name == operation) return step.machine != DeclaredStep::Machine::target;
    }
  }
  return true;
}

tosca::NodeId usual_host(tosca::EntityId owner, std::string_view operation, const tosca::Topology& topology) {
  if (const auto* node = std::get_if<tosca::NodeId>(&owner)) return *node;
  const tosca::Relationship& relationship = topology.relationships[std::get<tosca::RelationshipId>(owner)];
  return runs_at_source(operation) ? relationship.source : relationship.target;
}

}  // namespace planbuilder::plugins
