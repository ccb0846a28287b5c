#include "planbuilder/support/dump.h"

#include "planbuilder/support/text.h"

namespace planbuilder {

namespace {

constexpr std::size_t line_width = 110;

bool is_empty(const Value& value) {
  const List* list = value.get_if<List>();
  const Map* map = value.get_if<Map>();
  return value.is_null() || (list != nullptr && list->empty()) || (map != nullptr && map->empty());
}

/// Writes a value on one line, or its items each on a line of their own.
class PrettyWriter {
 public:
  std::string write(const Value& value) {
    put(value, 0);
    return std::move(out_) + "\n";
  }

 private:
  void put(const Value& value, std::size_t depth) {
    const std::size_t line_start = out_.rfind('\n') + 1;  // npos + 1 is the start of the text
    const std::size_t begin = out_.size();
    put_flat(value, line_start + line_width);
    if (out_.size() <= line_start + line_width || !has_items(value)) return;
    out_.resize(begin);
    put_open(value, depth);
  }

  static bool has_items(const Value& value) {
    return value.get_if<List>() != nullptr || value.get_if<Map>() != nullptr || value.call() != nullptr;
  }
  static std::string key_of(const Call& call) { return (call.function.starts_with('$') ? "" : "$") + call.function; }

  /// Goes on until it is clear that the line gets too long.
  void put_flat(const Value& value, std::size_t end) {
    if (const List* list = value.get_if<List>()) {
      put_flat_items('[', ']', *list, end, [&](const Value& item) { put_flat(item, end); });
    } else if (const Map* map = value.get_if<Map>()) {
      put_flat_items('{', '}', *map, end, [&](const MapEntry& entry) { put_flat_entry(entry.key, entry.value, end); });
    } else if (const Call* call = value.call()) {
      out_ += '{' + json_quote(key_of(*call)) + ": ";
      put_flat_items('[', ']', call->arguments, end, [&](const Value& item) { put_flat(item, end); });
      out_ += '}';
    } else {
      out_ += value.text() != nullptr ? json_quote(*value.text()) : value.is_null() ? "null" : to_text(value);
    }
  }
  void put_flat_entry(const std::string& key, const Value& value, std::size_t end) {
    out_ += json_quote(key) + ": ";
    put_flat(value, end);
  }
  template <class Items, class Put>
  void put_flat_items(char open, char close, const Items& items, std::size_t end, const Put& put_item) {
    out_ += open;
    for (const auto& item : items) {
      if (&item != &items.front()) out_ += ", ";
      if (out_.size() > end) return;
      put_item(item);
    }
    out_ += close;
  }

  void put_open(const Value& value, std::size_t depth) {
    if (const List* list = value.get_if<List>()) {
      put_lines('[', ']', *list, depth, [&](const Value& item) { put(item, depth + 1); });
    } else if (const Map* map = value.get_if<Map>()) {
      put_lines('{', '}', *map, depth, [&](const MapEntry& entry) { put_entry(entry.key, entry.value, depth + 1); });
    } else if (const Call* call = value.call()) {
      const std::vector<const Call*> only = {call};
      put_lines('{', '}', only, depth, [&](const Call* each) { put_entry(key_of(*each), Value{each->arguments}, depth + 1); });
    }
  }
  void put_entry(const std::string& key, const Value& value, std::size_t depth) {
    out_ += json_quote(key) + ": ";
    put(value, depth);
  }
  template <class Items, class Put>
  void put_lines(char open, char close, const Items& items, std::size_t depth, const Put& put_item) {
    out_ += open;
    for (const auto& item : items) {
      if (&item != &items.front()) out_ += ',';
      out_ += "\n" + std::string(2 * (depth + 1), ' ');
      put_item(item);
    }
    out_ += "\n" + std::string(2 * depth, ' ') + close;
  }

  std::string out_;
};

}  // namespace

DumpedObject& DumpedObject::add(std::string key, std::string_view text) {
  if (!text.empty()) map_.push_back({std::move(key), Value{std::string(text)}});
  return *this;
}

DumpedObject& DumpedObject::add(std::string key, Value value) {
  if (!is_empty(value)) map_.push_back({std::move(key), std::move(value)});
  return *this;
}

DumpedObject& DumpedObject::add(std::string key, const std::vector<std::string>& texts) {
  return add_list(std::move(key), texts, [](const std::string& text) { return Value{text}; });
}

DumpedObject& DumpedObject::add_flag(std::string key, bool flag) {
  if (flag) map_.push_back({std::move(key), Value{true}});
  return *this;
}

DumpedObject& DumpedObject::add_number(std::string key, std::int64_t number) {
  map_.push_back({std::move(key), Value{number}});
  return *this;
}

DumpedObject& DumpedObject::add_place(const SourceRange& at, const Sources& sources) {
  const auto place = sources.locate(at);
  return place ? add("at", to_string(*place)) : *this;
}

std::string to_pretty_json(const Value& value) { return PrettyWriter().write(value); }

}  // namespace planbuilder
