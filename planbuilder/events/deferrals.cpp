#include "planbuilder/events/deferrals.h"

#include <algorithm>

namespace planbuilder::events {

void Deferrals::defer(const Message& message, std::span<const Read> reads) {
  pending_.try_emplace(message.receiver, message);
  for (const Read& read : reads) waiters_[read.variable].push_back(message.receiver);
}

std::vector<Message> Deferrals::wake(VariableId changed) {
  std::vector<Message> woken;
  if (waiters_.empty()) return woken;
  const auto found = waiters_.find(changed);
  if (found == waiters_.end()) return woken;
  for (const ReceiverId receiver : found->second) {
    const auto waiting = pending_.find(receiver);
    if (waiting == pending_.end()) continue;
    woken.push_back(waiting->second);
    pending_.erase(waiting);
  }
  waiters_.erase(found);
  return woken;
}

std::vector<ReceiverId> Deferrals::waiting() const {
  std::vector<ReceiverId> receivers;
  for (const auto& [receiver, message] : pending_) receivers.push_back(receiver);
  std::sort(receivers.begin(), receivers.end());
  return receivers;
}

}  // namespace planbuilder::events
