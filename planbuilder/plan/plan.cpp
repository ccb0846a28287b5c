#include "planbuilder/plan/plan.h"

#include "planbuilder/plan/description.h"

namespace planbuilder::plan {

std::string_view kind_of(const Action& action) {
  return std::visit([]<class Does>(const Does&) { return Kind<Does>::word; }, action);
}

}  // namespace planbuilder::plan
