#include "planbuilder/events/predicates.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::events {

namespace {

constexpr std::uint8_t not_asked = 0xff;

}  // namespace

Truth apply(const tosca::Function& function, const std::vector<ConstantId>& arguments, const Constants& constants) {
  std::vector<Value> values;
  for (const ConstantId argument : arguments) {
    if (argument == Constants::unknown) return Truth::unknown;
    values.push_back(constants[argument]);
  }
  const tosca::Outcome outcome = tosca::apply_function(function, function.name, std::move(values));
  const bool* truth = outcome.value.get_if<bool>();
  return outcome.problem.empty() && truth != nullptr ? truth_of(*truth) : Truth::unknown;
}

PredicateId Predicates::of(const tosca::Function& function, std::vector<ConstantId> arguments) {
  const auto key = std::pair(&function, arguments);
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const auto hole = std::find_if(arguments.begin(), arguments.end(), [](ConstantId id) { return !id.valid(); });
  const auto place = static_cast<std::size_t>(hole - arguments.begin());
  const PredicateId id = questions_.add({&function, std::move(arguments), place, {}});
  known_.emplace(key, id);
  return id;
}

Truth Predicates::test(PredicateId predicate, ConstantId value) {
  Question& question = questions_[predicate];
  if (question.answers.size() <= value.index()) question.answers.resize(constants_.size(), not_asked);
  std::uint8_t& answer = question.answers[value.index()];
  if (answer == not_asked) {
    std::vector<ConstantId> arguments = question.arguments;
    arguments[question.hole] = value;
    answer = static_cast<std::uint8_t>(apply(*question.function, arguments, constants_));
  }
  return static_cast<Truth>(answer);
}

std::string Predicates::describe(PredicateId predicate) const {
  const Question& question = questions_[predicate];
  std::vector<std::string> others;
  for (const ConstantId argument : question.arguments) {
    if (!argument.valid()) continue;
    if (const List* choices = constants_[argument].get_if<List>()) {
      for (const Value& choice : *choices) others.push_back("'" + to_text(choice) + "'");
    } else {
      others.push_back("'" + to_text(constants_[argument]) + "'");
    }
  }
  const std::string_view name = question.function->name;
  const std::string values = join(others, ", ");
  if (name == "equal") return "is " + values;
  if (name == "valid_values") return "is one of " + values;
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  return "is " + words + " " + values;
}

}  // namespace planbuilder::events
