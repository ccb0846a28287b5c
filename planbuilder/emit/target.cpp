#include "planbuilder/emit/target.h"

#include <algorithm>
#include <charconv>

#include "planbuilder/emit/problems.h"

namespace planbuilder::emit {

std::string value_of(const Option& option, const OptionValues& values) {
  const auto found = values.find(option.name);
  return found == values.end() ? std::string(option.usual) : found->second;
}

std::optional<std::string> check_value(const Option& option, const std::string& value) {
  if (option.kind == Option::Kind::choice) {
    if (std::find(option.choices.begin(), option.choices.end(), value) != option.choices.end()) return std::nullopt;
    return "one of " + join({option.choices.begin(), option.choices.end()}, ", ") + " is wanted, not '" + value + "'";
  }
  if (option.kind == Option::Kind::text) return std::nullopt;
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc() && end == value.data() + value.size() && number > 0) return std::nullopt;
  return "a whole number of seconds is wanted, not '" + value + "'";
}

std::optional<Emission> emit(const Target& target, const plan::Plan& plan, const EmitOptions& options, Diagnostics& diagnostics) {
  Problems problems(plan, target.name, diagnostics);
  Emission emission;
  problems.watch([&] { emission = target.write(plan, options, problems); });
  if (problems.any()) return std::nullopt;
  return emission;
}

}  // namespace planbuilder::emit
