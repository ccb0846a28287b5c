#include <algorithm>
#include <map>

#include "planbuilder/tosca/functions/apply.h"
#include "planbuilder/tosca/scalars/pattern.h"

namespace planbuilder::tosca::apply {

namespace {

bool truth_of(const Operand& argument) { return *argument.value.get_if<bool>(); }

/// Kinds that differ have no order between them; neither have versions with different qualifiers.
template <class Holds>
Outcome compared(const Arguments& arguments, Holds holds) {
  return {{holds(order(arguments[0], arguments[1]))}};
}

}  // namespace

Outcome logical_and(const Arguments& arguments) { return {{std::all_of(arguments.begin(), arguments.end(), truth_of)}}; }

Outcome logical_or(const Arguments& arguments) { return {{std::any_of(arguments.begin(), arguments.end(), truth_of)}}; }

Outcome logical_not(const Arguments& arguments) { return {{!truth_of(arguments[0])}}; }

Outcome logical_xor(const Arguments& arguments) { return {{truth_of(arguments[0]) != truth_of(arguments[1])}}; }

Outcome equal(const Arguments& arguments) { return {{tosca::equal(arguments[0], arguments[1])}}; }

Outcome greater_than(const Arguments& arguments) {
  return compared(arguments, [](std::partial_ordering found) { return found > 0; });
}

Outcome greater_or_equal(const Arguments& arguments) {
  return compared(arguments, [](std::partial_ordering found) { return found >= 0; });
}

Outcome less_than(const Arguments& arguments) {
  return compared(arguments, [](std::partial_ordering found) { return found < 0; });
}

Outcome less_or_equal(const Arguments& arguments) {
  return compared(arguments, [](std::partial_ordering found) { return found <= 0; });
}

Outcome valid_values(const Arguments& arguments) {
  const List& choices = *arguments[1].value.get_if<List>();
  return {{std::any_of(choices.begin(), choices.end(), [&](const Value& choice) {
    return tosca::equal(arguments[0], {choice, arguments[0].kind, arguments[0].type});
  })}};
}

namespace {

/// A validation matches one pattern with many values.
const Pattern& compiled_pattern(const std::string& text) {
  thread_local std::map<std::string, Pattern> compiled;
  auto known = compiled.find(text);
  if (known == compiled.end()) {
    if (compiled.size() > 100) compiled.clear();
    known = compiled.emplace(text, Pattern::compile(text)).first;
  }
  return known->second;
}

}  // namespace

Outcome matches(const Arguments& arguments) {
  const std::string& text = *arguments[1].value.text();
  const Pattern& pattern = compiled_pattern(text);
  switch (pattern.problem()) {
    case Pattern::Problem::none: return {{!arguments[0].known || pattern.matches_part(*arguments[0].value.text())}};
    case Pattern::Problem::other_dialect: return {{true}};  // it is one, but not one that we can follow
    default: return {{}, "'" + text + "' is no regular expression"};
  }
}

}  // namespace planbuilder::tosca::apply
