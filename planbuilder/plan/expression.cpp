#include "planbuilder/plan/expression.h"

#include <algorithm>
#include <utility>

namespace planbuilder::plan {

namespace {

std::vector<const Expression*> addresses_of(const std::vector<Expression>& parts) {
  std::vector<const Expression*> addresses;
  addresses.reserve(parts.size());
  for (const Expression& part : parts) addresses.push_back(&part);
  return addresses;
}

struct Parts {
  using All = std::vector<const Expression*>;
  All operator()(const Reference&) const { return {}; }
  All operator()(const OwnIndex&) const { return {}; }
  All operator()(const Concat& concat) const { return addresses_of(concat.parts); }
  All operator()(const Join& join) const { return {&join.list}; }
  All operator()(const Token& token) const { return {&token.text}; }
  All operator()(const Formula& formula) const { return addresses_of(formula.arguments); }
  All operator()(const Uncallable& left) const { return addresses_of(left.arguments); }
};

}  // namespace

Expression computed(Function function, SourceRange at) { return {Boxed<Function>(std::in_place, std::move(function)), at}; }

bool is_literal(const Expression& expression) {
  if (const auto* list = expression.get_if<ExpressionList>()) return std::all_of(list->begin(), list->end(), is_literal);
  if (const auto* map = expression.get_if<ExpressionMap>())
    return std::all_of(map->begin(), map->end(), [](const ExpressionEntry& entry) { return is_literal(entry.value); });
  return expression.function() == nullptr;
}

bool is_scalar(const Expression& expression) {
  return expression.get_if<ExpressionList>() == nullptr && expression.get_if<ExpressionMap>() == nullptr &&
         expression.function() == nullptr;
}

std::string last_word(const Reference& reference) {
  if (reference.path.empty()) return reference.name;
  const auto* key = std::get_if<std::string>(&reference.path.back());
  return key != nullptr ? *key : std::to_string(std::get<std::int64_t>(reference.path.back()));
}

std::vector<const Expression*> parts_of(const Function& function) { return std::visit(Parts(), function.data); }

std::vector<Expression*> parts_of(Function& function) {
  std::vector<Expression*> parts;
  for (const Expression* part : parts_of(std::as_const(function))) parts.push_back(const_cast<Expression*>(part));  // NOLINT
  return parts;
}

}  // namespace planbuilder::plan
