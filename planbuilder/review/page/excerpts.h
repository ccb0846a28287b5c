// The lines of the sources that a page shows: those that something refers to, with some around them, each once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "planbuilder/review/page/content.h"

namespace planbuilder::review {

/// Lines that follow each other.
struct Excerpt {
  std::string path;
  std::uint32_t first = 0;
  std::vector<std::string> lines;
};

inline constexpr std::uint32_t lines_around = 4;

/// In the order of the sources, then of their lines. Secrets in them are masked.
std::vector<Excerpt> find_excerpts(const Page& page);

}  // namespace planbuilder::review
