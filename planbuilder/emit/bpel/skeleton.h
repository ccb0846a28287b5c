// The plan in the shape of a process: one flow whose links are the order, and a scope per activity that is still empty.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::emit::bpel {

struct Scope {
  const plan::Activity* activity;  // of the plan that the skeleton was built from
  std::string name;
  std::vector<std::string> incoming;  // links
  std::vector<std::string> outgoing;
  // The placeholders: empty until they are filled.
  std::string variables;  // beside those that every scope has
  std::string body;
  std::string undo;  // what takes it back; stays empty if there is nothing to take back
  std::string undo_variables;
  std::string failure;  // what else is done when it fails
};

struct Skeleton {
  std::vector<std::string> links;
  std::vector<Scope> scopes;
};

/// The skeleton refers to the plan.
Skeleton build_skeleton(const plan::Plan& plan);

}  // namespace planbuilder::emit::bpel
