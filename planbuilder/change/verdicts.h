// The decision about every entity of the service, and about each of its instances.
#pragma once

#include <string_view>
#include <vector>

#include "planbuilder/change/options.h"
#include "planbuilder/change/verdict.h"

namespace planbuilder::change {

/// In the order of the plan, what it does not know at the end. `kind` is a word of the table: build or terminate.
std::vector<Verdict> judge(const Situation& there, const Blueprint& now, const Blueprint* before, std::string_view kind,
                           const Options& options);

}  // namespace planbuilder::change
