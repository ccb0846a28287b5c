#include "plugins/parameters/match_parameter.h"

#include <algorithm>
#include <array>
#include <set>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "planbuilder/tosca/values/lookup.h"
#include "plugins/parameters/secrets.h"

namespace planbuilder::plugins {

namespace {

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;
using Side = SearchPlace::Side;

// The address of a machine has one name per kind of machine in OpenTOSCA's types.
constexpr std::array<std::string_view, 4> addresses = {"ServerIP", "VMIP", "IP", "ContainerIP"};

constexpr std::array<std::string_view, 3> dependency_types = {
    "tosca.relationships.DependsOn", "DependsOn", "{http://docs.oasis-open.org/tosca/ns/2011/12/ToscaBaseTypes}DependsOn"};

constexpr std::pair<std::string_view, Side> prefixes[] = {{"SOURCE_", Side::source}, {"TARGET_", Side::target}};

bool is_empty(const Value& value) { return value.is_null() || (value.text() != nullptr && value.text()->empty()); }

/// It has the property, but a run must say what its value is.
bool is_learnt(Surroundings& around, EntityId entity, const std::string& name) {
  const tosca::Topology& topology = around.topology();
  const tosca::TypeId type = topology.type_of(entity);
  const bool has = tosca::find_by_name(topology.assigned_properties(entity), name) != nullptr ||
                   (type.valid() && tosca::find_by_name(topology.types[type].properties, name) != nullptr);
  return has && around.is_output(name);
}

std::optional<ParameterMatch> read(Surroundings& around, const SearchPlace& place, const std::string& name) {
  const tosca::Topology& topology = around.topology();
  const Value* known = topology.property(place.entity, name);
  const bool learnt = (known == nullptr || is_empty(*known)) && is_learnt(around, place.entity, name);
  if (known == nullptr && !learnt) return std::nullopt;
  const std::string of = "'" + name + "' of '" + topology.id_of(place.entity) + "'";
  const bool secret = is_secret(around, place.entity, name);
  if (learnt) {
    plan::AttributeRead attribute;
    attribute.of.entity = flow::to_plan_entity(topology, place.entity);
    attribute.name = name;
    return ParameterMatch{plan::computed({std::move(attribute)}, topology.at(place.entity)),
                          "it is " + of + ", which an operation gives when the plan runs", secret};
  }
  Value value = tosca::evaluate({topology, place.entity, nullptr, false, nullptr, place.which},
                                {tosca::own_property(name), topology.at(place.entity)});
  return ParameterMatch{plan::to_expression(std::move(value)), "it is the property " + of, secret};
}

bool is_dependency(const tosca::Topology& topology, RelationshipId id) {
  const tosca::TypeId type = topology.relationships[id].type;
  return std::any_of(dependency_types.begin(), dependency_types.end(),
                     [&](std::string_view base) { return topology.derives_from(type, base); });
}

std::optional<ParameterMatch> read_any(Surroundings& around, const SearchPlace& place, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    auto match = read(around, place, name);
    if (!match) continue;
    if (name != names.front()) match->reason += ", which stands for '" + names.front() + "'";
    return match;
  }
  return std::nullopt;
}

/// What a node stands on comes before what it depends on; of equally near ones the first that is declared wins.
std::optional<ParameterMatch> search(Surroundings& around, const SearchPlace& start, const std::vector<std::string>& names) {
  const tosca::Topology& topology = around.topology();
  const auto is_anywhere = [&](const std::string& name) { return around.is_property(name); };
  if (std::none_of(names.begin(), names.end(), is_anywhere)) return std::nullopt;
  std::vector<SearchPlace> places = {start};
  std::set<NodeId> seen;
  for (std::size_t next = 0; next < places.size(); ++next) {
    const SearchPlace place = places[next];
    if (auto match = read_any(around, place, names)) return match;
    const auto* node = std::get_if<NodeId>(&place.entity);
    if (node == nullptr) break;
    const auto go_along = [&](RelationshipId id) {
      const NodeId target = topology.relationships[id].target;
      if (!seen.insert(target).second) return;
      places.push_back({target, target_of(topology, id, place.which).value_or(tosca::Representation()), place.side});
    };
    const RelationshipId below = topology.nodes[*node].hosting;
    if (below.valid()) go_along(below);
    for (const RelationshipId id : topology.nodes[*node].outgoing) {
      if (is_dependency(topology, id)) go_along(id);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> names_for(const std::string& name) {
  std::vector<std::string> names = {name};
  if (std::find(addresses.begin(), addresses.end(), name) == addresses.end()) return names;
  for (const std::string_view other : addresses) {
    if (other != name) names.emplace_back(other);
  }
  return names;
}

std::optional<ParameterMatch> match_parameter(Surroundings& around, const std::vector<SearchPlace>& places,
                                              const std::string& name) {
  for (const SearchPlace& place : places) {
    if (auto match = search(around, place, names_for(name))) return match;
  }
  for (const auto& [prefix, side] : prefixes) {
    if (!name.starts_with(prefix)) continue;
    for (const SearchPlace& place : places) {
      if (place.side != side) continue;
      if (auto match = search(around, place, names_for(name.substr(prefix.size())))) return match;
    }
  }
  return std::nullopt;
}

}  // namespace planbuilder::plugins
