// Recognises what has only got another name.
#pragma once

#include <vector>

#include "planbuilder/diff/difference.h"

namespace planbuilder::diff {

/// A node that only the old side has is the one of the new side that has the same type, properties and neighbours; neighbours
/// that were renamed too count as the same. Nodes that differ in nothing are taken in their order. A relationship is the one of
/// the same type and properties between the same nodes. All plans of a side are looked at together, since each shows a part.
std::vector<Rename> find_renames(const std::vector<plan::Plan>& before, const std::vector<plan::Plan>& after);

}  // namespace planbuilder::diff
