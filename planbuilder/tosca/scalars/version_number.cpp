#include "planbuilder/tosca/scalars/version_number.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <vector>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

bool parse_part(std::string_view text, std::uint64_t& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  });
}

}  // namespace

std::optional<VersionNumber> parse_version_number(std::string_view text) {
  VersionNumber version;
  const std::vector<std::string_view> parts = split(text, '.');
  if (parts.empty() || parts.size() > 4) return std::nullopt;
  std::uint64_t* const numbers[] = {&version.major, &version.minor, &version.fix};
  for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i) {
    if (!parse_part(parts[i], *numbers[i])) return std::nullopt;
  }
  if (parts.size() == 4) {
    const std::size_t dash = parts[3].find('-');
    version.qualifier = std::string(parts[3].substr(0, dash));
    if (!is_word(version.qualifier)) return std::nullopt;
    if (dash != std::string_view::npos && !parse_part(parts[3].substr(dash + 1), version.build)) return std::nullopt;
  }
  return version;
}

bool is_qualified_zero(std::string_view text) {
  const auto version = parse_version_number(text);
  return version && version->major == 0 && version->minor == 0 && version->fix == 0 && !version->qualifier.empty();
}

std::partial_ordering compare(const VersionNumber& left, const VersionNumber& right) {
  const auto numbers = std::tie(left.major, left.minor, left.fix) <=> std::tie(right.major, right.minor, right.fix);
  if (numbers != 0) return numbers;
  if (left.qualifier == right.qualifier) return left.build <=> right.build;
  if (left.qualifier.empty()) return std::partial_ordering::greater;
  if (right.qualifier.empty()) return std::partial_ordering::less;
  return std::partial_ordering::unordered;
}

}  // namespace planbuilder::tosca
