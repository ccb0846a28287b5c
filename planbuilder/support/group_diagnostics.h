// The same problem at many places is one thing to read: diagnostics in groups, for people.
#pragma once

#include <span>
#include <vector>

#include "planbuilder/support/diagnostic.h"

namespace planbuilder {

/// Diagnostics that say the same: the same severity and code, the same problem, the same words about it.
struct DiagnosticGroup {
  const Diagnostic* first = nullptr;
  std::vector<const Diagnostic*> next = {};  // the first few of the others
  std::size_t count = 1;                     // all of them
};

/// In the order of their first ones.
std::vector<DiagnosticGroup> group_same(std::span<const Diagnostic* const> diagnostics);

}  // namespace planbuilder
