// One run of the state machines: what was handled and ignored, and what was read and written on the way.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/events/conditions.h"
#include "planbuilder/events/data_needs.h"
#include "planbuilder/events/judge.h"
#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::events {

/// What becomes of an event whose precondition is false.
enum class Mode {
  strict,    // it is dropped
  deferred,  // it waits until its precondition may have become true
};

inline constexpr std::uint32_t nothing = 0xffffffff;
static_assert(nothing == Conditions::always);

/// An event that was handled. The first of a run is what started it.
struct Handled {
  ReceiverId receiver;               // not valid: the start of a run that is no event of the service
  std::uint32_t sender = nothing;    // the handled event that sent it
  const Sending* sending = nullptr;  // by this trigger; none when the start itself sent it
  std::uint32_t first_read = 0;      // its reads and writes stand side by side
  std::uint32_t end_of_reads = 0;
  std::uint32_t first_write = 0;
  std::uint32_t end_of_writes = 0;
  std::uint32_t condition = nothing;  // it is handled only if this holds when the plan runs
  bool failed = false;
  std::uint32_t inputs = nothing;  // what was sent with it
};

/// An event that was not handled when it came.
struct Ignored {
  ReceiverId receiver;
  std::uint32_t sender = nothing;
  const Sending* sending = nullptr;
  Read because;        // one of the reads that decided
  bool waits = false;  // it is not lost, but may be handled later
};

struct Write {
  VariableId variable;
  ConstantId value;
  std::uint32_t writer = nothing;  // a handled event
  std::uint32_t next = nothing;    // the next write of the same attribute
};

/// That an event came after another whose values it reads.
struct DataUse {
  std::uint32_t producer = 0;  // handled events
  std::uint32_t consumer = 0;
  const DataNeed* need = nullptr;
};

struct Run {
  std::vector<Handled> handled;  // in the order in which they were
  std::vector<Ignored> ignored;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      order;  // all of both as they came: how many were handled, index + 1 if ignored
  std::vector<Read> reads;
  std::vector<Write> writes;
  IdVector<VariableId, ConstantId> values_before;  // what every attribute was at the start
  IdVector<VariableId, std::uint32_t> first_writes;
  Conditions conditions;
  std::vector<std::vector<flow::SentInput>> inputs;
  std::vector<DataUse> data;
  std::vector<ReceiverId> waiting;          // what still waits at the end
  std::vector<const Sending*> unaddressed;  // triggers that never found a receiver
  std::optional<ReceiverId> endless;        // the run was stopped here
};

}  // namespace planbuilder::events
