// Events that wait for values which they read, and that others produce.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "planbuilder/events/message.h"

namespace planbuilder::events {

class DataWaits {
 public:
  /// Without needs nobody waits.
  DataWaits(const Model& model, const DataNeeds* needs);

  /// True when a value is missing: the event is kept until it is there.
  bool keep(const Message& message);

  /// An event is handled: what it reads was produced by others, and whoever waited for it may try again.
  struct Handled {
    std::vector<DataUse> uses;
    std::vector<Message> released;
  };
  Handled handle(ReceiverId receiver, std::uint32_t number);

  /// Nothing goes on, because values are waited for that do not come: one goes without, rather a relationship, since nodes wait
  /// for these too. Nothing when there is none.
  std::optional<Message> release_one();

 private:
  template <class Visit>
  void for_each_need(ReceiverId receiver, const Visit& visit) const;
  [[nodiscard]] std::uint32_t producer_of(const DataNeed& need) const;
  std::vector<Message> release(ReceiverId produced);

  const Model& model_;
  const DataNeeds* needs_;
  IdVector<EntityIndex, char> begun_;  // an event of the entity was handled
  IdVector<ReceiverId, std::uint32_t> last_handled_;
  std::map<std::uint64_t, Message> kept_;  // in the order in which they came
  std::unordered_map<ReceiverId, std::vector<std::uint64_t>> waiting_for_;
  std::uint64_t next_kept_ = 0;
  std::unordered_set<ReceiverId> released_;
};

}  // namespace planbuilder::events
