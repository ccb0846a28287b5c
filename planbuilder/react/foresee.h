// What a notification would do, as far as the model alone can tell.
#pragma once

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planbuilder/react/reactions.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::react {

/// An attribute that gets a value.
struct Kept {
  const Mapping* mapping;
  std::string value;
};

/// What becomes of a reaction that listens.
struct Foreseen {
  enum class Outcome : std::uint8_t { acts, does_not_act, depends };
  const Reaction* reaction;
  Outcome outcome = Outcome::acts;
  std::string reason = {};
};

struct Foresight {
  const Notification* notification = nullptr;
  std::vector<Kept> kept;
  std::vector<Foreseen> reactions;
};

/// `NODE.INTERFACE.NOTIFICATION`, or without the interface, and values `NAME=VALUE` of its outputs. Attributes that are not told
/// have the values of the model. Nothing after an error.
std::optional<Foresight> foresee(const tosca::Topology& topology, const Reactions& reactions, const std::string& told,
                                 const std::vector<std::string>& values, Diagnostics& diagnostics);

void write_text(const Foresight& foresight, std::ostream& out);

}  // namespace planbuilder::react
