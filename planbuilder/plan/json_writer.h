// Writes JSON as it comes, indented by two: a large document is never in memory as a whole.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder::plan {

/// Values are written in the order of the calls; in an object each follows its key. Bytes that are not UTF-8 become U+FFFD.
class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}
  ~JsonWriter() { flush(); }
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void key(std::string_view name);
  void text(std::string_view value);
  void integer(std::int64_t value);
  void real(double value);
  void truth(bool value);
  void null();
  /// What is JSON already.
  void json(std::string_view value);

  /// `members` writes keys and values.
  template <class Members>
  void object(const Members& members) {
    open('{');
    members();
    close('}');
  }
  /// `write` is called with each item of the range.
  template <class Range, class Write>
  void list(const Range& range, const Write& write) {
    open('[');
    for (const auto& item : range) write(item);
    close(']');
  }

  void line_end() { buffer_ += '\n'; }

 private:
  void open(char bracket);
  void close(char bracket);
  void before_value();
  void new_line();
  void quote(std::string_view text);
  void flush();

  std::ostream& out_;
  std::string buffer_;
  std::vector<bool> has_items_;  // of each object and list that is open
  bool after_key_ = false;
};

}  // namespace planbuilder::plan
