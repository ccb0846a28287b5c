// The plan in the shape of a shell script: a table of activities with their order, whose steps are placeholders.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/emit/shell/guard.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::emit {

struct ShellStep {
  const plan::Step* step;  // of the plan that the skeleton was built from
  std::string function;
  std::string body;       // the placeholder: empty until it is filled
  std::string undo;       // the function that takes it back; empty if there is none
  std::string undo_body;  // of a function of its own
  std::string facts;      // words for the row of the step
};

/// A step of a workflow whose failure an activity waits for: the ids of the activities of which one must fail.
struct ShellFailure {
  std::string step;
  std::vector<std::string> parts;
};

struct ShellActivity {
  const plan::Activity* activity;
  std::vector<std::string> after;  // ids of the activities that come directly before
  std::vector<ShellStep> steps;
  std::vector<ShellFailure> after_failure = {};
  bool makes = false;    // an instance of its entity
  bool finds = false;    // one that may be there without having been made by us
  bool selects = false;  // one that is there
};

struct ShellSkeleton {
  std::vector<ShellActivity> activities;
  std::vector<ShellGuard> guards;  // what must hold when a run begins
  std::vector<std::string> tools;  // programs that steps need, by the names of their files
};

/// The skeleton refers to the plan.
ShellSkeleton build_shell_skeleton(const plan::Plan& plan);

}  // namespace planbuilder::emit
