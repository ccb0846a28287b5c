// A parameter that the model gives no value takes the property of its name that is nearest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/plan/expression.h"
#include "planbuilder/tosca/model/representations.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// Where properties are looked for: an entity, and from a node on its stack: what it stands on and depends on, the nearest first.
struct SearchPlace {
  enum class Side { own, source, target };
  tosca::EntityId entity;
  tosca::Representation which = tosca::Representation::unknown();
  Side side = Side::own;  // of a relationship; SOURCE_ and TARGET_ before a name ask for one
};

struct ParameterMatch {
  plan::Expression value;
  std::string reason;
  bool secret = false;  // as the property is
};

/// The places are tried in their order, each stack from the nearest on; at every node the name itself comes before its aliases.
std::optional<ParameterMatch> match_parameter(Surroundings& around, const std::vector<SearchPlace>& places,
                                              const std::string& name);

/// The names that stand for the same: itself first.
std::vector<std::string> names_for(const std::string& name);

}  // namespace planbuilder::plugins
