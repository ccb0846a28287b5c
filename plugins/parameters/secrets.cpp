#include "plugins/parameters/secrets.h"

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/lookup.h"

namespace planbuilder::plugins {

namespace {

const tosca::ParameterDefinition* find_definition(const tosca::Topology& topology, tosca::EntityId entity,
                                                  std::string_view name) {
  const tosca::TypeId type = topology.type_of(entity);
  if (!type.valid()) return nullptr;
  const auto* property = tosca::find_by_name(topology.types[type].properties, name);
  return property != nullptr ? property : tosca::find_by_name(topology.types[type].attributes, name);
}

std::optional<tosca::EntityId> entity_named(const tosca::Topology& topology, const std::string& name,
                                            const std::optional<tosca::EntityId>& self) {
  if (name == "SELF") return self;
  const auto* relationship = self ? std::get_if<tosca::RelationshipId>(&*self) : nullptr;
  if (relationship != nullptr && name == "SOURCE") return topology.relationships[*relationship].source;
  if (relationship != nullptr && name == "TARGET") return topology.relationships[*relationship].target;
  const tosca::NodeId node = topology.find_node(name);
  return node.valid() ? std::optional<tosca::EntityId>(node) : std::nullopt;
}

/// What the model gives it, where that is computed.
const Value* computed_value(const tosca::Topology& topology, tosca::EntityId entity, std::string_view name) {
  const Value* value = topology.property(entity, name);
  if (value == nullptr) value = topology.attribute(entity, name);
  return value != nullptr && !is_literal(*value) ? value : nullptr;
}

}  // namespace

bool is_secret(Surroundings& around, const tosca::ParameterDefinition& definition) {
  return definition.secret || around.is_credential(definition.schema.type.name) || plan::is_secret_name(definition.name);
}

bool is_secret(Surroundings& around, tosca::EntityId entity, std::string_view name) {
  const tosca::ParameterDefinition* definition = find_definition(around.topology(), entity, name);
  if (definition != nullptr ? is_secret(around, *definition) : plan::is_secret_name(name)) return true;
  const Value* value = computed_value(around.topology(), entity, name);
  return value != nullptr && around.reads_secret(entity, name, [&] { return reads_secret(around, *value, entity); });
}

bool is_secret_input(Surroundings& around, const std::string& name) {
  const auto* input = around.find_input(name);
  return input != nullptr ? is_secret(around, *input) : plan::is_secret_name(name);
}

bool reads_secret(Surroundings& around, const Value& value, std::optional<tosca::EntityId> self) {
  bool found = false;
  for_each_call(value, [&](const Call& call, const Value&) {
    const auto lookup = tosca::lookup_of(call);
    if (found || !lookup || lookup->words.empty()) return;
    if (!lookup->of_entity) {
      found = is_secret_input(around, to_text(lookup->words.front()));
      return;
    }
    // The parts of a credential are as secret as the whole.
    const auto entity = entity_named(around.topology(), to_text(lookup->words.front()), self);
    found = plan::is_secret_name(to_text(lookup->words.back())) ||
            (entity && lookup->words.size() > 1 && is_secret(around, *entity, to_text(lookup->words[1])));
  });
  return found;
}

bool reads_secret(Surroundings& around, const plan::Expression& value) {
  bool found = false;
  plan::for_each_reference(value, [&]<class Read>(const Read& read, SourceRange) {
    if constexpr (std::is_same_v<Read, plan::InputRead>) {
      found = found || is_secret_input(around, read.name);
    } else {
      const auto entity = flow::find_entity(around.topology(), read.of.entity);
      const bool is_member = !std::is_same_v<Read, plan::OutputRead>;
      found = found || plan::is_secret_name(last_word(read)) || (is_member && entity && is_secret(around, *entity, read.name));
    }
  });
  return found;
}

}  // namespace planbuilder::plugins
