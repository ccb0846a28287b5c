// The functions that runs know, as plan documents have them: one table for all that read, write and make them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "planbuilder/plan/expression.h"

namespace planbuilder::plan {

class Words;

/// A key $name is a call of the function of that name.
struct RunFunction {
  static constexpr std::size_t any_number = static_cast<std::size_t>(-1);

  std::string_view name;
  std::string_view takes;                        // its arguments, for messages
  Function (*read)(const RunFunction&, Words&);  // of the arguments
  // Of a formula, which may stand in conditions only: what it computes, and of how many arguments.
  std::optional<Operator> operation = {};
  std::size_t least = 0;
  std::size_t most = 0;

  [[nodiscard]] bool in_conditions_only() const { return operation.has_value(); }
};

std::span<const RunFunction> run_functions();
/// By its name without the $; nullptr when runs do not know it.
const RunFunction* find_run_function(std::string_view name);

/// The function with these arguments, as documents have them; none when it does not take them.
std::optional<Function> make_function(const RunFunction& function, std::vector<Expression> arguments);
/// The same by its name; what is unknown or does not fit is not callable.
Function make_function(std::string_view name, std::vector<Expression> arguments);

/// The key that it has in documents, without the $.
std::string_view name_of(const Function& function);
/// The name that models and messages have for it: those of formulas have the $ of TOSCA 2.0.
std::string call_name(const Function& function);

/// One argument in documents. The id of an entity is a text, or a list of it and an index.
using Word = std::variant<std::string_view, std::int64_t, const EntityReference*, const Expression*>;
/// All arguments; make_function takes them back.
std::vector<Word> words_of(const Function& function);

}  // namespace planbuilder::plan
