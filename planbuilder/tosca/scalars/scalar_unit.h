// Amounts with a unit: `10 MiB`, `0.5 GHz`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planbuilder::tosca {

enum class UnitKind : std::uint8_t { size, time, frequency, bitrate };

/// The amount in the smallest unit of its kind, so that amounts can be compared; none when the text is not one.
/// Space before the unit is free, case does not matter (but bits are not bytes), and nothing is negative.
std::optional<double> parse_scalar_unit(UnitKind kind, std::string_view text);

/// B, s, Hz or bps.
std::string_view base_unit(UnitKind kind);

/// "B, kB, KiB, ...": for messages.
std::string list_units(UnitKind kind);

}  // namespace planbuilder::tosca
