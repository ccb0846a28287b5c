#include "planbuilder/emit/shell/guard.h"

#include "planbuilder/emit/shell/condition.h"
#include "planbuilder/plan/condition_words.h"

namespace planbuilder::emit {

namespace {

plan::Entity first_entity_in(const plan::Expression& expression) {
  plan::Entity first;
  plan::for_each_entity_read(expression, [&](const auto& read, SourceRange) {
    if (first.id.empty()) first = read.of.entity;
  });
  return first;
}

void add_guards(const plan::Expression& guard, std::vector<ShellGuard>& all) {
  const plan::Function* function = guard.function();
  const auto* formula = function == nullptr ? nullptr : std::get_if<plan::Formula>(&function->data);
  if (formula != nullptr && formula->operation == plan::Operator::conjunction) {
    for (const plan::Expression& part : formula->arguments) add_guards(part, all);
    return;
  }
  all.push_back(
      {"guard_" + std::to_string(all.size() + 1), shell_condition(guard), condition_in_words(guard), first_entity_in(guard)});
}

}  // namespace

std::vector<ShellGuard> guards_of(const plan::Expression& guard) {
  std::vector<ShellGuard> all;
  if (!guard.is_null()) add_guards(guard, all);
  return all;
}

}  // namespace planbuilder::emit
