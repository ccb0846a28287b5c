// Regular expressions of constraints, bounded so that no pattern and no text can make a run hang or overflow.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace planbuilder::tosca {

class Pattern {
 public:
  enum class Problem { none, not_a_pattern, other_dialect, too_large };

  /// The standard leaves the dialect open: ECMAScript is read, what only other dialects have is recognised.
  static Pattern compile(std::string_view text);

  [[nodiscard]] Problem problem() const { return problem_; }

  /// The whole text matches. Texts beyond a length that no sensible pattern is about are taken to match.
  [[nodiscard]] bool matches(std::string_view text) const;
  /// A part of the text does; `^` and `$` bind it to the ends.
  [[nodiscard]] bool matches_part(std::string_view text) const;

 private:
  struct Automaton;
  Problem problem_ = Problem::none;
  std::shared_ptr<const Automaton> automaton_;
};

}  // namespace planbuilder::tosca
