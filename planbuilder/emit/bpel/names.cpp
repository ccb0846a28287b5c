#include "planbuilder/emit/bpel/names.h"

namespace planbuilder::emit::bpel {

std::string variable_name_of(std::string_view id) {
  std::string name;
  for (const char c : name_of(id)) {
    if (c == '.') {
      name += escaped_in_name(".");
    } else {
      name += c;
    }
  }
  return name;
}

std::string link_name(std::string_view from, std::string_view to) {
  std::string name;
  name.reserve(from.size() + 3 + to.size());
  return name.append(from).append("---").append(to);
}

}  // namespace planbuilder::emit::bpel
