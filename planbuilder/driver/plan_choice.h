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
bool is_chosen(const PlanChoice& choice, const PlanKind& kind, const std::string& name);

/// The plans that are meant: one, or one per region. An event that is sent stands for all other choices. Wrong names are
/// reported.
std::vector<flow::PlanRequest> chosen_plans(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                            Diagnostics& diagnostics);

/// The one plan that is meant. Nothing when there is none or more than one, which is reported.
std::optional<flow::PlanRequest> chosen_plan(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                             Diagnostics& diagnostics);

}  // namespace planbuilder::driver
