#include "planbuilder/plan/reach.h"

#include <algorithm>

namespace planbuilder::plan {

bool is_place_name(std::string_view name) {
  return std::find(address_names.begin(), address_names.end(), name) != address_names.end() ||
         std::find(container_names.begin(), container_names.end(), name) != container_names.end();
}

bool is_here(std::string_view address) {
  return address.empty() || address == "localhost" || address == "::1" || address.starts_with("127.");
}

bool is_here(const Value& address) { return is_literal(address) && is_here(to_text(address)); }

}  // namespace planbuilder::plan
