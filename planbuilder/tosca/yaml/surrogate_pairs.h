// JSON writes characters beyond U+FFFF as two escapes ("\\ud83d\\ude00"), and JSON is YAML; the YAML library refuses such halves.
#pragma once

#include <string>
#include <string_view>

namespace planbuilder::tosca::yaml {

/// Gives the library a text in which each half is a character for private use: as long as before, so that places stay. Afterwards
/// a scalar has either two such characters, which become the one that was meant, or, if it was no escape there, the same letters
/// as before. A text that uses these characters itself stays as it is.
class SurrogatePairs {
 public:
  explicit SurrogatePairs(std::string_view text);

  [[nodiscard]] bool found() const { return !replaced_.empty(); }
  [[nodiscard]] const std::string& replaced() const { return replaced_; }
  /// What a scalar of the replaced text stands for.
  [[nodiscard]] std::string restore(std::string_view scalar) const;

 private:
  std::string replaced_;
};

}  // namespace planbuilder::tosca::yaml
