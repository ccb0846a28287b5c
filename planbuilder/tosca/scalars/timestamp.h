// Timestamps as YAML 1.1 writes them: a date, or a date with a time and perhaps a zone.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace planbuilder::tosca {

/// A point in time; without a zone it is taken as UTC.
struct Timestamp {
  std::int64_t seconds = 0;  // since 1970
  double fraction = 0;

  auto operator<=>(const Timestamp&) const = default;
};

/// `2001-12-15`, `2001-12-15T02:59:43.1Z`, `2001-12-14 21:59:43.10 -5`; none when the text is no such time.
std::optional<Timestamp> parse_timestamp(std::string_view text);

/// The narrower form that 2.0 takes: all parts with all their digits, `T` between date and time, and a zone.
bool is_rfc_3339(std::string_view text);

}  // namespace planbuilder::tosca
