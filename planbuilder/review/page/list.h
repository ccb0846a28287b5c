// Lists of JSON, one item after the other.
#pragma once

#include <string>

namespace planbuilder::review {

/// `write` gives the JSON of an item.
template <class Items, class Write>
std::string list_of(const Items& items, const Write& write) {
  std::string out = "[";
  for (const auto& item : items) {
    if (out.size() > 1) out += ',';
    out += write(item);
  }
  return out + "]";
}

}  // namespace planbuilder::review
