// Which states of a machine its operations lead from and to, as far as one interface alone tells.
#pragma once

#include <vector>

#include "planbuilder/events/model.h"

namespace planbuilder::events {

/// By attribute of a behaviour: its value; not valid where that is not known.
using KnownValues = std::vector<ConstantId>;

/// What a condition says if only these values are known.
Truth possible(Model& model, ExpressionId condition, const KnownValues& known);
/// False when a precondition of the event is false already.
bool may_be_handled(Model& model, const Event& event, const KnownValues& known);

/// The value that an attribute has after the event; not valid where the event does not say it.
ConstantId leads_to(const Event& event, std::uint32_t attribute);

struct Transition {
  ConstantId from;
  ConstantId to;
  std::uint32_t event = 0;  // of the behaviour
  bool fails = false;       // this is what becomes of it when the event fails
};

/// The machine of one attribute, in the order of its events. None where only failures change it: it is a mark then, and other
/// machines are shown as they are while nothing failed.
std::vector<Transition> transitions_of(Model& model, const Behaviour& behaviour, std::uint32_t attribute);

}  // namespace planbuilder::events
