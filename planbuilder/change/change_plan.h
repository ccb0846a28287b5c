// The plan that does what was decided: takes away in the reverse order of the old plan, and makes in the order of the new one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "planbuilder/change/options.h"
#include "planbuilder/change/situation.h"
#include "planbuilder/change/verdict.h"

namespace planbuilder::change {

/// A file of the old model that the plan needs, and where it is for the plan.
struct OldFile {
  std::string file;
  std::string path;
};

struct ChangePlan {
  plan::Plan plan;
  std::vector<OldFile> old_files = {};
};

/// `plan` says what it is called, and what it is a plan of; its activities and edges are those of `now`, of which the change
/// takes what it needs.
ChangePlan make_change(const plan::Plan& plan, const Blueprint& now, const Blueprint* before, const Situation& there,
                       const std::vector<Verdict>& verdicts, const Options& options);

}  // namespace planbuilder::change
