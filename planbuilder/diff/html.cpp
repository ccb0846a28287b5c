#include "planbuilder/diff/describe.h"
#include "planbuilder/diff/write.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/embedded.h"
#include "planbuilder/support/text.h"

namespace planbuilder::embedded {
std::span<const File> diff_page();
}

namespace planbuilder::diff {

namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

/// Signs say it too, since not everyone sees colours.
std::string paragraph(const Line& line) {
  const auto [sign, name] = [&]() -> std::pair<std::string_view, std::string_view> {
    switch (line.mark) {
      case Line::Mark::added: return {"+ ", "added "};
      case Line::Mark::removed: return {"- ", "removed "};
      case Line::Mark::changed: return {"~ ", "changed "};
      case Line::Mark::dim: return {"", "dim "};
      default: return {"", ""};
    }
  }();
  return "<p class=\"" + std::string(name) + "d" + std::to_string(line.depth) + "\">" + std::string(sign) + escaped(line.text) +
         "</p>\n";
}

}  // namespace

std::string to_html(const Difference& difference) {
  const std::vector<Line> lines = describe(difference);
  std::string body = difference.empty() ? "<p>no differences</p>\n" : "";
  for (const Line& line : lines) {
    if (line.mark == Line::Mark::plan) {
      body += (body.empty() ? "" : "</section>\n") + std::string("<section>\n<h2>") + escaped(line.text) + "</h2>\n";
    } else if (line.mark == Line::Mark::heading) {
      body += "<h3>" + escaped(line.text) + "</h3>\n";
    } else {
      body += paragraph(line);
    }
  }
  if (!difference.empty()) body += "</section>\n";
  constexpr std::string_view place = "<!-- differences -->\n";
  std::string page(embedded::find(embedded::diff_page(), "page.html").value());
  return page.replace(page.find(place), place.size(), body);
}

}  // namespace planbuilder::diff
