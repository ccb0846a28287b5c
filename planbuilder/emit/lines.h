// Finds texts in a generated file one after the other, and says in which lines they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace planbuilder::emit {

class Lines {
 public:
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };

  explicit Lines(std::string_view text) : text_(text) {}

  /// The next place after what was found before where a line begins with this; nothing when there is none.
  std::optional<Range> find(std::string_view wanted) {
    std::size_t at = text_.find(wanted, at_);
    while (at != std::string_view::npos && at > 0 && text_[at - 1] != '\n') at = text_.find(wanted, at + 1);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = text_.substr(at_, at - at_);
    const std::uint32_t first = line_ + newlines(before);
    const std::uint32_t inside = newlines(wanted);
    at_ = at + wanted.size();
    line_ = first + inside;
    return Range{first, wanted.ends_with('\n') ? line_ - 1 : line_};
  }

 private:
  static std::uint32_t newlines(std::string_view text) {
    return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;  // of at_
};

}  // namespace planbuilder::emit
