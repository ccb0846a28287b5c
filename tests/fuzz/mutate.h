// Damages texts in ways that people, editors and attackers do; the same seed gives the same damage.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace planbuilder::testing {

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  /// One to four changes of bytes, lines and words.
  std::string mutate(std::string text);

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  void change_byte(std::string& text);
  void change_line(std::string& text);
  void change_word(std::string& text);

  std::mt19937 random_;  // not a distribution: those differ between libraries
};

}  // namespace planbuilder::testing
