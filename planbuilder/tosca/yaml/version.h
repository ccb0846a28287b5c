// The versions of TOSCA in YAML, as a set: a keyname says in which of them it exists.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace planbuilder::tosca::yaml {

enum class Version : std::uint8_t { v1_0 = 1, v1_1 = 2, v1_2 = 4, v1_3 = 8 };

using Versions = std::uint8_t;
inline constexpr Versions since_1_0 = 15;
inline constexpr Versions since_1_1 = 14;
inline constexpr Versions since_1_2 = 12;
inline constexpr Versions since_1_3 = 8;
inline constexpr Versions until_1_0 = 1;
inline constexpr Versions until_1_2 = 7;

inline bool contains(Versions versions, Version version) { return (versions & static_cast<Versions>(version)) != 0; }

/// From the value of `tosca_definitions_version`.
std::optional<Version> parse_version(std::string_view text);
/// "1.3".
std::string_view to_string(Version version);

}  // namespace planbuilder::tosca::yaml
