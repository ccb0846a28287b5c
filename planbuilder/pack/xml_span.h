// Where an element stands in the text of a document that is known to be well-formed.
#pragma once

#include <cstddef>
#include <string_view>

namespace planbuilder::pack {

struct ElementSpan {
  std::size_t begin = 0;     // of `<`
  std::size_t open_end = 0;  // behind the `>` of the start tag
  std::size_t close = 0;     // of the end tag's `<`; of a self-closed element its end
  std::size_t end = 0;       // behind the last `>`
  bool self_closed = false;
};

/// The element whose name begins at this offset.
ElementSpan find_span(std::string_view text, std::size_t name_offset);

/// Where a start tag ends whose `<` stands there: behind its `>`. A `>` in the value of an attribute is none.
std::size_t end_of_tag(std::string_view text, std::size_t begin);

}  // namespace planbuilder::pack
