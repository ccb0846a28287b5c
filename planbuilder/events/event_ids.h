// The ids of events, which are those of the activities that handle them.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/events/model.h"

namespace planbuilder::events {

/// `entity/operation`; with the interface where two of them have the operation.
std::string event_id(const Model& model, ReceiverId receiver);

/// Ids for a plan or a run, each given once: repeats get a number.
class EventIds {
 public:
  explicit EventIds(const Model& model) : model_(model), times_(model.receivers(), 0) {}

  /// Of the event, when it is handled once more.
  std::string next(ReceiverId receiver);
  std::string unique(std::string id);

 private:
  const Model& model_;
  std::vector<std::uint32_t> times_;  // by receiver: how often it was handled
  std::unordered_map<std::string, std::size_t> given_;
};

/// The events that are meant by ids; names that are none are reported.
std::set<ReceiverId> find_events(const Model& model, const std::vector<std::string>& ids, Diagnostics& diagnostics);

}  // namespace planbuilder::events
