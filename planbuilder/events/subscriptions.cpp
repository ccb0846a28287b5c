#include "planbuilder/events/subscriptions.h"

namespace planbuilder::events {

namespace {

template <class Visit>
void collect_variables(Model& model, Judge& judge, ExpressionId id, Frame frame, const Visit& visit) {
  const Expression& expression = model.expressions[id];
  std::vector<Read> reads;
  for (const Operand& operand : expression.operands) judge.evaluate(operand, frame, reads);
  for (const Read& read : reads) visit(read.variable);
  const bool quantifier = expression.kind == Expression::Kind::for_all || expression.kind == Expression::Kind::exists;
  if (!quantifier) {
    for (const ExpressionId child : expression.children) collect_variables(model, judge, child, frame, visit);
    return;
  }
  const EntityPath& over = expression.over;
  const EntityIndex from =
      over.variable == EntityPath::itself ? frame.self : frame.variables[static_cast<std::size_t>(over.variable)];
  std::vector<EntityIndex> entities{from};
  if (over.path.valid()) {
    entities.clear();
    const Reach reach = model.walk.follow(from, over.path);
    for (std::size_t i = 0; i < reach.size(); ++i) entities.push_back(reach[i]);
  }
  for (const EntityIndex entity : entities) {
    Frame inner = frame;
    inner.variables.push_back(entity);
    collect_variables(model, judge, expression.children.front(), inner, visit);
  }
}

}  // namespace

Subscriptions find_subscriptions(Model& model, Judge& judge) {
  Subscriptions found;
  for (std::size_t i = 0; i < model.entities(); ++i) {
    const EntityIndex entity(i);
    for (const Reflex& reflex : model.behaviour(entity).reflexes) {
      if (!reflex.reads_others || !reflex.sending.condition) continue;
      collect_variables(model, judge, *reflex.sending.condition, {entity}, [&](VariableId variable) {
        if (model.owner(variable) != entity) found[variable].push_back({entity, &reflex});
      });
    }
  }
  return found;
}

}  // namespace planbuilder::events
