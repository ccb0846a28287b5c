#include "planbuilder/emit/shape.h"

#include <nlohmann/json.hpp>

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

class Collector {
 public:
  explicit Collector(Texts& found) : found_(found) {}

  void operator()(std::string_view text) {
    found_.kind += text.empty() ? 'e' : 't';
    if (!text.empty()) found_.texts.push_back(text);
  }
  void operator()(bool flag) { found_.kind += flag ? '1' : '0'; }
  template <class Item>
  void operator()(const std::vector<Item>& items) {
    found_.kind += '[';
    for (const Item& item : items) (*this)(item);
    found_.kind += ']';
  }
  void operator()(const Field& field) { std::visit(*this, field.part.value); }  // a template is always given the same names

 private:
  Texts& found_;
};

class Marker {
 public:
  json operator()(std::string_view text) {
    return text.empty() ? std::string() : std::string(mark_start) + std::to_string(count_++) + std::string(plain_end);
  }
  json operator()(bool flag) { return flag; }
  template <class Item>
  json operator()(const std::vector<Item>& items) {
    json list = json::array();
    for (const Item& item : items) list.push_back((*this)(item));
    return list;
  }
  json operator()(const Fields& fields) {
    json object = json::object();
    for (const Field& field : fields) {
      object[field.name] = std::visit([&](const auto& value) { return (*this)(value); }, field.part.value);
    }
    return object;
  }

 private:
  std::size_t count_ = 0;
};

}  // namespace

Part::Part(const char* text) : value(std::string_view(text)) {}
Part::Part(const std::string& text) : value(std::string_view(text)) {}
Part::Part(std::string&& text) : value(std::move(text)) {}
Part::Part(bool flag) : value(flag) {}
Part::Part(std::vector<std::string> texts) : value(std::move(texts)) {}
Part::Part(std::vector<Fields> rows) : value(std::move(rows)) {}

Texts texts_of(const Fields& fields) {
  Texts found;
  Collector{found}(fields);
  return found;
}

json with_marks(const Fields& fields) { return Marker()(fields); }

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
  for (const Gap& gap : gaps_) size += gap.before.size() + texts.texts[gap.text].size() * 5 / 4;
  std::string out;
  out.reserve(size);  // growing it bit by bit would take longer than all else
  for (const Gap& gap : gaps_) {
    const std::string_view text = texts.texts[gap.text];
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
