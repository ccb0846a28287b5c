#include "planbuilder/tosca/yaml/read_values.h"

#include <algorithm>
#include <array>

namespace planbuilder::tosca::yaml {

namespace {

constexpr std::array<std::string_view, 9> functions = {
    "get_input", "get_property", "get_attribute", "get_operation_output", "get_nodes_of_type", "get_artifact",
    "concat",    "join",         "token"};

bool is_function_call(Node node) {
  if (!node.is_mapping() || node.size() != 1) return false;
  const Node key = (*node.entries().begin()).key;
  return key.is_scalar() && std::find(functions.begin(), functions.end(), key.text()) != functions.end();
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

void read_entry_schema(Reader& reader, Node node, ParameterDefinition& into) {
  if (node.is_scalar()) {
    into.schema.entry_type = std::string(node.text());
  } else if (expect_mapping(reader, node, "an entry schema")) {
    const Node type = node.find("type");
    if (type.present()) into.schema.entry_type = read_text(reader, type, "the type of an entry schema");
  }
}

void read_required(Reader& reader, Node node, ParameterDefinition& into) {
  const std::string text = read_text(reader, node, "'required'");
  if (text != "true" && text != "false") {
    reader.diagnostics.error(Code::wrong_value, node.at(), "'required' must be true or false");
  }
  into.required = text != "false";
}

using Row = Keyname<ParameterDefinition>;
constexpr auto optional = Presence::optional;
constexpr auto ignore = no_meaning<ParameterDefinition>;

constexpr Row parameter_table[] = {
    {"type", since_1_0, optional,
     [](Reader& r, Node n, ParameterDefinition& p) { p.schema.type = read_reference(r, n, "a type"); }},
    {"description", since_1_0, optional,
     [](Reader& r, Node n, ParameterDefinition& p) { p.description = read_text(r, n, "a description"); }},
    {"required", since_1_0, optional, read_required},
    {"default", since_1_0, optional, [](Reader& r, Node n, ParameterDefinition& p) { p.default_value = read_value(r, n); }},
    {"value", since_1_0, optional, [](Reader& r, Node n, ParameterDefinition& p) { p.value = read_value(r, n); }},
    {"entry_schema", since_1_0, optional, read_entry_schema},
    {"key_schema", since_1_3, optional, ignore},
    {"status", since_1_0, optional, ignore},
    {"constraints", since_1_0, optional, ignore},
    {"metadata", since_1_2, optional, ignore},
    {"external-schema", since_1_2, optional, ignore},
};

}  // namespace

Value read_value(Reader& reader, Node node) {
  switch (node.kind()) {
    case Kind::scalar: return {std::string(node.text()), node.at(), !node.is_quoted()};
    case Kind::sequence: {
      List list;
      for (const Node item : node.items()) list.push_back(read_value(reader, item));
      return {std::move(list), node.at()};
    }
    case Kind::mapping: {
      if (is_function_call(node)) return read_call(reader, node);
      Map map;
      for (const auto [key, value] : node.entries()) {
        if (expect_scalar(reader, key, "the key of a value")) map.push_back({std::string(key.text()), read_value(reader, value)});
      }
      return {std::move(map), node.at()};
    }
    default: return {{}, node.at()};
  }
}

Reference read_reference(Reader& reader, Node node, std::string_view what) { return {read_text(reader, node, what), node.at()}; }

Assignment read_assignment(Reader& reader, Node key, Node value) {
  return {std::string(key.text()), read_value(reader, value), key.at()};
}

std::vector<Assignment> read_assignments(Reader& reader, Node map, std::string_view what) {
  return read_named(reader, map, what, read_assignment);
}

ParameterDefinition read_parameter(Reader& reader, Node key, Node value) {
  ParameterDefinition parameter;
  parameter.name = std::string(key.text());
  parameter.at = key.at();
  read_keynames<ParameterDefinition>(reader, value, "a parameter definition", parameter_table, parameter);
  return parameter;
}

ParameterDefinition read_operation_input(Reader& reader, Node key, Node value) {
  if (value.is_mapping() && !is_function_call(value) && value.find("type").present()) return read_parameter(reader, key, value);
  ParameterDefinition input;
  input.name = std::string(key.text());
  input.at = key.at();
  input.value = read_value(reader, value);
  return input;
}

}  // namespace planbuilder::tosca::yaml
