#include "planbuilder/tosca/values/evaluate.h"

#include "planbuilder/tosca/values/evaluator.h"

namespace planbuilder::tosca {

Value evaluate(const EvaluationContext& context, const Value& value) {
  Budget budget;
  Value result = Evaluator(context, 0, budget).evaluate(value);
  if (budget.exceeded && context.diagnostics != nullptr)
    context.diagnostics->error(Code::bad_function, value.at, "the value is defined by itself, or unfolds into too much");
  return result;
}

}  // namespace planbuilder::tosca
