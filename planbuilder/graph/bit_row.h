// A row of bits, one per vertex of a block: which of them a vertex reaches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace planbuilder::graph {

class BitRow {
  static constexpr std::size_t words = 8;  // a cache line

 public:
  static constexpr std::size_t size = words * 64;

  void set(std::size_t bit) { bits_[bit / 64] |= mask(bit); }
  void clear(std::size_t bit) { bits_[bit / 64] &= ~mask(bit); }
  [[nodiscard]] bool test(std::size_t bit) const { return (bits_[bit / 64] & mask(bit)) != 0; }
  void add(const BitRow& other) {
    for (std::size_t i = 0; i < words; ++i) bits_[i] |= other.bits_[i];
  }

 private:
  static std::uint64_t mask(std::size_t bit) { return std::uint64_t{1} << (bit % 64); }
  std::array<std::uint64_t, words> bits_{};
};

}  // namespace planbuilder::graph
