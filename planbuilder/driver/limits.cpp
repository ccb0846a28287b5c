#include "planbuilder/driver/limits.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

struct Setting {
  std::string_view name;
  Code code;
  std::uint64_t* value;
  std::uint64_t most = UINT64_MAX;
};

std::vector<Setting> settings_of(InputLimits& limits) {
  static_assert(sizeof(std::size_t) == sizeof(std::uint64_t));
  std::vector<Setting> settings;
  for (const csar::NamedLimit& limit : csar::named_limits)
    settings.push_back({limit.name, Code::archive_limit, &(limits.archive.*limit.value)});
  settings.push_back({"yaml-depth", Code::yaml_limit, &limits.yaml.depth, tosca::yaml::deepest_readable});
  settings.push_back({"yaml-nodes", Code::yaml_limit, &limits.yaml.nodes});
  settings.push_back({"xml-depth", Code::xml_limit, &limits.model.xml_depth, tosca::deepest_readable_xml});
  settings.push_back({"imported-files", Code::import_limit, &limits.model.imported_files});
  settings.push_back({"substituted-nodes", Code::substitution_limit, &limits.model.substituted_nodes});
  settings.push_back({"filter-checks", Code::filter_limit, &limits.model.filter_checks});
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

std::vector<KnownLimit> known_limits() {
  InputLimits usual;
  std::vector<KnownLimit> known;
  for (const Setting& setting : settings_of(usual)) known.push_back({setting.name, *setting.value, setting.code});
  return known;
}

std::string set_limit(std::string_view text, InputLimits& limits) {
  const std::size_t equals = text.find('=');
  const std::string name(text.substr(0, equals));
  if (equals == std::string_view::npos) return "'" + name + "' is not of the form NAME=VALUE";
  std::vector<std::string_view> names;
  for (const Setting& setting : settings_of(limits)) {
    if (setting.name != name) {
      names.push_back(setting.name);
      continue;
    }
    const std::string given(text.substr(equals + 1));
    const auto amount = parse_amount(given);
    if (!amount) return "'" + given + "' is no amount for " + name + ": give a number, such as 500, 64K or 2G";
    if (*amount > setting.most) return name + " can be at most " + std::to_string(setting.most) + ", not " + given;
    *setting.value = *amount;
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
    if (*now[i].value != *before[i].value) words.push_back(std::string(now[i].name) + "=" + std::to_string(*now[i].value));
  }
  return words;
}

}  // namespace planbuilder::driver
