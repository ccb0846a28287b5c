// How long something takes.
#pragma once

#include <ctime>

namespace planbuilder {

/// In seconds of processor time: other programs must not count.
double seconds_of(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace planbuilder
