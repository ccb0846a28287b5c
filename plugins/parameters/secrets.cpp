#include "plugins/parameters/secrets.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/lookup.h"

namespace planbuilder::plugins {

namespace {

// A name that ends like this, whatever its case and separators. `key` alone is one, but many keys are public.
constexpr std::array<std::string_view, 11> endings = {"password", "passwd",     "passphrase", "secret",
                                                      "token",    "privatekey", "secretkey",  "accesskey",
                                                      "apikey",   "credential", "credentials"};
constexpr std::array<std::string_view, 2> whole_names = {"key", "pwd"};

std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return letters;
}

const tosca::ParameterDefinition* find_definition(const tosca::Topology& topology, tosca::EntityId entity,
                                                  std::string_view name) {
  const tosca::TypeId type = topology.type_of(entity);
  if (!type.valid()) return nullptr;
  const auto* property = tosca::find_by_name(topology.types[type].properties, name);
  return property != nullptr ? property : tosca::find_by_name(topology.types[type].attributes, name);
}

std::optional<tosca::EntityId> entity_named(const tosca::Topology& topology, const Value& name, tosca::EntityId self) {
  if (to_text(name) == "SELF") return self;
  const tosca::NodeId node = topology.find_node(to_text(name));
  return node.valid() ? std::optional<tosca::EntityId>(node) : std::nullopt;
}

bool is_secret_input(Surroundings& around, const std::string& name) {
  const auto* input = tosca::find_by_name(around.topology().inputs, name);
  return input != nullptr ? is_secret(around, *input) : is_secret_name(name);
}

}  // namespace

bool is_secret_name(std::string_view name) {
  const std::string letters = letters_of(name);
  return std::find(whole_names.begin(), whole_names.end(), letters) != whole_names.end() ||
         std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return letters.ends_with(ending); });
}

bool is_secret(Surroundings& around, const tosca::ParameterDefinition& definition) {
  return definition.secret || around.is_credential(definition.schema.type.name) || is_secret_name(definition.name);
}

bool is_secret(Surroundings& around, tosca::EntityId entity, std::string_view name) {
  const tosca::ParameterDefinition* definition = find_definition(around.topology(), entity, name);
  return definition != nullptr ? is_secret(around, *definition) : is_secret_name(name);
}

bool reads_secret(Surroundings& around, const Value& value, tosca::EntityId self) {
  bool found = false;
  for_each_call(value, [&](const Call& call, const Value&) {
    const auto lookup = tosca::lookup_of(call);
    if (found || !lookup || lookup->words.empty()) return;
    if (!lookup->of_entity) {
      found = is_secret_input(around, to_text(lookup->words.front()));
      return;
    }
    // The parts of a credential are as secret as the whole.
    const auto entity = entity_named(around.topology(), lookup->words.front(), self);
    found = is_secret_name(to_text(lookup->words.back())) ||
            (entity && lookup->words.size() > 1 && is_secret(around, *entity, to_text(lookup->words[1])));
  });
  return found;
}

bool reads_secret(Surroundings& around, const plan::Expression& value) {
  bool found = false;
  plan::for_each_reference(value, [&]<class Read>(const Read& read, SourceRange) {
    if constexpr (std::is_same_v<Read, plan::InputRead>) {
      found = found || is_secret_input(around, read.name);
    } else if constexpr (!std::is_same_v<Read, plan::OutputRead>) {
      const auto entity = flow::find_entity(around.topology(), read.of.entity);
      found = found || is_secret_name(last_word(read)) || (entity && is_secret(around, *entity, read.name));
    }
  });
  return found;
}

}  // namespace planbuilder::plugins
