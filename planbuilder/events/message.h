// An event on its way to its receiver.
#pragma once

#include "planbuilder/events/run.h"

namespace planbuilder::events {

struct Message {
  ReceiverId receiver;
  std::uint32_t sender;
  const Sending* sending;
  std::uint32_t condition;
  std::uint32_t sent_at;  // how many events were handled by then
  std::uint32_t inputs = nothing;
};

}  // namespace planbuilder::events
