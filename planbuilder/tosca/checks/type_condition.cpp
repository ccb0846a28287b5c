#include "planbuilder/tosca/checks/type_condition.h"

namespace planbuilder::tosca {

void type_condition(Value& condition, const TypingContext& typing, Diagnostics& diagnostics) {
  if (condition.get_if<List>() != nullptr) {
    diagnostics.error(Code::wrong_kind, condition.at, "a condition is one clause, not a list of them");
  } else if (condition.call() != nullptr) {
    const auto result = type_call(condition, {}, {typing, diagnostics});
    if (result && result->kind != Primitive::any && result->kind != Primitive::boolean)
      diagnostics.error(Code::bad_function, condition.at, "a condition must be true or false");
  }
}

}  // namespace planbuilder::tosca
