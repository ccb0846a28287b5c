#include "planbuilder/plan/reach.h"

#include <algorithm>

namespace planbuilder::plan {

bool is_place_name(std::string_view name) {
  return std::find(address_names.begin(), address_names.end(), name) != address_names.end() ||
         std::find(container_names.begin(), container_names.end(), name) != container_names.end();
}

bool is_here(const Value& address) {
  if (!is_literal(address)) return false;
  const std::string text = to_text(address);
  return text.empty() || text == "localhost" || text == "::1" || text.starts_with("127.");
}

}  // namespace planbuilder::plan
