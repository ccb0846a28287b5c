// What a page is made of, and how.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/diff/difference.h"
#include "planbuilder/emit/target.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/review/page/content.h"
#include "planbuilder/tosca/model/topology.h"
#include "plugins/parameters/leave_out_secrets.h"

namespace planbuilder::driver {

/// A risk of a step, as the page marks it.
struct StepRisk {
  std::string plan;
  std::string step;  // its id
  review::Risk risk;
};

struct PageRequest {
  std::string input;                 // its name
  std::vector<std::string> options;  // that make a difference to plans, as the user gave them
  std::string targets;               // empty: those that suit the service
  emit::OptionValues target_options = {};
  const tosca::Topology* topology = nullptr;         // of the service; none when its plans were read from a document
  diff::Contents content = {};                       // of the files that its plans use, where they are at hand
  const plugins::LiteralSecrets* secrets = nullptr;  // of its model, which its plans leave out
  std::string against;
  const std::vector<plan::Plan>* before = nullptr;  // the plans to compare with
  diff::Contents content_before = {};               // of the files that these use
  const plugins::LiteralSecrets* secrets_before = nullptr;
  std::vector<review::PageApproval> approvals = {};
  std::vector<StepRisk>* risks = nullptr;  // where to tell them, too
};

}  // namespace planbuilder::driver
