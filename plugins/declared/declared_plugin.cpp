#include "plugins/declared/declared_plugin.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/merge.h"
#include "plugins/declared/fill_declared.h"
#include "plugins/declared/find_callees.h"

namespace planbuilder::plugins {

namespace {

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;
using What = DeclaredStep::What;

/// How many derivations away the nearest of the wanted types is.
std::optional<int> distance_to(const tosca::Topology& topology, tosca::TypeId type, const std::vector<std::string>& wanted) {
  for (int distance = 0; type.valid(); ++distance, type = topology.types[type].parent) {
    const std::string& name = topology.types[type].name;
    if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) return distance;
  }
  return std::nullopt;
}

bool has_property(const tosca::Topology& topology, EntityId entity, const PropertyCondition& condition) {
  const Value* value = topology.property(entity, condition.name);
  if (value != nullptr) return !condition.value || to_text(*value) == *condition.value;
  const tosca::TypeId type = topology.type_of(entity);
  return !condition.value && type.valid() && tosca::find_by_name(topology.types[type].properties, condition.name) != nullptr;
}

bool has_artifact(Surroundings& around, EntityId entity, const std::vector<std::string>& types) {
  const auto* node = std::get_if<NodeId>(&entity);
  if (node == nullptr) return false;
  const auto artifacts = around.deployment_artifacts(*node);
  return std::any_of(artifacts.begin(), artifacts.end(), [&](const tosca::Artifact* artifact) {
    return std::find(types.begin(), types.end(), artifact->type.name) != types.end();
  });
}

/// All but the interfaces.
bool fits(const EntityCondition& condition, EntityId entity, Surroundings& around) {
  const tosca::Topology& topology = around.topology();
  if (!condition.types.empty() && !distance_to(topology, topology.type_of(entity), condition.types)) return false;
  if (!condition.artifact_types.empty() && !has_artifact(around, entity, condition.artifact_types)) return false;
  return std::all_of(condition.properties.begin(), condition.properties.end(),
                     [&](const PropertyCondition& property) { return has_property(topology, entity, property); });
}

bool has_interface(const EntityCondition& condition, EntityId entity, Surroundings& around) {
  return condition.interfaces.empty() || find_interface(*around.interfaces(entity), condition.interfaces) != nullptr;
}

bool stands_on_it(const DeclaredMatch& match, EntityId entity, Surroundings& around) {
  const EntityCondition& below = match.below;
  const auto* node = std::get_if<NodeId>(&entity);
  if (match.at_bottom && (node == nullptr || around.topology().nodes[*node].hosting.valid())) return false;
  if (below.empty()) return true;
  const auto fitting = [&](NodeId at) { return fits(below, at, around) && has_interface(below, at, around); };
  return node != nullptr && around.nearest_below(&below, *node, fitting).valid();
}

/// What the steps would call: "create", "createVM of 'OpenStack'".
std::vector<std::string> find_calls(const Declaration& plugin, const std::vector<DeclaredStep>& steps, EntityId entity,
                                    Surroundings& around) {
  std::vector<std::string> calls;
  for (const DeclaredStep& step : steps) {
    std::optional<Callee> callee;
    if (step.what == What::connect) callee = find_connector(step, std::get<RelationshipId>(entity), around);
    // An upload alone is nothing that a plugin would be chosen for.
    if (step.what == What::invoke && !step.for_each_artifact) callee = find_callee(step, plugin.match.interfaces, entity, around);
    if (!callee) continue;
    const bool own = callee->owner == entity;
    calls.push_back(callee->operation + (own ? "" : " of '" + around.topology().id_of(callee->owner) + "'"));
  }
  return calls;
}

std::vector<std::string> find_runs(const std::vector<DeclaredStep>& steps) {
  std::vector<std::string> files;
  for (const DeclaredStep& step : steps) {
    if (step.what == What::run) files.push_back(step.file.name);
  }
  return files;
}

std::optional<Match> match_selection(const Declaration& plugin, const flow::Activity& activity, const tosca::Topology& topology) {
  if (activity.transition == flow::Transition::select_recursive)
    return Match{knows_interface, "it follows from the instance of '" + topology.id_of(*activity.through) + "'"};
  if (activity.strategy != plugin.match.strategy) return std::nullopt;
  const auto distance = distance_to(topology, topology.type_of(activity.entity), plugin.match.types);
  if (plugin.match.types.empty()) return Match{knows_interface, "the strategy is " + activity.strategy};
  if (!distance) return std::nullopt;
  return Match{knows_type + std::max(0, 9 - *distance), "the strategy is " + activity.strategy + " for its type"};
}

/// The words for why it fits, and the score if there is something to call.
Match fitting(const Declaration& plugin, EntityId entity, const tosca::Interface* item, const tosca::Topology& topology) {
  Match match{plugin.kind == Declaration::Kind::type ? knows_type : knows_interface, {}};
  std::vector<std::string> why;
  if (!plugin.match.types.empty()) {
    const tosca::TypeId type = topology.type_of(entity);
    if (plugin.kind == Declaration::Kind::type) match.score += std::max(0, 9 - *distance_to(topology, type, plugin.match.types));
    why.push_back("it knows the type '" + topology.types[type].name + "'");
  }
  if (item != nullptr) why.push_back("it knows the interface '" + item->name + "'");
  if (!plugin.match.properties.empty()) why.push_back("the properties are there");
  if (!plugin.match.below.empty()) why.push_back("it knows what is below");
  match.reason = why.empty() ? "it knows such entities" : join(why, ", ");
  return match;
}

}  // namespace

std::optional<Match> DeclaredPlugin::match(const flow::Activity& activity, Surroundings& around) const {
  const std::vector<DeclaredStep>* steps = declaration_.steps_for(activity.transition);
  if (steps == nullptr || activity.of_service) return std::nullopt;
  if (declaration_.kind == Declaration::Kind::selection) return match_selection(declaration_, activity, around.topology());
  const DeclaredMatch& wanted = declaration_.match;
  const bool of_node = std::holds_alternative<NodeId>(activity.entity);
  if (of_node != (wanted.entities == DeclaredMatch::Entities::nodes)) return std::nullopt;
  const Surroundings::Interfaces interfaces = around.interfaces(activity.entity);
  const tosca::Interface* item = find_interface(*interfaces, wanted.interfaces);
  if (item == nullptr && !wanted.interfaces.empty() && wanted.interface_needed) return std::nullopt;
  if (!fits(wanted, activity.entity, around) || !stands_on_it(wanted, activity.entity, around)) return std::nullopt;

  Match match = fitting(declaration_, activity.entity, item, around.topology());
  const bool connects = std::any_of(steps->begin(), steps->end(), [](const auto& step) { return step.what == What::connect; });
  const bool may_call = std::any_of(steps->begin(), steps->end(), [](const auto& step) { return step.what == What::invoke; });
  const std::vector<std::string> calls = find_calls(declaration_, *steps, activity.entity, around);
  const std::vector<std::string> runs = find_runs(*steps);
  if (connects && calls.empty()) return std::nullopt;  // every relationship could be one that connects
  if (!calls.empty()) match.reason += "; it calls " + join(calls, ", ");
  if (!runs.empty()) match.reason += "; it runs " + join(runs, ", ");
  if (!calls.empty() || !runs.empty()) return match;
  if (may_call || declaration_.kind == Declaration::Kind::lifecycle) {
    match.score = knows_nothing_to_do;
    match.reason += "; no operation for this is implemented, so there is nothing to call";
  } else {
    match.reason += "; there is nothing to do";
  }
  return match;
}

void DeclaredPlugin::fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const {
  fill_declared(declaration_, activity, around, steps);
}

}  // namespace planbuilder::plugins
