// Apart from expression.cpp: the text is that of the value, and values are made of expressions.
#include "planbuilder/plan/expression.h"
#include "planbuilder/plan/from_value.h"

namespace planbuilder::plan {

std::string to_text(const Expression& expression) {
  if (const std::string* text = expression.text()) return *text;
  return to_text(to_value(expression));
}

}  // namespace planbuilder::plan
