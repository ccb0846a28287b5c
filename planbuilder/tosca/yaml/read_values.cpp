#include "planbuilder/tosca/yaml/read_values.h"

#include <algorithm>
#include <cctype>

#include "planbuilder/tosca/functions/function_table.h"

namespace planbuilder::tosca::yaml {

namespace {

/// 2.0 marks functions: `$concat`, `$namespace:function`. A key such as `$keygen: [UUID]` is text.
bool is_marked_function(std::string_view text) {
  if (text.size() < 2 || text[0] != '$' || text[1] == '$') return false;
  return std::all_of(text.begin() + 1, text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ':' || c >= 0x80;
  });
}

bool is_function_name(const Reader& reader, std::string_view text) {
  if (is_2_0(reader.version)) return is_marked_function(text);
  return find_function(text) != nullptr && !text.starts_with('$');
}

Value read_scalar(const Reader& reader, Node node) {
  // Without arguments a function is just its name: `$value`.
  if (is_2_0(reader.version) && is_marked_function(node.text())) return {Call{std::string(node.text()), {}}, node.at()};
  return {read_unescaped(reader, node.text()), node.at(), !node.is_quoted()};
}

Value read_map(Reader& reader, Node node) {
  Map map;
  map.reserve(node.size());
  for (const auto [key, value] : node.entries()) {
    if (!expect_scalar(reader, key, "the key of a value")) continue;
    if (is_2_0(reader.version) && is_marked_function(key.text()) && node.size() > 1) {
      reader.diagnostics.error(
          Code::bad_function, key.at(),
          "the call of '" + std::string(key.text()) + "' must stand alone in its map; a key that starts with $ is written $$");
      continue;
    }
    map.push_back({read_unescaped(reader, key.text()), read_value(reader, value)});
  }
  return {std::move(map), node.at()};
}

Value read_call(Reader& reader, Node node) {
  const auto [key, value] = *node.entries().begin();
  Call call{std::string(key.text()), {}};
  if (value.is_sequence()) {
    for (const Node item : value.items()) call.arguments.push_back(read_value(reader, item));
  } else {
    call.arguments.push_back(read_value(reader, value));
  }
  return {std::move(call), node.at()};
}

}  // namespace

bool is_function_call(const Reader& reader, Node node) {
  if (!node.is_mapping() || node.size() != 1) return false;
  const Node key = (*node.entries().begin()).key;
  return key.is_scalar() && is_function_name(reader, key.text());
}

std::string read_unescaped(const Reader& reader, std::string_view text) {
  return std::string(is_2_0(reader.version) && text.starts_with("$$") ? text.substr(1) : text);
}

Value read_value(Reader& reader, Node node) {
  switch (node.kind()) {
    case Kind::scalar: return read_scalar(reader, node);
    case Kind::sequence: {
      List list;
      list.reserve(node.size());
      for (const Node item : node.items()) list.push_back(read_value(reader, item));
      return {std::move(list), node.at()};
    }
    case Kind::mapping: return is_function_call(reader, node) ? read_call(reader, node) : read_map(reader, node);
    default: return {{}, node.at()};
  }
}

Reference read_reference(Reader& reader, Node node, std::string_view what) { return {read_text(reader, node, what), node.at()}; }

Assignment read_assignment(Reader& reader, Node key, Node value) {
  return {read_unescaped(reader, key.text()), read_value(reader, value), key.at()};
}

std::vector<Assignment> read_assignments(Reader& reader, Node map, std::string_view what) {
  return read_named(reader, map, what, read_assignment);
}

}  // namespace planbuilder::tosca::yaml
