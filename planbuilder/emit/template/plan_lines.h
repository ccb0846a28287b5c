// Which lines of a text are which part of the plan, noted while the text is written.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::emit {

/// An activity, or a step of it.
struct PlanPart {
  plan::ActivityId activity = {};
  std::uint32_t step = 0;  // counted from 1; 0: the activity itself

  [[nodiscard]] bool valid() const { return activity.valid(); }
};

struct PlanLines {
  PlanPart part;
  std::uint32_t first = 0;  // counted from 1; the last one belongs to it
  std::uint32_t last = 0;
};

/// Knows in which line a text ends that only grows: what was counted is not counted again.
class LineCounter {
 public:
  std::uint32_t line_at_end(std::string_view text) {
    // A process has hundreds of megabytes: find() looks at many bytes at a time, which std::count does not.
    for (std::size_t at = text.find('\n', counted_); at != text.npos; at = text.find('\n', at + 1)) ++line_;
    counted_ = text.size();
    return line_;
  }

 private:
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace planbuilder::emit
