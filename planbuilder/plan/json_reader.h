// Reads JSON as it comes, and knows where it is: the counterpart of JsonWriter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/support/codes.h"

namespace planbuilder::plan {

/// The first problem ends the reading: nothing more is found then, and whatever is asked for is empty.
class JsonReader {
 public:
  struct Problem {
    Code code;
    std::size_t at;  // in bytes
    std::string summary;
  };
  enum class Kind { object, list, text, number, truth, null, nothing };

  explicit JsonReader(std::string_view text) : text_(text) {}

  /// What comes next.
  Kind peek();

  /// Of another kind than what comes next, each of these is a problem.
  std::string_view text();  // good until the next text is read
  std::int64_t integer();
  bool truth();
  void null();
  /// A number is an integer if it is written as one and fits.
  struct Number {
    bool whole = false;
    std::int64_t integer = 0;
    double real = 0;
  };
  Number number();

  /// `member` is called with each key, and reads its value.
  template <class Member>
  void object(const Member& member) {
    if (!open(Kind::object)) return;
    for (bool first = true; has_next('}', first); first = false) {
      key_at_ = at_;
      const std::string_view key = text();
      if (take(':')) member(key);
    }
    --depth_;
  }
  /// `item` is called for each item, and reads it.
  template <class Item>
  void list(const Item& item) {
    if (!open(Kind::list)) return;
    for (bool first = true; has_next(']', first); first = false) item();
    --depth_;
  }
  /// Passes over the next value.
  void skip();
  /// The text of that key in the object that comes next, which is not passed over.
  std::optional<std::string> find_text(std::string_view key);
  /// The first key of that object; empty when there is none.
  std::string first_key();
  /// Nothing but space may follow.
  void end();

  [[nodiscard]] std::size_t place();                               // of what comes next
  [[nodiscard]] std::size_t key_place() const { return key_at_; }  // of the key that was read last

  void fail(Code code, std::size_t at, std::string summary);
  [[nodiscard]] bool failed() const { return problem_.has_value(); }
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }

 private:
  [[nodiscard]] char current() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void pass_space();
  bool expect(Kind kind);
  bool open(Kind kind);
  bool take(char c);
  bool has_next(char close, bool first);
  void word(std::string_view word);
  std::string_view unescaped(std::size_t from);
  bool escape();
  std::uint32_t hex();
  void malformed();
  void malformed_text();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t key_at_ = 0;
  std::size_t depth_ = 0;
  std::string scratch_;  // a text that was written with escapes
  std::optional<Problem> problem_;
};

std::string_view to_string(JsonReader::Kind kind);

}  // namespace planbuilder::plan
