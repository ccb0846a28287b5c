#include "planbuilder/tosca/topology/substitution/substitute.h"

#include <algorithm>

namespace planbuilder::tosca {

bool is_to_be_substituted(const std::vector<std::string>& directives) {
  return std::any_of(directives.begin(), directives.end(),
                     [](const std::string& directive) { return directive == "substitute" || directive == "substitutable"; });
}

bool is_to_be_selected(const std::vector<std::string>& directives) {
  return std::find(directives.begin(), directives.end(), "select") != directives.end();
}

}  // namespace planbuilder::tosca
