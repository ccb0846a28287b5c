// The difference in words, line by line: what a terminal and a page show.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/diff/difference.h"

namespace planbuilder::diff {

struct Line {
  enum class Mark { plan, heading, plain, added, removed, changed, dim };
  Mark mark = Mark::plain;
  std::size_t depth = 0;
  std::string text;
};

/// Nothing when nothing differs, and nothing is left out.
std::vector<Line> describe(const Difference& difference);

}  // namespace planbuilder::diff
