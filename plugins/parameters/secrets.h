// Which values must not be shown: by their type, by their metadata, by their name.
#pragma once

#include <string_view>

#include "planbuilder/plan/expression.h"
#include "planbuilder/support/value.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// DBPassword, vm_private_key and api-token are names of secrets; VMKeyPairName and VMPublicKey are not.
bool is_secret_name(std::string_view name);
/// As its definition says: by name, type or metadata.
bool is_secret(Surroundings& around, const tosca::ParameterDefinition& definition);
/// The entity has a secret property or attribute of this name.
bool is_secret(Surroundings& around, tosca::EntityId entity, std::string_view name);
/// Something that is read for the value is secret, as the model writes it (SELF is `self`).
bool reads_secret(Surroundings& around, const Value& value, tosca::EntityId self);
/// The same as a run will look it up.
bool reads_secret(Surroundings& around, const plan::Expression& value);

}  // namespace planbuilder::plugins
