#include "planbuilder/tosca/model/language.h"

namespace planbuilder::tosca {

bool looks_like_xml(std::string_view text) {
  const std::size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return first != std::string_view::npos && text[first] == '<';
}

}  // namespace planbuilder::tosca
