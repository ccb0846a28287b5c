// Two texts compared line by line: which lines are gone, and which are new. For scripts, so that a reader sees what changed in
// them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder::diff {

struct LineChange {
  bool added = false;    // else it is gone
  std::size_t line = 0;  // its number on the side that has it, from 1
  std::string text;      // without its end; a very long one is cut
  bool unended = false;  // it is the last one of its text, and no end of line follows it
};

struct LineDifference {
  std::vector<LineChange> lines;  // in the order of the texts; of a place first what is gone
  std::size_t more = 0;           // lines that differ, too, and are not listed
};

/// Nothing when one of them is no text: it has a NUL, or is no UTF-8. The time is bounded: of texts that have little in common,
/// all lines between their common start and end are gone and new.
std::optional<LineDifference> compare_lines(std::string_view before, std::string_view after, std::size_t most = 100);

}  // namespace planbuilder::diff
