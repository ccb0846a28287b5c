// Damages texts in ways that people, editors and attackers do, without knowing what they say.
#pragma once

#include <string>
#include <string_view>

#include "tests/attack/dice.h"

namespace planbuilder::testing {

/// One to four changes of bytes, lines and words.
std::string damage_text(std::string text, Dice& dice);

/// A word with a meaning somewhere: in YAML, in XML, in TOSCA, to a number parser.
std::string_view odd_word(Dice& dice);

}  // namespace planbuilder::testing
