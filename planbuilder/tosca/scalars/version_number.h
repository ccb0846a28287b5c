// TOSCA versions: major.minor[.fix[.qualifier[-build]]].
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planbuilder::tosca {

struct VersionNumber {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  std::uint64_t fix = 0;
  std::string qualifier;
  std::uint64_t build = 0;
};

/// None when the text is no version. `6` is read as `6.0`: the standard itself writes `0` for "no version".
std::optional<VersionNumber> parse_version_number(std::string_view text);
/// `0.0.0.alpha`: zero says that there is no version, and 1.x lets nothing qualify it.
bool is_qualified_zero(std::string_view text);

/// By parts. A qualifier makes a version older than the same one without; different qualifiers have no order.
std::partial_ordering compare(const VersionNumber& left, const VersionNumber& right);

}  // namespace planbuilder::tosca
