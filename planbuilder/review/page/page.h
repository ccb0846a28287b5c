// One page to read and approve plans, made of its content.
#pragma once

#include <cstddef>
#include <string>

#include "planbuilder/review/page/content.h"

namespace planbuilder::review {

/// How much a page takes before something is left out.
inline constexpr std::size_t most_excerpt_lines = 60'000;

/// The page as one file that refers to nothing else. What is left out is added to `page.left_out`.
std::string to_html(Page& page);

/// The data inside of it alone: JSON that cannot end the element it stands in.
std::string page_data(Page& page);

}  // namespace planbuilder::review
