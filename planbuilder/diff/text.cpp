#include "planbuilder/diff/describe.h"
#include "planbuilder/diff/write.h"
#include "planbuilder/support/display.h"

namespace planbuilder::diff {

namespace {

struct Style {
  std::string_view sign;
  std::string_view color;  // what switches it on
};

Style style_of(Line::Mark mark) {
  switch (mark) {
    case Line::Mark::plan: return {"", "\033[1m"};
    case Line::Mark::heading: return {"", "\033[4m"};
    case Line::Mark::added: return {"+ ", "\033[32m"};
    case Line::Mark::removed: return {"- ", "\033[31m"};
    case Line::Mark::changed: return {"~ ", "\033[33m"};
    case Line::Mark::dim: return {"", "\033[2m"};
    case Line::Mark::plain: break;
  }
  return {"", ""};
}

}  // namespace

std::string to_text(const Difference& difference, bool color) {
  const std::vector<Line> lines = describe(difference);
  std::string out = difference.empty() ? "no differences\n" : "";
  for (const Line& line : lines) {
    const Style style = style_of(line.mark);
    if (line.mark == Line::Mark::plan && !out.empty() && !difference.empty()) out += '\n';
    const std::size_t indent = line.mark == Line::Mark::heading ? 2 : line.depth == 0 ? 0 : 2 + 4 * (line.depth - 1) + 2;
    const std::string text = std::string(style.sign) + printable(line.text);
    out.append(indent, ' ');
    if (color && !style.color.empty()) {
      out.append(style.color).append(text).append("\033[0m");
    } else {
      out += text;
    }
    out += '\n';
  }
  return out;
}

}  // namespace planbuilder::diff
