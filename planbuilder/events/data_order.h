// Whoever reads a value comes after whoever produced it.
#pragma once

#include <vector>

#include "planbuilder/events/interpret.h"
#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::events {

struct DataOrder {
  std::uint32_t producer = 0;  // handled events; the producer is the earlier one
  std::uint32_t consumer = 0;
  flow::Origin origin;
};

/// By the inputs of operations that run something. Attributes that no operation is said to set are taken to be there after what
/// happened to their entity before.
std::vector<DataOrder> find_data_orders(const Model& model, const Run& run);

}  // namespace planbuilder::events
