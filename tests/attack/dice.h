// Random numbers that are the same on every machine: the same seed gives the same attack.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace planbuilder::testing {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  bool one_in(std::size_t chances) { return below(chances) == 0; }

  template <class Things>
  auto& any_of(Things& things) {
    return things[below(std::size(things))];
  }

 private:
  std::mt19937 random_;  // not a distribution: those differ between libraries
};

}  // namespace planbuilder::testing
