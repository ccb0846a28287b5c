#include "planbuilder/diff/canonical.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::diff {

namespace {

struct Writer {
  std::string& out;
  const Names& names;

  void write(const Value& value) const { std::visit(*this, value.data); }

  void operator()(std::monostate) const { out += "null"; }
  void operator()(bool truth) const { out += truth ? "true" : "false"; }
  void operator()(std::int64_t number) const { out += std::to_string(number); }
  void operator()(double number) const { out += format_double(number); }
  void operator()(const std::string& text) const { out += json_quote(text); }
  void operator()(const List& list) const {
    out += '[';
    for (const Value& item : list) {
      if (&item != &list.front()) out += ',';
      write(item);
    }
    out += ']';
  }
  void operator()(const Map& map) const {
    std::vector<const MapEntry*> entries;
    for (const MapEntry& entry : map) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(), [](const MapEntry* a, const MapEntry* b) { return a->key < b->key; });
    out += '{';
    for (const MapEntry* entry : entries) {
      if (entry != entries.front()) out += ',';
      out += json_quote(entry->key) + ":";
      write(entry->value);
    }
    out += '}';
  }
  void operator()(const Call& call) const {
    out += "{" + json_quote((call.function.starts_with('$') ? "" : "$") + call.function) + ":[";
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (i > 0) out += ',';
      if (i == 1 && reads_entity(call)) {
        write_entity(*call.arguments[0].text(), call.arguments[1]);
      } else {
        write(call.arguments[i]);
      }
    }
    out += "]}";
  }

  static bool reads_entity(const Call& call) {
    return (call.function == "get_property" || call.function == "get_attribute" || call.function == "get_operation_output") &&
           !call.arguments.empty() && call.arguments.front().text() != nullptr;
  }

  /// The id, or a list of the id and an index.
  void write_entity(const std::string& kind, const Value& entity) const {
    const auto of = kind == "relationship" ? plan::Entity::Kind::relationship : plan::Entity::Kind::node;
    const List* list = entity.get_if<List>();
    if (const std::string* id = entity.text()) {
      out += json_quote(names.of(of, *id));
    } else if (list != nullptr && list->size() == 2 && list->front().text() != nullptr) {
      out += "[" + json_quote(names.of(of, *list->front().text())) + ",";
      write(list->back());
      out += ']';
    } else {
      write(entity);
    }
  }
};

}  // namespace

void append_canonical(std::string& out, const Value& value, const Names& names) { Writer{out, names}.write(value); }

}  // namespace planbuilder::diff
