// The plan in the shape of a process: one flow whose links are the order, and a scope per activity that is still empty.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "planbuilder/emit/template/block.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::emit::bpel {

/// A step of a workflow that must fail: one of these links is enough.
struct Awaited {
  std::string step;
  std::vector<std::uint32_t> links;
};

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
  // Failure edges.
  std::vector<Awaited> awaited = {};           // what must fail before it starts
  std::vector<std::uint32_t> on_failure = {};  // the links that it leaves by if it failed
  std::string outcome = {};                    // the variable that says so, if the plan goes on after its failure
};

struct Skeleton {
  std::vector<std::string> links;  // their names
  std::vector<Scope> scopes;
};

/// The skeleton refers to the plan.
Skeleton build_skeleton(const plan::Plan& plan);

}  // namespace planbuilder::emit::bpel
