// How long the stages of a run took, and how much each had to do. Nothing that is written for others depends on it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace planbuilder {

struct StageTime {
  std::string stage;
  std::string amount;  // "3 files"; empty when the stage did not come to its end
  std::chrono::nanoseconds took{};
};

/// In the order in which the stages began.
using Timings = std::vector<StageTime>;

/// Runs from where it is made to where it is stopped, or goes out of scope. Without timings it does nothing.
class StageTimer {
 public:
  StageTimer(Timings* timings, std::string stage);
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;
  ~StageTimer() { stop({}); }

  void stop(std::string amount);

 private:
  Timings* timings_;
  std::size_t index_ = 0;
  std::chrono::steady_clock::time_point begin_;
};

/// A line for each stage: `   12.3 ms  reading: 3 files`.
std::string to_text(const Timings& timings);

}  // namespace planbuilder
