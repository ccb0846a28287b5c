#include "planbuilder/plan/from_value.h"

#include "planbuilder/plan/run_functions.h"

namespace planbuilder::plan {

namespace {

Function to_function(Call&& call) {
  const bool marked = call.function.starts_with('$');
  const RunFunction* known = find_run_function(std::string_view(call.function).substr(marked ? 1 : 0));
  std::vector<Expression> arguments;
  arguments.reserve(call.arguments.size());
  for (Value& argument : call.arguments) arguments.push_back(to_expression(std::move(argument)));
  if (known == nullptr || known->in_conditions_only() != marked)
    return {Uncallable{std::move(call.function), std::move(arguments)}};
  auto made = make_function(*known, std::move(arguments));
  return made ? std::move(*made) : Function{Uncallable{std::move(call.function)}};
}

struct ToExpression {
  SourceRange at;

  Expression operator()(List&& list) const {
    ExpressionList items;
    items.reserve(list.size());
    for (Value& item : list) items.push_back(to_expression(std::move(item)));
    return {std::move(items), at};
  }
  Expression operator()(Map&& map) const {
    ExpressionMap entries;
    entries.reserve(map.size());
    for (MapEntry& entry : map) entries.push_back({std::move(entry.key), to_expression(std::move(entry.value))});
    return {std::move(entries), at};
  }
  Expression operator()(Call&& call) const { return computed(to_function(std::move(call)), at); }
  template <class Scalar>
  Expression operator()(Scalar&& scalar) const {
    return {std::forward<Scalar>(scalar), at};
  }
};

Value index_of(const EntityReference& of) {
  if (of.which == EntityReference::Which::own) return Value{Call{std::string(OwnIndex::function), {}}};
  return Value{std::int64_t{of.index}};
}

struct WordToValue {
  Value operator()(std::string_view text) const { return Value{std::string(text)}; }
  Value operator()(std::int64_t number) const { return Value{number}; }
  Value operator()(const EntityReference* of) const {
    Value id{of->entity.id};
    if (of->which == EntityReference::Which::only) return id;
    return Value{List{std::move(id), index_of(*of)}};
  }
  Value operator()(const Expression* expression) const { return to_value(*expression); }
};

struct ToValue {
  SourceRange at;

  Value operator()(const ExpressionList& items) const {
    List list;
    for (const Expression& item : items) list.push_back(to_value(item));
    return {std::move(list), at};
  }
  Value operator()(const ExpressionMap& entries) const {
    Map map;
    for (const ExpressionEntry& entry : entries) map.push_back({entry.key, to_value(entry.value)});
    return {std::move(map), at};
  }
  Value operator()(const Boxed<Function>& function) const {
    Call call{call_name(*function), {}};
    for (const Word& word : words_of(*function)) call.arguments.push_back(std::visit(WordToValue(), word));
    return {std::move(call), at};
  }
  template <class Scalar>
  Value operator()(const Scalar& scalar) const {
    return {scalar, at};
  }
};

}  // namespace

Expression to_expression(const Value& value) { return to_expression(Value(value)); }
Expression to_expression(Value&& value) { return std::visit(ToExpression{value.at}, std::move(value.data)); }

Value to_value(const Expression& expression) { return std::visit(ToValue{expression.at}, expression.data); }

}  // namespace planbuilder::plan
