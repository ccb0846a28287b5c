// The reactions of a service as a document: reactions.schema.json describes it.
#pragma once

#include <string>

#include "planbuilder/plan/plan.h"
#include "planbuilder/react/reactions.h"

namespace planbuilder::react {

inline constexpr std::string_view reactions_format = "planbuilder/reactions/1";

/// The same bytes for the same reactions.
std::string to_json(const Reactions& reactions, const plan::Service& service);

}  // namespace planbuilder::react
