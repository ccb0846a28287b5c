#include "planbuilder/tosca/scalars/scalar_units.h"

#include <algorithm>
#include <charconv>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

/// Decimal fractions are not exact in binary: 4.35 m are 435 cm, and nothing less.
double without_noise(double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 15).ptr;
  std::from_chars(digits, end, number);
  return number;
}

}  // namespace

std::optional<Amount> parse_amount(const ScalarUnits& scalar, std::string_view text) {
  text = trim(text);
  const std::size_t length = text.find_first_of(" \t\n");
  if (length == std::string_view::npos) return std::nullopt;
  Value number{std::string(text.substr(0, length)), {}, true};
  if (!type_as(Primitive::number, number)) return std::nullopt;
  const std::string_view unit = trim(text.substr(length));
  const auto known = std::find_if(scalar.all.begin(), scalar.all.end(), [&](const auto& one) { return one.name == unit; });
  if (known == scalar.all.end()) return std::nullopt;
  return Amount{std::string(text.substr(0, length)), without_noise(to_double(number).value_or(0) * known->factor)};
}

std::string format_amount(const ScalarUnits& scalar, double canonical) {
  return format_number(without_noise(canonical)) + " " + scalar.canonical;
}

std::string describe(const ScalarUnits& scalar) {
  constexpr std::size_t most = 12;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(scalar.all.size(), most); ++i) shown.push_back(scalar.all[i].name);
  if (scalar.all.size() > most) shown.emplace_back("...");
  return "a number with a unit (" + join(shown, ", ") + ")";
}

std::vector<ScalarUnits::Unit> combine(const std::vector<ScalarUnits::Unit>& units,
                                       const std::vector<ScalarUnits::Unit>& prefixes) {
  if (prefixes.empty()) return units;
  std::vector<ScalarUnits::Unit> all;
  for (const ScalarUnits::Unit& unit : units) {
    for (const ScalarUnits::Unit& prefix : prefixes) all.push_back({prefix.name + unit.name, prefix.factor * unit.factor});
  }
  return all;
}

}  // namespace planbuilder::tosca
