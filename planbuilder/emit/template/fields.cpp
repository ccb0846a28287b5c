#include "planbuilder/emit/template/fields.h"

#include <nlohmann/json.hpp>

#include "planbuilder/emit/template/shape.h"

namespace planbuilder::emit {

namespace {

using nlohmann::json;

class Collector {
 public:
  Collector(std::string& kind, std::vector<Filling>& fillings) : kind_(kind), fillings_(fillings) {}

  void of(Part& part) { std::visit(*this, part.value); }
  void operator()(const char* literal) { ((kind_ += '"') += literal) += '\0'; }
  void operator()(std::string_view text) { note(text.empty(), {text, nullptr}, 't'); }
  void operator()(Block& block) { note(block.empty(), {{}, &block}, 'b'); }
  void operator()(bool flag) { kind_ += flag ? '1' : '0'; }
  void operator()(const std::vector<std::string_view>& texts) {
    kind_ += '[';
    for (const std::string_view text : texts) (*this)(text);
    kind_ += ']';
  }
  void operator()(Rows& rows) {
    kind_ += '[';
    for (Part& part : rows.parts()) of(part);
    kind_ += ']';
  }

 private:
  void note(bool empty, Filling filling, char letter) {
    kind_ += empty ? 'e' : letter;
    if (!empty) fillings_.push_back(filling);
  }

  std::string& kind_;
  std::vector<Filling>& fillings_;
};

class Marker {
 public:
  json of(const Part& part) { return std::visit(*this, part.value); }
  json operator()(const char* literal) { return literal; }
  json operator()(std::string_view text) { return text.empty() ? "" : text_mark(count_++); }
  json operator()(const Block& block) { return block.empty() ? "" : block_mark(count_++); }
  json operator()(bool flag) { return flag; }
  json operator()(const std::vector<std::string_view>& texts) {
    json list = json::array();
    for (const std::string_view text : texts) list.push_back((*this)(text));
    return list;
  }
  json operator()(const Rows& rows) {
    json list = json::array();
    for (std::size_t i = 0; i < rows.parts().size(); ++i) {
      const std::size_t column = i % rows.names().size();
      if (column == 0) list.push_back(json::object());
      list.back()[rows.names()[column]] = of(rows.parts()[i]);
    }
    return list;
  }

 private:
  std::size_t count_ = 0;
};

}  // namespace

void collect(std::span<Field> fields, std::string& kind, std::vector<Filling>& fillings) {
  Collector collector(kind, fillings);
  for (Field& field : fields) collector.of(field.part);  // a template is always given the same names
}

json with_marks(std::span<const Field> fields) {
  Marker marker;
  json object = json::object();
  for (const Field& field : fields) object[field.name] = marker.of(field.part);
  return object;
}

}  // namespace planbuilder::emit
