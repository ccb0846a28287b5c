// The versions of TOSCA in YAML, as a set: a keyname says in which of them it exists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/tosca/model/language.h"

namespace planbuilder::tosca::yaml {

using Version = Language;  // one of those in YAML
using tosca::is_2_0;

using Versions = std::uint8_t;
/// Alien4Cloud's dialect has whatever one of 1.x has, and more: its own keynames are none anywhere else.
inline constexpr Versions only_alien = 64;
inline constexpr Versions since_1_0 = 31 | only_alien;
inline constexpr Versions since_1_1 = 30 | only_alien;
inline constexpr Versions since_1_2 = 28 | only_alien;
inline constexpr Versions since_1_3 = 24 | only_alien;
inline constexpr Versions since_2_0 = 16;
inline constexpr Versions until_1_0 = 1 | only_alien;
inline constexpr Versions until_1_2 = 7 | only_alien;
inline constexpr Versions until_1_3 = 15 | only_alien;

constexpr Versions both(Versions first, Versions second) { return first & second; }
constexpr Versions but_alien(Versions versions) { return static_cast<Versions>(versions & ~only_alien); }
inline constexpr Versions from_1_1_to_1_3 = both(since_1_1, until_1_3);
inline constexpr Versions from_1_2_to_1_3 = both(since_1_2, until_1_3);
inline constexpr Versions only_1_3 = both(since_1_3, until_1_3);

inline bool contains(Versions versions, Version version) { return (versions & static_cast<Versions>(version)) != 0; }

constexpr bool is_alien(Version version) { return version == Version::alien; }

/// From the value of `tosca_definitions_version`.
std::optional<Version> parse_version(std::string_view text);
/// "1.3"
std::string_view to_string(Version version);
/// "TOSCA 1.3"
std::string in_words(Version version);

}  // namespace planbuilder::tosca::yaml
