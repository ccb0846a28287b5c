// Plan documents in little space: every text and every list of keys is there once, and referred to by its number.
//
// What is packed is JSON again. A value is one of
//   n             the text number n
//   -n            the number n - 1
//   [0, n]        what else is no text (true, null, 1.5), as the text number n writes it
//   [1, v...]     a list
//   [s, v...]     an object whose keys are those of the shape s, counted from 2; a key is the number of its text
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace planbuilder::review {

/// Takes keys and values as plan::JsonWriter does.
class Packer {
 public:
  void key(std::string_view name) { frames_[depth_].keys.push_back(number_of(name)); }
  void text(std::string_view value) { add(std::to_string(number_of(value))); }
  void integer(std::int64_t value);
  void real(double value);
  void truth(bool value) { scalar(value ? "true" : "false"); }
  void null() { scalar("null"); }

  template <class Members>
  void object(const Members& members) {
    open();
    members();
    close(shape_of(frames_[depth_].keys));
  }
  template <class Range, class Write>
  void list(const Range& range, const Write& write) {
    open();
    for (const auto& item : range) write(item);
    close(1);
  }

  /// What was written since the last time.
  std::string take();
  /// The number that stands for the text.
  std::uint32_t number_of(std::string_view text);

  [[nodiscard]] const std::deque<std::string>& texts() const { return texts_; }
  /// The numbers of their keys; the first one has the number 2.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& shapes() const { return shapes_; }

 private:
  struct Frame {
    std::vector<std::uint32_t> keys;
    std::string items;  // each after a comma
  };
  void scalar(std::string_view written);
  void add(std::string_view packed);
  void open();
  void close(std::uint32_t shape);
  std::uint32_t shape_of(const std::vector<std::uint32_t>& keys);

  std::vector<Frame> frames_ = {{}};  // of what is open; those behind `depth_` wait to be used again
  std::size_t depth_ = 0;
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> shapes_;
  std::unordered_map<std::string, std::uint32_t> known_shapes_;
};

}  // namespace planbuilder::review
