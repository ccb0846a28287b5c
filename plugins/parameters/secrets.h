// Which values must not be shown: by their type, by their metadata, by their name, and by what they are computed from.
#pragma once

#include <string_view>

#include "planbuilder/plan/expression.h"
#include "planbuilder/plan/secret_names.h"
#include "planbuilder/support/value.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// As its definition says: by name, type or metadata.
bool is_secret(Surroundings& around, const tosca::ParameterDefinition& definition);
bool is_secret_input(Surroundings& around, const std::string& name);
/// The entity has a secret property or attribute of this name, or one whose value in the model reads a secret.
bool is_secret(Surroundings& around, tosca::EntityId entity, std::string_view name);
/// Something that is read for the value is secret, as the model writes it (SELF is `self`, if there is one).
bool reads_secret(Surroundings& around, const Value& value, std::optional<tosca::EntityId> self = {});
/// The same as a run will look it up.
bool reads_secret(Surroundings& around, const plan::Expression& value);

}  // namespace planbuilder::plugins
