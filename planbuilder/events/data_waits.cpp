#include "planbuilder/events/data_waits.h"

#include <algorithm>

namespace planbuilder::events {

DataWaits::DataWaits(const Model& model, const DataNeeds* needs) : model_(model), needs_(needs) {
  if (needs_ == nullptr) return;
  begun_.resize(model.entities(), 0);
  last_handled_.resize(model.receivers(), nothing);
}

template <class Visit>
void DataWaits::for_each_need(ReceiverId receiver, const Visit& visit) const {
  if (const auto own = needs_->of_events.find(receiver); own != needs_->of_events.end()) {
    for (const DataNeed& need : own->second) visit(need);
  }
  const EntityIndex entity = model_.owner(receiver);
  if (begun_[entity] != 0) return;
  if (const auto own = needs_->of_instances.find(entity); own != needs_->of_instances.end()) {
    for (const DataNeed& need : own->second) visit(need);
  }
}

/// The latest of the events that produce a value; nothing when none was handled yet.
std::uint32_t DataWaits::producer_of(const DataNeed& need) const {
  std::uint32_t last = nothing;
  for (const ReceiverId producer : need.producers) {
    if (last_handled_[producer] != nothing && (last == nothing || last_handled_[producer] > last)) last = last_handled_[producer];
  }
  return last;
}

bool DataWaits::keep(const Message& message) {
  if (needs_ == nullptr || released_.contains(message.receiver)) return false;
  const DataNeed* missing = nullptr;
  for_each_need(message.receiver, [&](const DataNeed& need) {
    if (missing == nullptr && producer_of(need) == nothing) missing = &need;
  });
  if (missing == nullptr) return false;
  for (const ReceiverId producer : missing->producers) waiting_for_[producer].push_back(next_kept_);
  kept_.emplace(next_kept_++, message);
  return true;
}

DataWaits::Handled DataWaits::handle(ReceiverId receiver, std::uint32_t number) {
  Handled handled;
  if (needs_ == nullptr) return handled;
  for_each_need(receiver, [&](const DataNeed& need) {
    if (const std::uint32_t producer = producer_of(need); producer != nothing) handled.uses.push_back({producer, number, &need});
  });
  begun_[model_.owner(receiver)] = 1;
  last_handled_[receiver] = number;
  handled.released = release(receiver);
  return handled;
}

std::vector<Message> DataWaits::release(ReceiverId produced) {
  std::vector<Message> released;
  const auto found = waiting_for_.find(produced);
  if (found == waiting_for_.end()) return released;
  for (const std::uint64_t number : found->second) {
    const auto waiting = kept_.find(number);
    if (waiting == kept_.end()) continue;
    released.push_back(waiting->second);
    kept_.erase(waiting);
  }
  waiting_for_.erase(found);
  return released;
}

std::optional<Message> DataWaits::release_one() {
  if (kept_.empty()) return std::nullopt;
  const auto joint = std::find_if(kept_.begin(), kept_.end(), [&](const auto& waiting) {
    return !model_.walk.is_node(model_.owner(waiting.second.receiver));
  });
  const auto chosen = joint == kept_.end() ? kept_.begin() : joint;
  const Message message = chosen->second;
  kept_.erase(chosen);
  released_.insert(message.receiver);
  return message;
}

}  // namespace planbuilder::events
