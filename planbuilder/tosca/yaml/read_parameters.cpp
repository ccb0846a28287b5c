#include "planbuilder/tosca/yaml/read_parameters.h"

#include <algorithm>
#include <cctype>
#include <span>

#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/yaml/read_constraints.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

void read_required(Reader& reader, Node node, ParameterDefinition& into) {
  Value value = read_value(reader, node);
  if (is_2_0(reader.version)) type_as_yaml(value);  // where `yes` is a string
  if (value.get_if<bool>() != nullptr || (!is_2_0(reader.version) && type_as(Primitive::boolean, value))) {
    into.required = *value.get_if<bool>();
    into.says_required = true;
  } else {
    reader.diagnostics.error(Code::wrong_value, node.at(), "'required' must be true or false");
  }
}

void read_status(Reader& reader, Node node, ParameterDefinition&) {
  static const std::vector<std::string_view> known = {"supported", "unsupported", "experimental", "deprecated"};
  std::string text = read_text(reader, node, "'status'");
  // Published types write it in capital letters too.
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (!text.empty() && std::find(known.begin(), known.end(), text) == known.end()) {
    reader.diagnostics.error(Code::wrong_value, node.at(),
                             "'status' must be supported, unsupported, experimental or deprecated" + did_you_mean(text, known));
  }
}

using Row = Keyname<ParameterDefinition>;
constexpr auto ignore = no_meaning<ParameterDefinition>;

void read_type(Reader& reader, Node node, ParameterDefinition& into) {
  if (is_empty_section(reader, node, "'type'")) return;
  into.schema.type = read_reference(reader, node, "a type");
}

/// Of all metadata only what says that a value must not be shown has a meaning here.
void read_secrecy(Reader& reader, Node node, ParameterDefinition& into) {
  check_map(reader, node);
  if (!node.is_mapping()) return;
  for (const std::string_view word : {"secret", "sensitive"}) {
    const Node value = node.find(word);
    into.secret = into.secret || (value.present() && value.is_scalar() && value.text() == "true");
  }
}

// What properties, attributes and parameters have in common.
// The type may be left out of what refines an inherited definition; whether there is one is known later.
constexpr Row type{"type", since_1_0, optional, read_type};
constexpr Row description{"description", since_1_0, optional, [](Reader& r, Node n, ParameterDefinition& p) {
                            check_text(r, n);
                            if (n.is_scalar()) p.description = std::string(n.text());
                          }};
constexpr Row required{"required", since_1_0, optional, read_required};
constexpr Row default_value{"default", since_1_0, optional,
                            [](Reader& r, Node n, ParameterDefinition& p) { p.default_value = read_value(r, n); }};
constexpr Row status{"status", since_1_0, optional, read_status};
constexpr Row validation{"validation", since_2_0, optional,
                         [](Reader& r, Node n, ParameterDefinition& p) { read_validation(r, n, p.schema); }};
constexpr Row constraints{"constraints", until_1_3, optional,
                          [](Reader& r, Node n, ParameterDefinition& p) { read_constraints(r, n, p.schema); }};
constexpr Row key_schema{"key_schema", since_1_3, optional,
                         [](Reader& r, Node n, ParameterDefinition& p) { read_key_schema(r, n, p.schema); }};
constexpr Row entry_schema{"entry_schema", since_1_0, optional,
                           [](Reader& r, Node n, ParameterDefinition& p) { read_entry_schema(r, n, p.schema); }};
constexpr Row metadata{"metadata", since_1_2, optional, read_secrecy};
constexpr Row hidden{"hidden", only_alien, optional, ignore};  // from forms
constexpr Row external_schema{"external-schema", from_1_2_to_1_3, optional, ignore};
// What a derived type refines may be fixed.
constexpr Row fixed_value{"value", since_1_3, optional,
                          [](Reader& r, Node n, ParameterDefinition& p) { p.value = read_value(r, n); }};

constexpr Row property_table[] = {type,        description, required,   default_value, fixed_value, status,         hidden,
                                  constraints, validation,  key_schema, entry_schema,  metadata,    external_schema};

// The standard has no constraints here, but 1.x templates that write them mean what they say.
constexpr Row attribute_table[] = {type,       description, default_value, status,  constraints,
                                   validation, key_schema,  entry_schema,  metadata};

/// Of interfaces: in 2.0 a function, as `validation` has it; in 1.x a list of clauses.
void read_constraints_or_validation(Reader& reader, Node node, ParameterDefinition& into) {
  node.is_mapping() ? read_validation(reader, node, into.schema) : read_constraints(reader, node, into.schema);
}

// The event grammar lets interfaces have properties and attributes; types define them, templates assign to them.
constexpr Row interface_member_table[] = {type,
                                          description,
                                          required,
                                          default_value,
                                          status,
                                          {"constraints", since_1_0, optional, read_constraints_or_validation},
                                          {"validation", since_1_0, optional, read_constraints_or_validation},
                                          key_schema,
                                          entry_schema,
                                          metadata};

// A parameter may leave its type open altogether: its value tells.
constexpr Row parameter_table[] = {
    type,
    description,
    required,
    default_value,
    {"value", since_1_0, optional, [](Reader& r, Node n, ParameterDefinition& p) { p.value = read_value(r, n); }},
    {"mapping", since_2_0, optional, [](Reader& r, Node n, ParameterDefinition& p) { p.mapping = read_value(r, n); }},
    status,
    constraints,
    validation,
    key_schema,
    entry_schema,
    metadata,
    external_schema,
    hidden,
};

/// What says something of a parameter, rather than being its value.
bool is_definition(const Reader& reader, Node value) {
  if (!value.is_mapping() || is_function_call(reader, value)) return false;
  if (!is_2_0(reader.version)) return value.find("type").present();
  bool says_something = false;
  for (const auto [key, content] : value.entries()) {
    const std::string_view name = key.is_scalar() ? key.text() : std::string_view();
    const auto same = [&](const Row& row) { return row.name == name; };
    if (std::none_of(std::begin(parameter_table), std::end(parameter_table), same)) return false;
    says_something = says_something || name == "type" || name == "default" || name == "value" || name == "required" ||
                     name == "validation" || name == "mapping";
  }
  return says_something;
}

bool is_plain_value(const Reader& reader, Node value) {
  return value.is_scalar() || value.is_sequence() || is_function_call(reader, value);
}

ParameterDefinition read_definition(Reader& reader, Node key, Node value, std::string_view what, std::span<const Row> table) {
  ParameterDefinition definition;
  definition.name = read_unescaped(reader, key.text());
  definition.at = key.at();
  read_keynames<ParameterDefinition>(reader, value, what, table, definition);
  return definition;
}

/// TOSCA 2.0, 9.7: the text says that it should not be, which is less than that it must not.
void warn_of_direction(Reader& reader, Node at, const std::string& what) {
  reader.diagnostics.warning(Code::typing_slip, at.at(), what + " (TOSCA 2.0, 9.7)");
}

/// What is written as its value and nothing else.
ParameterDefinition read_value_alone(Reader& reader, Node key, Node value) {
  ParameterDefinition definition;
  definition.name = read_unescaped(reader, key.text());
  definition.at = key.at();
  definition.value = read_value(reader, value);
  return definition;
}

/// An attribute whose type says what it is made of: `{concat: [...]}`.
ParameterDefinition read_computed_attribute(Reader& reader, Node key, Node value) {
  ParameterDefinition attribute;
  attribute.name = std::string(key.text());
  attribute.at = key.at();
  attribute.schema.type = {"string", value.at()};
  attribute.default_value = read_value(reader, value);
  return attribute;
}

}  // namespace

ParameterDefinition read_property(Reader& reader, Node key, Node value) {
  // What is refined to a single value is written as that value.
  if (contains(since_1_3, reader.version) && is_plain_value(reader, value)) return read_value_alone(reader, key, value);
  return read_definition(reader, key, value, "a property definition", property_table);
}

ParameterDefinition read_attribute(Reader& reader, Node key, Node value) {
  if (is_alien(reader.version) && is_function_call(reader, value)) return read_computed_attribute(reader, key, value);
  return read_definition(reader, key, value, "an attribute definition", attribute_table);
}

ParameterDefinition read_interface_member(Reader& reader, Node key, Node value) {
  const auto is_keyname = [](const Entry& entry) {
    return std::any_of(std::begin(interface_member_table), std::end(interface_member_table),
                       [&](const Row& row) { return entry.key.is_scalar() && row.name == entry.key.text(); });
  };
  bool defines = value.is_mapping() && value.size() > 0;
  if (defines) {
    for (const Entry entry : value.entries()) defines = defines && is_keyname(entry);
  }
  if (defines) return read_definition(reader, key, value, "an attribute or property of an interface", interface_member_table);
  return read_value_alone(reader, key, value);
}

ParameterDefinition read_parameter(Reader& reader, Node key, Node value) {
  ParameterDefinition parameter = read_definition(reader, key, value, "a parameter definition", parameter_table);
  if (parameter.value && parameter.mapping.present()) {
    reader.diagnostics.error(Code::unknown_keyname, key.at(),
                             "a parameter has a 'value' where it goes out, or a 'mapping' where it comes in, and not both");
  }
  return parameter;
}

ParameterDefinition read_outgoing(Reader& reader, Node key, Node value) {
  const bool is_value = contains(since_1_3, reader.version) && is_plain_value(reader, value);
  if (is_value) return read_value_alone(reader, key, value);
  ParameterDefinition outgoing = read_parameter(reader, key, value);
  if (outgoing.mapping.present()) warn_of_direction(reader, value.find("mapping"), "a 'mapping' is for parameters that come in");
  return outgoing;
}

ParameterDefinition read_incoming(Reader& reader, Node key, Node value) {
  if (!is_2_0(reader.version)) return read_parameter(reader, key, value);
  if (!value.is_sequence()) {
    ParameterDefinition given = read_parameter(reader, key, value);
    if (given.value) warn_of_direction(reader, value.find("value"), "a 'value' is for parameters that go out");
    return given;
  }
  ParameterDefinition incoming;
  incoming.name = read_unescaped(reader, key.text());
  incoming.at = key.at();
  incoming.mapping = read_value(reader, value);
  return incoming;
}

ParameterDefinition read_operation_input(Reader& reader, Node key, Node value) {
  if (is_definition(reader, value)) return read_parameter(reader, key, value);
  ParameterDefinition input;
  input.name = std::string(key.text());
  input.at = key.at();
  input.value = read_value(reader, value);
  return input;
}

}  // namespace planbuilder::tosca::yaml
