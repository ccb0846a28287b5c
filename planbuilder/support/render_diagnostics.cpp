#include "planbuilder/support/render_diagnostics.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "planbuilder/support/text.h"

namespace planbuilder {

namespace {

using Json = nlohmann::ordered_json;

class TextRenderer {
 public:
  TextRenderer(const Sources& sources, const RenderOptions& options) : sources_(sources), options_(options) {}

  std::string take() { return std::move(out_); }

  void diagnostic(const Diagnostic& item) {
    place(item.at);
    out_ += paint(severity_color(item.severity),
                  std::string(to_string(item.severity)) + "[" + std::string(to_string(item.code)) + "]");
    out_ += ": " + paint("1", item.summary) + "\n";
    excerpt(item.at);
    if (!item.detail.empty()) indented(item.detail);
    for (const Diagnostic::Note& note : item.notes) {
      out_ += "  ";
      place(note.at);
      out_ += note.text + "\n";
      if (!same_line(note.at, item.at)) excerpt(note.at);
    }
  }

 private:
  static bool same_line(const SourceRange& left, const SourceRange& right) {
    return left.file == right.file && left.line == right.line;
  }

  static const char* severity_color(Severity severity) {
    switch (severity) {
      case Severity::error: return "1;31";
      case Severity::warning: return "1;33";
      case Severity::note: return "1;36";
    }
    return "0";
  }

  [[nodiscard]] std::string paint(const char* color, const std::string& text) const {
    return options_.color ? "\033[" + std::string(color) + "m" + text + "\033[0m" : text;
  }

  void place(const SourceRange& at) {
    if (const auto location = sources_.locate(at)) out_ += to_string(*location) + ": ";
  }

  void indented(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) out_ += "  " + std::string(line) + "\n";
  }

  /// The line, cut to a window around the column, and a caret below it.
  void excerpt(const SourceRange& at) {
    if (!options_.excerpts || !at.known() || at.line == 0) return;
    constexpr std::size_t window = 100;
    const std::string_view whole = sources_.line(at.file, at.line);
    const std::size_t column = std::min<std::size_t>(at.column > 0 ? at.column - 1 : 0, whole.size());
    const std::size_t start = column > window / 2 && whole.size() > window ? column - window / 2 : 0;
    const std::string_view shown = whole.substr(start, window);
    const std::string gutter = std::to_string(at.line);
    out_ += "  " + gutter + " | " + printable(shown) + "\n";
    out_ += std::string(2 + gutter.size(), ' ') + " | " + std::string(display_width(shown.substr(0, column - start)), ' ');
    const std::size_t rest = shown.size() > column - start ? shown.size() - (column - start) : 1;
    out_ += paint("1;32", "^" + std::string(std::min<std::size_t>(at.length > 1 ? at.length - 1 : 0, rest - 1), '~')) + "\n";
  }

  /// Control characters and bytes that are no text must not reach the terminal.
  static std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
      const std::size_t length = utf8_length(text);
      const bool control = static_cast<unsigned char>(text.front()) < 0x20 || text.front() == 0x7f;
      out += length == 0 ? "?" : control ? " " : std::string(text.substr(0, length));
      text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
  }

  const Sources& sources_;
  const RenderOptions& options_;
  std::string out_;
};

Json place_json(const Sources& sources, const SourceRange& at) {
  const auto location = sources.locate(at);
  if (!location) return nullptr;
  return {{"file", location->file}, {"line", location->line}, {"column", location->column}};
}

}  // namespace

std::string render_text(const Diagnostics& diagnostics, const Sources& sources, const RenderOptions& options) {
  TextRenderer renderer(sources, options);
  for (const Diagnostic& item : diagnostics.in_file_order()) renderer.diagnostic(item);
  return renderer.take();
}

std::string render_json(const Diagnostics& diagnostics, const Sources& sources) {
  Json all = Json::array();
  for (const Diagnostic& item : diagnostics.in_file_order()) {
    Json notes = Json::array();
    for (const Diagnostic::Note& note : item.notes) notes.push_back({{"text", note.text}, {"at", place_json(sources, note.at)}});
    all.push_back({{"severity", to_string(item.severity)},
                   {"code", to_string(item.code)},
                   {"summary", item.summary},
                   {"detail", item.detail},
                   {"at", place_json(sources, item.at)},
                   {"notes", notes}});
  }
  return all.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace planbuilder
