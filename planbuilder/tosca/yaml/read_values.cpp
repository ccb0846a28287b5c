#include "planbuilder/tosca/yaml/read_values.h"

#include <algorithm>
#include <cctype>

#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/scalars/primitive.h"

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

/// Texts in Base64 and timestamps are plain texts in TOSCA 2.0 (9.1.1.5, 9.1.2.1).
void check_tag(const Reader& reader, Node node) {
  if (!is_2_0(reader.version) || !node.has_foreign_tag()) return;
  reader.diagnostics.error(Code::wrong_value, node.at(),
                           "the YAML types !!binary and !!timestamp are none of TOSCA: write the text without the tag");
}

Value read_scalar(const Reader& reader, Node node) {
  check_tag(reader, node);
  // Without arguments a function is just its name: `$value`.
  if (is_2_0(reader.version) && is_marked_function(node.text())) return {Call{std::string(node.text()), {}}, node.at()};
  return {read_unescaped(reader, node.text()), node.at(), !node.is_quoted()};
}

Call call_of(Reader& reader, std::string_view function, Node value) {
  Call call{std::string(function), {}};
  if (value.is_sequence()) {
    for (const Node item : value.items()) call.arguments.push_back(read_value(reader, item));
  } else if (!value.is_null() || !is_2_0(reader.version)) {
    call.arguments.push_back(read_value(reader, value));
  }
  return call;
}

/// Of a key that is a call: a suffix after a second `$` only tells it from others.
std::string_view without_suffix(std::string_view function) { return function.substr(0, function.find('$', 1)); }

bool is_call_as_key(const Reader& reader, Node key) {
  if (!is_2_0(reader.version) || !key.is_mapping() || key.size() != 1) return false;
  const Node function = (*key.entries().begin()).key;
  return function.is_scalar() && is_marked_function(without_suffix(function.text()));
}

/// Its key is the call as it is written, until it is computed.
MapEntry read_entry_of_call(Reader& reader, Node key, Node value) {
  const auto [function, arguments] = *key.entries().begin();
  Value call{call_of(reader, without_suffix(function.text()), arguments), key.at()};
  std::string shown = std::string(function.text()) + ": " + to_text({List(call.call()->arguments), key.at()});
  return {std::move(shown), read_value(reader, value), std::move(call)};
}

/// TOSCA 2.0, 9.1.3.2: keys are strings.
void check_key(const Reader& reader, Node key) {
  Value read{std::string(key.text()), key.at(), true};
  if (!is_2_0(reader.version) || key.is_quoted()) return;
  type_as_yaml(read);
  if (read.text() != nullptr) return;
  reader.diagnostics.error(Code::wrong_value, key.at(), "the key of a map must be a string, but YAML reads this as another type")
      .explain("Put it in quotes.");
}

Value read_map(Reader& reader, Node node) {
  Map map;
  map.reserve(node.size());
  for (const auto [key, value] : node.entries()) {
    if (is_call_as_key(reader, key)) {
      map.push_back(read_entry_of_call(reader, key, value));
      continue;
    }
    if (!expect_scalar(reader, key, "the key of a value")) continue;
    check_key(reader, key);
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
  return {call_of(reader, key.text(), value), node.at()};
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
