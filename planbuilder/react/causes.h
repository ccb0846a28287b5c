// Why a plan is set off, in words: who tells of the event, what must hold, and which trigger says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/react/reactions.h"
#include "planbuilder/support/source.h"

namespace planbuilder::react {

/// A reaction, and all that must come together before its plan runs.
struct Cause {
  const Reaction* reaction;
  std::vector<std::string> told;    // one of these happens: `db tells Alive.failed`
  std::vector<std::string> holds;   // of whom it is about, this holds: `level of db > 3`; none: nothing must
  std::vector<std::string> limits;  // and all of these: `3 times in a row`
};

/// Of all reactions, or of those that run this plan. Where very many could be named, the last words say how many are not.
std::vector<Cause> causes_of(const Reactions& reactions, std::string_view plan = {});

/// For people who ask why the plan runs.
std::string to_text(const std::vector<Cause>& causes, std::string_view plan, const Sources& sources);
/// `{"plan": ..., "set_off_by": [{"trigger", "at", "event", "when", "if", "limits", "plan", "inputs"}...]}`
std::string to_json(const std::vector<Cause>& causes, std::string_view plan, const Sources& sources);

/// What reacts to what, for the page of a review: `{"triggers": [as above...], "notifications": [...]}`. Values of inputs are not
/// told: they may be secret.
std::string overview_json(const std::vector<Cause>& causes, const Reactions& reactions, const Sources& sources);

}  // namespace planbuilder::react
