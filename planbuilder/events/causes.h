// Why events of a run come after one another: the order that every other run of them must keep.
#pragma once

#include <vector>

#include "planbuilder/events/interpret.h"

namespace planbuilder::events {

/// `from` comes before `to`.
struct Cause {
  enum class Kind : std::uint8_t {
    trigger,     // it sent the event
    enables,     // it wrote what decided a condition of the event
    protects,    // the event after it writes what would have turned a condition over
    overwrites,  // both write an attribute
  };
  std::uint32_t from = 0;  // handled events
  std::uint32_t to = 0;
  Kind kind = Kind::trigger;
  std::uint32_t evidence = nothing;  // of enables and protects: the read; of overwrites: the later write

  auto operator<=>(const Cause&) const = default;
};

/// Sorted, each once. An event that comes later in the run never comes before one that comes earlier.
std::vector<Cause> find_causes(Model& model, const Run& run);

}  // namespace planbuilder::events
