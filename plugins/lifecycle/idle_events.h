// Which events of a shipped life cycle call nothing.
#pragma once

#include <optional>
#include <span>

#include "plugins/plugin.h"

namespace planbuilder::plugins {

/// To be asked about all events of one entity after the other.
class IdleEvents {
 public:
  IdleEvents(const tosca::Topology& topology, std::span<const Plugin* const> plugins) : around_(topology), plugins_(plugins) {}

  /// No operation is implemented for the event, or a plugin does all for the entity at once.
  bool contain(const flow::Activity& activity);

 private:
  /// A plugin makes the entity in a way of its own: it knows its type, or whom to ask.
  bool is_made_as_a_whole(const flow::Activity& activity);

  Surroundings around_;
  std::span<const Plugin* const> plugins_;
  std::optional<tosca::EntityId> last_;
  bool last_is_whole_ = false;
};

}  // namespace planbuilder::plugins
