#include <algorithm>
#include <cmath>
#include <optional>

#include "planbuilder/tosca/functions/apply.h"

namespace planbuilder::tosca::apply {

namespace {

const std::string too_large = "the result is too large for an integer";

std::int64_t whole_of(const Operand& argument) { return *argument.value.get_if<std::int64_t>(); }
double number_of(const Operand& argument) { return to_double(argument.value).value_or(0); }

bool all_whole(const Arguments& arguments) {
  return std::all_of(arguments.begin(), arguments.end(), [](const Operand& one) { return one.kind == Primitive::integer; });
}

/// Amounts are added to amounts only.
bool mixes_amounts(const Arguments& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [&](const Operand& one) { return is_amount(one.kind) != is_amount(arguments[0].kind); });
}

Primitive kind_of_result(const Arguments& arguments) {
  for (const Operand& argument : arguments) {
    if (is_amount(argument.kind)) return argument.kind;
  }
  return all_whole(arguments) ? Primitive::integer : Primitive::number;
}

/// Integers stay integers as long as all of them are.
template <class OfWhole, class OfNumbers>
Outcome folded(const Arguments& arguments, OfWhole of_whole, OfNumbers of_numbers) {
  const Primitive kind = kind_of_result(arguments);
  if (kind == Primitive::integer) {
    std::int64_t result = whole_of(arguments[0]);
    for (std::size_t i = 1; i < arguments.size(); ++i) {
      if (of_whole(result, whole_of(arguments[i]), &result)) return {{}, too_large};
    }
    return {{result}, "", kind};
  }
  double result = number_of(arguments[0]);
  for (std::size_t i = 1; i < arguments.size(); ++i) result = of_numbers(result, number_of(arguments[i]));
  return {{result}, "", kind};
}

Outcome to_whole(double number) {
  // Beyond that, doubles are whole anyway, and integers end.
  if (!(std::abs(number) < 9.2e18)) return {{}, too_large};
  return {{static_cast<std::int64_t>(number)}};
}

}  // namespace

Outcome sum(const Arguments& arguments) {
  if (mixes_amounts(arguments)) return {{}, "numbers with a unit are added to such numbers only"};
  return folded(
      arguments, [](auto a, auto b, auto* into) { return __builtin_add_overflow(a, b, into); },
      [](double a, double b) { return a + b; });
}

Outcome difference(const Arguments& arguments) {
  if (mixes_amounts(arguments)) return {{}, "numbers with a unit are subtracted from such numbers only"};
  return folded(
      arguments, [](auto a, auto b, auto* into) { return __builtin_sub_overflow(a, b, into); },
      [](double a, double b) { return a - b; });
}

Outcome product(const Arguments& arguments) {
  if (std::count_if(arguments.begin(), arguments.end(), [](const Operand& one) { return is_amount(one.kind); }) > 1) {
    return {{}, "only one of the factors can have a unit"};
  }
  if (is_amount(kind_of_result(arguments)) && (arguments.size() != 2 || !is_amount(arguments[0].kind))) {
    return {{}, "a number with a unit comes first, and is multiplied by one number"};
  }
  return folded(
      arguments, [](auto a, auto b, auto* into) { return __builtin_mul_overflow(a, b, into); },
      [](double a, double b) { return a * b; });
}

Outcome quotient(const Arguments& arguments) {
  if (number_of(arguments[1]) == 0) return {{}, "division by zero"};
  const Primitive kind = is_amount(arguments[0].kind) ? arguments[0].kind : Primitive::number;
  return {{number_of(arguments[0]) / number_of(arguments[1])}, "", kind};
}

Outcome remainder(const Arguments& arguments) {
  if (number_of(arguments[1]) == 0) return {{}, "division by zero"};
  if (is_amount(arguments[0].kind)) {
    return {{std::fmod(number_of(arguments[0]), number_of(arguments[1]))}, "", arguments[0].kind};
  }
  if (whole_of(arguments[1]) == -1) return {{std::int64_t{0}}, "", Primitive::integer};  // the least integer has no opposite
  return {{whole_of(arguments[0]) % whole_of(arguments[1])}, "", Primitive::integer};
}

/// Half goes down.
Outcome round(const Arguments& arguments) { return to_whole(std::ceil(number_of(arguments[0]) - 0.5)); }

Outcome floor(const Arguments& arguments) { return to_whole(std::floor(number_of(arguments[0]))); }

Outcome ceil(const Arguments& arguments) { return to_whole(std::ceil(number_of(arguments[0]))); }

}  // namespace planbuilder::tosca::apply
