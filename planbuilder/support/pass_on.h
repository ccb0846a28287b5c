// Diagnostics that were collected apart, to be judged before they are said.
#pragma once

#include "planbuilder/support/diagnostic.h"

namespace planbuilder {

inline void pass_on(const Diagnostic& problem, Diagnostics& diagnostics) {
  Diagnostic& said = problem.severity == Severity::error     ? diagnostics.error(problem.code, problem.at, problem.summary)
                     : problem.severity == Severity::warning ? diagnostics.warning(problem.code, problem.at, problem.summary)
                                                             : diagnostics.note(problem.code, problem.at, problem.summary);
  said.detail = problem.detail;
  said.notes = problem.notes;
}

inline void pass_on(const Diagnostics& problems, Diagnostics& diagnostics) {
  for (const Diagnostic& problem : problems.since(0)) pass_on(problem, diagnostics);
}

}  // namespace planbuilder
