#include "planbuilder/emit/shape.h"

#include "planbuilder/emit/template_engine.h"
#include "planbuilder/emit/xml_text.h"

namespace planbuilder::emit {

namespace {

using nlohmann::json;

// A mark is a number between characters for private use; what xml() makes of the `<` tells whether it was called. Texts of a
// model are put in after the marks were looked for, so that they may contain anything.
constexpr std::string_view mark_start = "\uE000";
constexpr std::string_view plain_end = "<\uE001";
constexpr std::string_view escaped_end = "&lt;\uE001";

void describe(const json& data, Texts& found) {
  if (const auto* text = data.get_ptr<const std::string*>()) {
    found.kind += text->empty() ? 'e' : 't';
    if (!text->empty()) found.texts.push_back(text);
  } else if (const auto* object = data.get_ptr<const json::object_t*>()) {
    found.kind += '{';
    for (const auto& [key, value] : *object) describe(value, found);  // a template is always given the same keys
    found.kind += '}';
  } else if (const auto* array = data.get_ptr<const json::array_t*>()) {
    found.kind += '[';
    for (const json& value : *array) describe(value, found);
    found.kind += ']';
  } else {
    found.kind += data.dump() + ",";
  }
}

void mark(json& data, std::size_t& count) {
  if (auto* text = data.get_ptr<std::string*>()) {
    if (!text->empty()) *text = std::string(mark_start) + std::to_string(count++) + std::string(plain_end);
  } else {
    for (json& value : data) {
      if (value.is_structured() || value.is_string()) mark(value, count);
    }
  }
}

}  // namespace

Texts texts_of(const json& data) {
  Texts found;
  describe(data, found);
  return found;
}

json with_marks(const json& data) {
  json marked = data;
  std::size_t count = 0;
  mark(marked, count);
  return marked;
}

Shape::Shape(const std::string& rendered) {
  std::size_t from = 0;
  for (std::size_t at = rendered.find(mark_start); at != std::string::npos; at = rendered.find(mark_start, from)) {
    std::size_t digits = 0;
    const std::size_t text = std::stoul(rendered.substr(at + mark_start.size(), 20), &digits);
    const std::size_t end = at + mark_start.size() + digits;
    const bool escaped = rendered.compare(end, escaped_end.size(), escaped_end) == 0;
    std::string before = rendered.substr(from, at - from);
    from = end + (escaped ? escaped_end : plain_end).size();
    const std::size_t line = before.find_last_not_of(' ') + 1;
    const bool starts_line = line == 0 ? at == before.size() : before[line - 1] == '\n';
    const bool block = !escaped && starts_line && from < rendered.size() && rendered[from] == '\n' && line < before.size();
    const std::size_t columns = before.size() - line;
    if (block) before.resize(line);
    gaps_.push_back({std::move(before), text, escaped, block, columns});
  }
  rest_ = rendered.substr(from);
}

std::string Shape::fill(const Texts& texts) const {
  std::size_t size = rest_.size();
  for (const Gap& gap : gaps_) size += gap.before.size() + texts.texts[gap.text]->size() * 5 / 4;
  std::string out;
  out.reserve(size);  // growing it bit by bit would take longer than all else
  for (const Gap& gap : gaps_) {
    const std::string& text = *texts.texts[gap.text];
    out += gap.before;
    if (gap.block) {
      append_indented(out, text, gap.columns);
    } else if (gap.escaped) {
      out += xml_escape(text);
    } else {
      out += text;
    }
  }
  return out += rest_;
}

}  // namespace planbuilder::emit
