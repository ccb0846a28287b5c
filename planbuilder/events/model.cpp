#include "planbuilder/events/model.h"

#include <algorithm>

#include "planbuilder/events/compile_behaviour.h"
#include "planbuilder/tosca/model/merge.h"

namespace planbuilder::events {

namespace {

bool any_tells(const std::vector<tosca::Interface>& interfaces) {
  return std::any_of(interfaces.begin(), interfaces.end(), tosca::has_event_grammar);
}

/// The template brings events that its type does not have, or says more of those.
bool is_special(const tosca::Topology& topology, const std::vector<tosca::Interface>& own, tosca::TypeId type) {
  return std::any_of(own.begin(), own.end(), [&](const tosca::Interface& item) {
    if (tosca::tells_of_events(item)) return true;
    const auto* of_type = type.valid() ? tosca::find_by_name(topology.types[type].interfaces, item.name) : nullptr;
    if (of_type == nullptr) return true;
    return std::any_of(item.operations.begin(), item.operations.end(), [&](const tosca::Operation& operation) {
      return !operation.outputs.empty() || tosca::find_by_name(of_type->operations, operation.name) == nullptr;
    });
  });
}

}  // namespace

bool tells_of_events(const tosca::Topology& topology) {
  if (!topology.events.empty()) return true;
  std::vector<char> asked(topology.types.size(), 0);
  const auto tells = [&](const auto& entity) {
    if (any_tells(entity.interfaces)) return true;
    if (!entity.type.valid() || std::exchange(asked[entity.type.index()], 1) != 0) return false;
    return any_tells(topology.types[entity.type].interfaces);
  };
  return std::any_of(topology.nodes.begin(), topology.nodes.end(), tells) ||
         std::any_of(topology.relationships.begin(), topology.relationships.end(), tells);
}

std::optional<std::uint32_t> Behaviour::find_attribute(ConstantId interface, ConstantId name) const {
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].name == name && is_named(attributes[i].interface, interface)) return i;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Behaviour::find_event(ConstantId interface, ConstantId name) const {
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (events[i].symbol == name && is_named(events[i].interface, interface)) return i;
  }
  return std::nullopt;
}

Model::Model(const tosca::Topology& topology, const Overlay* overlay) : walk(topology), overlaid_(overlay != nullptr) {
  for (const tosca::NodeId node : topology.nodes.ids()) add_instance(behaviour_of(node, overlay));
  for (const tosca::RelationshipId relationship : topology.relationships.ids()) add_instance(behaviour_of(relationship, overlay));
  const bool own_events = !topology.events.empty() || overlay == nullptr;
  add_instance(behaviours.add(compile_service(own_events ? topology.events : overlay->events, *this)));
}

BehaviourId Model::behaviour_of(tosca::EntityId entity, const Overlay* overlay) {
  const bool is_node = std::holds_alternative<tosca::NodeId>(entity);
  const tosca::TypeId type = topology().type_of(entity);
  const auto& own = is_node ? topology().nodes[std::get<tosca::NodeId>(entity)].interfaces
                            : topology().relationships[std::get<tosca::RelationshipId>(entity)].interfaces;
  if (overlay == nullptr && is_special(topology(), own, type))
    return behaviours.add(compile_behaviour(topology().interfaces(entity), *this));
  const std::size_t shared_by = overlay != nullptr || !type.valid() ? 0 : type.index() + 1;
  const auto [place, added] = of_types_.try_emplace(shared_by * 2 + (is_node ? 1 : 0));
  if (added) {
    std::vector<tosca::Interface> interfaces;
    if (overlay != nullptr) {
      interfaces = is_node ? overlay->of_nodes : overlay->of_relationships;
    } else if (type.valid()) {
      interfaces = topology().types[type].interfaces;
    }
    place->second = behaviours.add(compile_behaviour(std::move(interfaces), *this));
  }
  return place->second;
}

void Model::add_instance(BehaviourId id) {
  const EntityIndex entity = instances_.add(
      {id, static_cast<std::uint32_t>(owners_of_variables_.size()), static_cast<std::uint32_t>(owners_of_receivers_.size())});
  const Behaviour& shared = behaviours[id];
  for (std::size_t i = 0; i < shared.attributes.size(); ++i) owners_of_variables_.add(entity);
  for (std::size_t i = 0; i < shared.events.size(); ++i) owners_of_receivers_.add(entity);
}

std::optional<ReceiverId> Model::service_event(std::string_view name) const {
  const EntityIndex service = walk.service();
  const auto& events = behaviour(service).events;
  const auto found = std::find_if(events.begin(), events.end(), [&](const Event& event) { return event.name == name; });
  if (found == events.end()) return std::nullopt;
  return receiver(service, static_cast<std::uint32_t>(found - events.begin()));
}

std::string Model::name(EntityIndex entity) const {
  return entity == walk.service() ? "the service" : "'" + topology().id_of(walk.entity(entity)) + "'";
}

std::string Model::name(VariableId variable) const {
  return "'" + to_text(constants[attribute(variable).name]) + "' of " + name(owner(variable));
}

std::string Model::name(ReceiverId receiver) const { return "'" + event(receiver).name + "' of " + name(owner(receiver)); }

SourceRange Model::at(EntityIndex entity) const {
  return entity == walk.service() ? SourceRange{} : topology().at(walk.entity(entity));
}

}  // namespace planbuilder::events
