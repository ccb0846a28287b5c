// Triggers of interfaces whose conditions look at other entities: they are looked at again when those change.
#pragma once

#include <unordered_map>
#include <vector>

#include "planbuilder/events/judge.h"

namespace planbuilder::events {

/// A trigger of this entity's interface.
struct Subscriber {
  EntityIndex entity;
  const Reflex* reflex;
};

using Subscriptions = std::unordered_map<VariableId, std::vector<Subscriber>>;

Subscriptions find_subscriptions(Model& model, Judge& judge);

}  // namespace planbuilder::events
