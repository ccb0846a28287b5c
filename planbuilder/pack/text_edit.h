// Changes of a text at byte positions, and how they are taken back: what is not changed keeps its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder::pack {

/// `length` bytes at `offset` give way to `text`.
struct TextEdit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
};

/// One change as the edited text shows it.
struct Undo {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  std::string replaced;  // what was there before

  bool operator==(const Undo&) const = default;
};

struct EditedText {
  std::string text;
  std::vector<Undo> undo;  // in the order of the text
};

/// Edits may come in any order, but must not overlap; those at one place happen in the order in which they are given.
EditedText apply(std::string_view text, std::vector<TextEdit> edits);

/// The text as it was; nothing when the changes do not fit it.
std::optional<std::string> take_back(std::string_view edited, const std::vector<Undo>& changes);

/// "\r\n" when the first line ends so.
std::string line_end_of(std::string_view text);

/// Where the line starts that this byte belongs to.
std::size_t line_start(std::string_view text, std::size_t offset);

}  // namespace planbuilder::pack
