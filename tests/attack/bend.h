// Bends documents as trees: grafts parts of others, deletes, doubles, wraps, renames, makes aliases. What comes out reads well,
// and means something else.
#pragma once

#include <functional>
#include <string>

#include "tests/attack/dice.h"
#include "tests/attack/tree.h"

namespace planbuilder::testing {

/// Gives a document that parts are taken from.
using Donor = std::function<const Tree&(Dice& dice)>;

/// One to four changes.
void bend(Tree& tree, const Donor& donor, Dice& dice);

}  // namespace planbuilder::testing
