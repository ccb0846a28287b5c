// The plan in the shape of a process: one flow whose links are the order, and a scope per activity that is still empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "planbuilder/emit/template/block.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::emit::bpel {

struct Scope {
  const plan::Activity* activity;  // of the plan that the skeleton was built from
  plan::ActivityId id;
  std::string name;
  std::vector<std::uint32_t> incoming;  // which of the links
  std::vector<std::uint32_t> outgoing;
  // The placeholders: empty until they are filled.
  std::string variables;  // beside those that every scope has
  Block body;
  Block undo;  // what takes it back; stays empty if there is nothing to take back
  std::string undo_variables;
  Block failure;  // what else is done when it fails
};

struct Skeleton {
  std::vector<std::string> links;  // their names
  std::vector<Scope> scopes;
};

/// The skeleton refers to the plan.
Skeleton build_skeleton(const plan::Plan& plan);

}  // namespace planbuilder::emit::bpel
