#include "planbuilder/plan/folder_name.h"

#include "planbuilder/support/text.h"

namespace planbuilder::plan {

std::string folder_name(const Plan& plan) { return folder_name(plan.name); }

std::string folder_name(std::string_view plan_name) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string name;
  for (const char c : escape_id(plan_name)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || c == '\\') {
      name += {'%', hex[byte >> 4], hex[byte & 15]};
    } else {
      name += c;
    }
  }
  return name;
}

}  // namespace planbuilder::plan
