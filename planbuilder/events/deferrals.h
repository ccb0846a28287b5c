// Events whose precondition was false, and that wait until it may have become true.
#pragma once

#include <span>
#include <unordered_map>

#include "planbuilder/events/message.h"

namespace planbuilder::events {

class Deferrals {
 public:
  /// These reads decided against the event; equal events are one.
  void defer(const Message& message, std::span<const Read> reads);
  /// Those that waited for a change of the attribute.
  std::vector<Message> wake(VariableId changed);
  /// Who still waits, sorted.
  [[nodiscard]] std::vector<ReceiverId> waiting() const;

 private:
  std::unordered_map<ReceiverId, Message> pending_;
  std::unordered_map<VariableId, std::vector<ReceiverId>> waiters_;
};

}  // namespace planbuilder::events
