// Whoever reads a value comes after whoever produces it: what events wait for beside their preconditions.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/events/model.h"

namespace planbuilder::events {

/// One of these events must have been handled.
struct DataNeed {
  std::vector<ReceiverId> producers;
  std::string reason;
  SourceRange at = {};
};

struct DataNeeds {
  std::unordered_map<ReceiverId, std::vector<DataNeed>> of_events;
  std::unordered_map<EntityIndex, std::vector<DataNeed>>
      of_instances;  // for the first event of an entity: its properties are recorded then

  [[nodiscard]] bool empty() const { return of_events.empty() && of_instances.empty(); }
};

/// By the inputs of operations that run something, and by properties. An attribute that no operation is said to set is there when
/// its node is in the state `ready`.
DataNeeds find_data_needs(const Model& model, ConstantId ready);

}  // namespace planbuilder::events
