// Which plan of a service is meant: what a choice stands for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/driver/options.h"
#include "planbuilder/flow/derive.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::driver {

/// Whether anything is chosen at all; without it a choice means every plan.
bool chooses(const PlanChoice& choice);

/// The choice as it would be written on a command line, an option each.
std::vector<std::string> choice_in_words(const PlanChoice& choice);

/// Whether a plan of that kind and name, made by whomever, is meant; without a kind, one of any. Parts of a service are not asked
/// for.
bool is_chosen(const PlanChoice& choice, const PlanKinds& kinds, const PlanKind& kind, const std::string& name);

/// What is chosen calls operations of what is there, so that it may be none of the usual plans.
bool chooses_calls(const PlanChoice& choice, const PlanKinds& kinds);

/// The plan that `--also` asks for by a word: `stop`, or `run=Standard.backup`. Nothing when there is no such kind, which is
/// reported.
std::optional<flow::PlanRequest> additional_plan(const std::string& word, const PlanKinds& kinds, Diagnostics& diagnostics);

/// The plans that are meant: one, or one per region. An event that is sent stands for all other choices. Wrong names are
/// reported.
std::vector<flow::PlanRequest> chosen_plans(PlanChoice& choice, const std::string& send, const PlanKinds& kinds,
                                            const tosca::Topology& topology, Diagnostics& diagnostics);

/// The one plan that is meant. Nothing when there is none or more than one, which is reported.
std::optional<flow::PlanRequest> chosen_plan(PlanChoice& choice, const std::string& send, const PlanKinds& kinds,
                                             const tosca::Topology& topology, Diagnostics& diagnostics);

}  // namespace planbuilder::driver
