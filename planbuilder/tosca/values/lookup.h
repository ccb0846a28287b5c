// What calls of a model look up by name, as the model writes them.
#pragma once

#include <optional>
#include <span>

#include "planbuilder/support/value.h"

namespace planbuilder::tosca {

/// An input, or a property or attribute of an entity.
struct Lookup {
  bool of_entity = false;
  std::span<const Value> words;  // the entity if there is one, the name, and the way into the value
};

/// Nothing for other calls.
std::optional<Lookup> lookup_of(const Call& call);

/// `get_property: [SELF, name]`.
Call own_property(const std::string& name);

}  // namespace planbuilder::tosca
