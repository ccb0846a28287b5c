#include "planbuilder/support/render_diagnostics.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "planbuilder/support/display.h"
#include "planbuilder/support/group_diagnostics.h"
#include "planbuilder/support/text.h"

namespace planbuilder {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_of_a_kind = 20;  // problems with one code that are shown, if they are many

class TextRenderer {
 public:
  TextRenderer(const Sources& sources, const RenderOptions& options) : sources_(sources), options_(options) {}

  std::string take() { return std::move(out_); }

  void diagnostic(const Diagnostic& item) {
    headline(item, item.summary);
    explanation(item);
  }

  void group(const DiagnosticGroup& same) {
    const Diagnostic& first = *same.first;
    if (same.count == 1) return diagnostic(first);
    headline(first, std::string(first.problem()) + " (" + std::to_string(same.count) + " times)");
    if (!first.concerned().empty()) indented(first.concerned());
    explanation(first);
    for (const Diagnostic* other : same.next) also(first, *other);
    const std::size_t more = same.count - 1 - same.next.size();
    if (more > 0 && can_be_told_apart(first)) out_ += "  and " + std::to_string(more) + " more\n";
  }

  void line(const std::string& text) { out_ += text + "\n"; }

 private:
  void headline(const Diagnostic& item, const std::string& summary) {
    place(item.at);
    out_ += paint(severity_color(item.severity),
                  std::string(to_string(item.severity)) + "[" + std::string(to_string(item.code)) + "]");
    out_ += ": " + paint("1", printable(summary)) + "\n";
    if (item.code != Code::literal_secret) excerpt(item.at);  // whose line everybody could read in a log
  }

  void explanation(const Diagnostic& item) {
    if (!item.detail.empty()) indented(item.detail);
    for (const Diagnostic::Note& note : item.notes) {
      out_ += "  ";
      place(note.at);
      out_ += printable_line(note.text);
      if (!same_line(note.at, item.at)) excerpt(note.at);
    }
  }

  static bool can_be_told_apart(const Diagnostic& item) { return item.at.known() || !item.concerned().empty(); }

  /// Where another of a group is, or whom it concerns, in a line.
  void also(const Diagnostic& first, const Diagnostic& other) {
    const auto location = other.at == first.at ? std::nullopt : sources_.locate(other.at);
    std::string text = location ? "at " + to_string(*location) : "";
    if (!other.concerned().empty()) text += (text.empty() ? "" : ": ") + std::string(other.concerned());
    if (!text.empty()) out_ += printable_line("  also " + text);
  }

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
    if (const auto location = sources_.locate(at)) out_ += printable(to_string(*location)) + ": ";
  }

  void indented(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) out_ += printable_line("  " + std::string(line));
  }

  /// The line, cut to a window around the column, and a caret below it.
  void excerpt(const SourceRange& at) {
    if (!options_.excerpts || !at.known() || at.line == 0) return;
    constexpr std::size_t window = 100;
    const std::string_view whole = sources_.line(at.file, at.line);
    const std::size_t column = std::min<std::size_t>(at.column > 0 ? at.column - 1 : 0, whole.size());
    const std::size_t start = column > window / 2 && whole.size() > window ? column - window / 2 : 0;
    std::string shown(whole.substr(start, window));
    std::replace(shown.begin(), shown.end(), '\t', ' ');
    const std::string before = printable(std::string_view(shown).substr(0, column - start));
    const std::string gutter = std::to_string(at.line);
    out_ += "  " + gutter + " | " + printable(shown) + "\n";
    out_ += std::string(2 + gutter.size(), ' ') + " | " + std::string(display_width(before), ' ');
    const std::size_t rest = shown.size() > column - start ? shown.size() - (column - start) : 1;
    out_ += paint("1;32", "^" + std::string(std::min<std::size_t>(at.length > 1 ? at.length - 1 : 0, rest - 1), '~')) + "\n";
  }

  const Sources& sources_;
  const RenderOptions& options_;
  std::string out_;
};

/// "3 errors, 40000 warnings": all that there are.
std::string numbers_in_words(std::span<const Diagnostic* const> all) {
  std::vector<std::string> words;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto is_so = [&](const Diagnostic* item) { return item->severity == severity; };
    const auto count = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_so));
    if (count > 0) words.push_back(count_of(count, to_string(severity)));
  }
  return join(words, ", ");
}

void render_groups(std::span<const Diagnostic* const> sorted, TextRenderer& renderer) {
  std::map<std::pair<Severity, Code>, std::size_t> shown;
  std::map<std::pair<Severity, Code>, std::size_t> left_out;  // how many messages
  bool leaves_out = false;
  for (const DiagnosticGroup& same : group_same(sorted)) {
    const std::pair kind(same.first->severity, same.first->code);
    if (++shown[kind] > most_of_a_kind) {
      left_out[kind] += same.count;
    } else {
      renderer.group(same);
      leaves_out = leaves_out || same.count > 1;
    }
  }
  for (const auto& [kind, count] : left_out)
    renderer.line("and " + std::to_string(count) + " more of " + std::string(to_string(kind.first)) + "[" +
                  std::string(to_string(kind.second)) + "]");
  if (leaves_out || !left_out.empty()) renderer.line(numbers_in_words(sorted) + " in all; --all-messages shows each of them");
}

Json place_json(const Sources& sources, const SourceRange& at) {
  const auto location = sources.locate(at);
  if (!location) return nullptr;
  return {{"file", location->file}, {"line", location->line}, {"column", location->column}};
}

}  // namespace

std::string render_text(const Diagnostics& diagnostics, const Sources& sources, const RenderOptions& options) {
  TextRenderer renderer(sources, options);
  const std::vector<const Diagnostic*> sorted = diagnostics.sorted();
  if (options.grouped) {
    render_groups(sorted, renderer);
  } else {
    for (const Diagnostic* item : sorted) renderer.diagnostic(*item);
  }
  return renderer.take();
}

std::string render_json(const Diagnostics& diagnostics, const Sources& sources) {
  Json all = Json::array();
  for (const Diagnostic* each : diagnostics.sorted()) {
    const Diagnostic& item = *each;
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
