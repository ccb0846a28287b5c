#include "planbuilder/pack/text_edit.h"

#include <algorithm>

namespace planbuilder::pack {

EditedText apply(std::string_view text, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) { return a.offset < b.offset; });
  EditedText edited;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    edited.text += text.substr(at, edit.offset - at);
    edited.undo.push_back({static_cast<std::uint32_t>(edited.text.size()), static_cast<std::uint32_t>(edit.text.size()),
                           std::string(text.substr(edit.offset, edit.length))});
    edited.text += edit.text;
    at = edit.offset + edit.length;
  }
  edited.text += text.substr(at);
  return edited;
}

std::optional<std::string> take_back(std::string_view edited, const std::vector<Undo>& changes) {
  std::string text;
  std::size_t at = 0;
  for (const Undo& change : changes) {
    if (change.offset < at || std::uint64_t{change.offset} + change.length > edited.size()) return std::nullopt;
    text += edited.substr(at, change.offset - at);
    text += change.replaced;
    at = std::size_t{change.offset} + change.length;
  }
  return text += edited.substr(at);
}

std::string line_end_of(std::string_view text) {
  const std::size_t first = text.find('\n');
  return first != std::string_view::npos && first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
}

std::size_t line_start(std::string_view text, std::size_t offset) {
  return offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;  // npos + 1 is 0
}

}  // namespace planbuilder::pack
