#include "planbuilder/driver/limits.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

using Setting = std::pair<std::string_view, std::uint64_t*>;

std::vector<Setting> settings_of(InputLimits& limits) {
  static_assert(sizeof(std::size_t) == sizeof(std::uint64_t));
  std::vector<Setting> settings;
  for (const csar::NamedLimit& limit : csar::named_limits) settings.emplace_back(limit.name, &(limits.archive.*limit.value));
  settings.emplace_back("yaml-depth", &limits.yaml.depth);
  settings.emplace_back("yaml-nodes", &limits.yaml.nodes);
  return settings;
}

std::optional<std::uint64_t> parse_amount(std::string_view text) {
  constexpr std::string_view units = "KMG";
  const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
  const std::size_t shift = unit == std::string_view::npos ? 0 : 10 * (unit + 1);
  if (shift > 0) text.remove_suffix(1);
  std::uint64_t amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc() || end != text.data() + text.size() || amount == 0) return std::nullopt;
  if (amount > UINT64_MAX >> shift) return std::nullopt;
  return amount << shift;
}

}  // namespace

std::string set_limit(std::string_view text, InputLimits& limits) {
  const std::size_t equals = text.find('=');
  const std::string name(text.substr(0, equals));
  if (equals == std::string_view::npos) return "'" + name + "' is not of the form NAME=VALUE";
  std::vector<std::string_view> names;
  for (const auto& [known, value] : settings_of(limits)) {
    if (known != name) {
      names.push_back(known);
      continue;
    }
    const auto amount = parse_amount(text.substr(equals + 1));
    if (!amount)
      return "'" + std::string(text.substr(equals + 1)) + "' is no amount for " + name +
             ": give a number, such as 500, 64K or 2G";
    *value = *amount;
    return {};
  }
  const std::string guess = did_you_mean(name, names);
  if (!guess.empty()) return "there is no limit '" + name + "'" + guess;
  return "there is no limit '" + name + "'; known are " + join({names.begin(), names.end()}, ", ");
}

std::vector<std::string> limits_in_words(const InputLimits& limits) {
  InputLimits usual;
  InputLimits set = limits;
  const std::vector<Setting> before = settings_of(usual);
  const std::vector<Setting> now = settings_of(set);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (*now[i].second != *before[i].second) words.push_back(std::string(now[i].first) + "=" + std::to_string(*now[i].second));
  }
  return words;
}

}  // namespace planbuilder::driver
