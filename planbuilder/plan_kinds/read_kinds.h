// Reads kinds of plans from a text: `keyname: value` lines, of which `kind` begins a row and `calls` a phase of it.
#pragma once

#include <vector>

#include "planbuilder/plan_kinds/plan_kind.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder {

/// A row, and where it begins.
struct WrittenKind {
  PlanKindFacts facts;
  SourceRange at = {};
};

/// Lines that make no sense are reported at their places.
std::vector<WrittenKind> read_kinds(const Sources& sources, FileId file, Diagnostics& diagnostics);

/// What is called by the words `INTERFACE.OPERATION` or `OPERATION`, which is one of any interface.
CalledOperation to_called_operation(std::string_view words);

}  // namespace planbuilder
