#include "planbuilder/support/timings.h"

#include <cstdio>
#include <utility>

namespace planbuilder {

StageTimer::StageTimer(Timings* timings, std::string stage) : timings_(timings) {
  if (timings_ == nullptr) return;
  index_ = timings_->size();
  timings_->push_back({std::move(stage), {}, {}});
  begin_ = std::chrono::steady_clock::now();
}

void StageTimer::stop(std::string amount) {
  if (timings_ == nullptr) return;
  StageTime& time = (*timings_)[index_];
  time.took = std::chrono::steady_clock::now() - begin_;
  time.amount = std::move(amount);
  timings_ = nullptr;
}

std::string to_text(const Timings& timings) {
  std::string text;
  for (const StageTime& time : timings) {
    char took[32];
    std::snprintf(took, sizeof took, "%9.1f ms", std::chrono::duration<double, std::milli>(time.took).count());
    text += took + ("  " + time.stage) + (time.amount.empty() ? "" : ": " + time.amount) + "\n";
  }
  return text;
}

}  // namespace planbuilder
