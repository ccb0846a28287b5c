// Reads the plan document back: one plan, or several.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::plan {

struct Document {
  std::vector<Plan> plans;
  bool several = false;  // written as {"plans": [...]}
};

/// Nothing after a diagnostic: the file is no JSON, or no plan document. What it returns is in order as a plan must be: ids are
/// given once, edges are sorted and lead forward.
std::optional<Document> read_document(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace planbuilder::plan
