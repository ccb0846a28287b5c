// Where a step of a workflow stands: in the workflow that is planned, or in one that is inlined.
#pragma once

#include <memory>
#include <string>

#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::flow {

struct Scope {
  const tosca::Workflow& workflow;
  const Scope* outer = nullptr;                   // that inlines it
  std::string prefix = {};                        // of the names of its steps
  std::shared_ptr<const GivenInputs> given = {};  // none: the plan asks for all inputs
  SourceRange at = {};                            // where it is inlined
  std::size_t depth = 1;
};

}  // namespace planbuilder::flow
