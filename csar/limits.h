// How much an input may hold before it is refused: a small file must not fill a disk or the memory.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace planbuilder::csar {

struct Limits {
  std::uint64_t entries = 100'000;
  std::uint64_t entry_size = std::uint64_t{2} << 30;
  std::uint64_t total_size = std::uint64_t{8} << 30;
  std::uint64_t ratio = 200;  // of an entry's size to its compressed size; small entries are exempt
};

/// Smaller entries may be compressed by any ratio: a file of a million spaces harms nobody.
inline constexpr std::uint64_t ratio_counts_from = std::uint64_t{1} << 20;

/// The names by which messages and options call the limits.
struct NamedLimit {
  std::string_view name;
  std::uint64_t Limits::*value;
};
inline constexpr std::array<NamedLimit, 4> named_limits = {{{"archive-entries", &Limits::entries},
                                                            {"archive-entry-size", &Limits::entry_size},
                                                            {"archive-total-size", &Limits::total_size},
                                                            {"archive-ratio", &Limits::ratio}}};

}  // namespace planbuilder::csar
