#include "plugins/parameters/secrets.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::plugins {

namespace {

// A name that ends like this, whatever its case and separators. `key` alone is one, but many keys are public.
constexpr std::array<std::string_view, 11> endings = {"password", "passwd",     "passphrase", "secret",
                                                      "token",    "privatekey", "secretkey",  "accesskey",
                                                      "apikey",   "credential", "credentials"};
constexpr std::array<std::string_view, 2> whole_names = {"key", "pwd"};

std::string plain(std::string_view name) {
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

}  // namespace

bool is_secret_name(std::string_view name) {
  const std::string letters = plain(name);
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
  const tosca::Topology& topology = around.topology();
  bool found = false;
  for_each_call(value, [&](const Call& call, const Value&) {
    if (found || call.arguments.empty()) return;
    if (call.function == "get_input") {
      const auto* input = tosca::find_by_name(topology.inputs, to_text(call.arguments[0]));
      found = input != nullptr ? is_secret(around, *input) : is_secret_name(to_text(call.arguments[0]));
    } else if (call.function.ends_with("get_property") || call.function.ends_with("get_attribute")) {
      // The parts of a credential are as secret as the whole.
      const bool by_run = tosca::entity_read_by(topology, call).has_value();
      const auto entity = by_run ? tosca::entity_read_by(topology, call) : entity_named(topology, call.arguments[0], self);
      const std::size_t name = by_run ? 2 : 1;
      found = is_secret_name(to_text(call.arguments.back())) ||
              (entity && call.arguments.size() > name && is_secret(around, *entity, to_text(call.arguments[name])));
    }
  });
  return found;
}

}  // namespace planbuilder::plugins
