#include "planbuilder/tosca/yaml/read_values.h"

#include <algorithm>
#include <array>

#include "planbuilder/tosca/values/primitive.h"
#include "planbuilder/tosca/yaml/read_constraints.h"

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

void read_required(Reader& reader, Node node, ParameterDefinition& into) {
  Value value = read_value(reader, node);
  if (settle_as(Primitive::boolean, value)) {
    into.required = *value.get_if<bool>();
  } else {
    reader.diagnostics.error(Code::wrong_value, node.at(), "'required' must be true or false");
  }
}

void read_status(Reader& reader, Node node, ParameterDefinition&) {
  static const std::vector<std::string_view> known = {"supported", "unsupported", "experimental", "deprecated"};
  const std::string text = read_text(reader, node, "'status'");
  if (!text.empty() && std::find(known.begin(), known.end(), text) == known.end()) {
    reader.diagnostics.error(Code::wrong_value, node.at(),
                             "'status' must be supported, unsupported, experimental or deprecated" + did_you_mean(text, known));
  }
}

using Row = Keyname<ParameterDefinition>;
constexpr auto optional = Presence::optional;
constexpr auto ignore = no_meaning<ParameterDefinition>;

void read_type(Reader& reader, Node node, ParameterDefinition& into) {
  into.schema.type = read_reference(reader, node, "a type");
}

// What properties, attributes and parameters have in common.
// The type may be left out of what refines an inherited definition; whether there is one is known later.
constexpr Row type{"type", since_1_0, optional, read_type};
constexpr Row description{"description", since_1_0, optional, [](Reader& r, Node n, ParameterDefinition& p) {
                            if (!n.is_null()) p.description = read_text(r, n, "a description");
                          }};
constexpr Row required{"required", since_1_0, optional, read_required};
constexpr Row default_value{"default", since_1_0, optional,
                            [](Reader& r, Node n, ParameterDefinition& p) { p.default_value = read_value(r, n); }};
constexpr Row status{"status", since_1_0, optional, read_status};
constexpr Row constraints{"constraints", since_1_0, optional,
                          [](Reader& r, Node n, ParameterDefinition& p) { read_constraints(r, n, p.schema); }};
constexpr Row key_schema{"key_schema", since_1_3, optional,
                         [](Reader& r, Node n, ParameterDefinition& p) { read_key_schema(r, n, p.schema); }};
constexpr Row entry_schema{"entry_schema", since_1_0, optional,
                           [](Reader& r, Node n, ParameterDefinition& p) { read_entry_schema(r, n, p.schema); }};
constexpr Row metadata{"metadata", since_1_2, optional, ignore};
constexpr Row external_schema{"external-schema", since_1_2, optional, ignore};

constexpr Row property_table[] = {type,        description, required,     default_value, status,
                                  constraints, key_schema,  entry_schema, metadata,      external_schema};

// The standard has no constraints here, but 1.x templates that write them mean what they say.
constexpr Row attribute_table[] = {type, description, default_value, status, constraints, key_schema, entry_schema, metadata};

// A parameter may leave its type open altogether: its value tells.
constexpr Row parameter_table[] = {
    type,
    description,
    required,
    default_value,
    {"value", since_1_0, optional, [](Reader& r, Node n, ParameterDefinition& p) { p.value = read_value(r, n); }},
    status,
    constraints,
    key_schema,
    entry_schema,
    metadata,
    external_schema,
};

ParameterDefinition read_definition(Reader& reader, Node key, Node value, std::string_view what, std::span<const Row> table) {
  ParameterDefinition definition;
  definition.name = std::string(key.text());
  definition.at = key.at();
  read_keynames<ParameterDefinition>(reader, value, what, table, definition);
  return definition;
}

}  // namespace

Value read_value(Reader& reader, Node node) {
  switch (node.kind()) {
    case Kind::scalar: return {std::string(node.text()), node.at(), !node.is_quoted()};
    case Kind::sequence: {
      List list;
      list.reserve(node.size());
      for (const Node item : node.items()) list.push_back(read_value(reader, item));
      return {std::move(list), node.at()};
    }
    case Kind::mapping: {
      if (is_function_call(node)) return read_call(reader, node);
      Map map;
      map.reserve(node.size());
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

ParameterDefinition read_property(Reader& reader, Node key, Node value) {
  return read_definition(reader, key, value, "a property definition", property_table);
}

ParameterDefinition read_attribute(Reader& reader, Node key, Node value) {
  return read_definition(reader, key, value, "an attribute definition", attribute_table);
}

ParameterDefinition read_parameter(Reader& reader, Node key, Node value) {
  return read_definition(reader, key, value, "a parameter definition", parameter_table);
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
