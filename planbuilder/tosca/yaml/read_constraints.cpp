#include "planbuilder/tosca/yaml/read_constraints.h"

#include "planbuilder/tosca/scalars/constraint.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

/// Details are shared once they are there, so a change makes new ones.
template <class Change>
void change_details(Schema& schema, const Change& change) {
  auto details = schema.details ? std::make_shared<SchemaDetails>(*schema.details) : std::make_shared<SchemaDetails>();
  change(*details);
  schema.details = std::move(details);
}

ConstraintClause read_clause(Reader& reader, Node key, Node value) {
  const std::string_view name = key.is_scalar() ? key.text() : std::string_view();
  if (!constraint_named(name)) {
    report_unknown_keyname(reader, key, "a constraint", names_of_constraints());
  } else if (name == "schema" && !contains(since_1_3, reader.version)) {
    report_foreign_keyname(reader, key, "a constraint", since_1_3);
  }
  return {{std::string(name), key.at()}, read_value(reader, value)};
}

constexpr Keyname<Schema> schema_table[] = {
    {"type", since_1_0, mandatory, [](Reader& r, Node n, Schema& s) { s.type = read_reference(r, n, "a type"); }},
    {"description", since_1_0, optional, [](Reader& r, Node n, Schema&) { read_text(r, n, "a description"); }},
    {"metadata", since_2_0, optional, only_map<Schema>},
    {"constraints", until_1_3, optional, read_constraints},
    {"validation", since_2_0, optional, read_validation},
    {"default", since_2_0, optional, no_meaning<Schema>},
    {"key_schema", since_1_3, optional, read_key_schema},
    {"entry_schema", since_1_0, optional, read_entry_schema},
};

}  // namespace

Schema read_schema(Reader& reader, Node node, std::string_view what) {
  Schema schema;
  if (node.is_scalar()) {
    schema.type = read_reference(reader, node, "a type");
  } else {
    read_keynames<Schema>(reader, node, what, schema_table, schema);
  }
  return schema;
}

void read_validation(Reader& reader, Node node, Schema& into) {
  Value validation = read_value(reader, node);
  if (validation.call() == nullptr) {
    reader.diagnostics.error(Code::bad_constraint, node.at(),
                             "'validation' is a function that is true or false, for example {$greater_than: [$value, 0]}");
    return;
  }
  change_details(into, [&](SchemaDetails& details) { details.validations.push_back(std::move(validation)); });
}

void read_constraints(Reader& reader, Node node, Schema& into) {
  if (node.is_null() || !expect_sequence(reader, node, "'constraints'")) return;
  change_details(into, [&](SchemaDetails& details) {
    for (const Node item : node.items()) {
      if (item.is_scalar()) {
        details.constraints.push_back({{}, read_value(reader, item)});
      } else if (expect_mapping(reader, item, "a constraint")) {
        if (item.size() > 1 && !is_alien(reader.version))
          reader.diagnostics.error(Code::bad_constraint, item.at(), "a list item has one constraint: write an item for each");
        for (const auto [key, value] : item.entries()) details.constraints.push_back(read_clause(reader, key, value));
      }
    }
  });
}

void read_entry_schema(Reader& reader, Node node, Schema& into) {
  change_details(into, [&](SchemaDetails& details) { details.entry = read_schema(reader, node, "an entry schema"); });
}

void read_key_schema(Reader& reader, Node node, Schema& into) {
  change_details(into, [&](SchemaDetails& details) { details.key = read_schema(reader, node, "a key schema"); });
}

}  // namespace planbuilder::tosca::yaml
