// Schemas of values: constraint clauses, and the schemas of entries and keys.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// `- in_range: [1, 4]`, one clause per item; a bare value means `equal`.
void read_constraints(Reader& reader, Node node, Schema& into);

/// An expression over `$value` that must be true.
void read_validation(Reader& reader, Node node, Schema& into);

/// A schema as it stands in a list of arguments.
Schema read_schema(Reader& reader, Node node, std::string_view what);

/// The name of a type, or a schema written out.
void read_entry_schema(Reader& reader, Node node, Schema& into);
void read_key_schema(Reader& reader, Node node, Schema& into);

}  // namespace planbuilder::tosca::yaml
