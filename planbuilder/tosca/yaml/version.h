// The versions of TOSCA in YAML, as a set: a keyname says in which of them it exists.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "planbuilder/tosca/model/language.h"

namespace planbuilder::tosca::yaml {

using Version = Language;  // one of those in YAML
using tosca::is_2_0;

using Versions = std::uint8_t;
inline constexpr Versions since_1_0 = 31;
inline constexpr Versions since_1_1 = 30;
inline constexpr Versions since_1_2 = 28;
inline constexpr Versions since_1_3 = 24;
inline constexpr Versions since_2_0 = 16;
inline constexpr Versions until_1_0 = 1;
inline constexpr Versions until_1_2 = 7;
inline constexpr Versions until_1_3 = 15;

constexpr Versions both(Versions first, Versions second) { return first & second; }
inline constexpr Versions from_1_1_to_1_3 = both(since_1_1, until_1_3);
inline constexpr Versions from_1_2_to_1_3 = both(since_1_2, until_1_3);
inline constexpr Versions only_1_3 = both(since_1_3, until_1_3);

inline bool contains(Versions versions, Version version) { return (versions & static_cast<Versions>(version)) != 0; }

/// From the value of `tosca_definitions_version`.
std::optional<Version> parse_version(std::string_view text);
/// "1.3".
std::string_view to_string(Version version);

}  // namespace planbuilder::tosca::yaml
