// Damages containers where it hurts: entries swapped, doubled and renamed, numbers in headers changed, ends cut off.
#pragma once

#include <string>

#include "tests/attack/dice.h"

namespace planbuilder::testing {

std::string damage_zip(const std::string& zip, Dice& dice);
std::string damage_tar(const std::string& tar, Dice& dice);
/// Of a plain tar: damages it, and packs it with gzip.
std::string damage_tar_gz(const std::string& tar, Dice& dice);

}  // namespace planbuilder::testing
