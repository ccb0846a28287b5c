#include "planbuilder/tosca/yaml/read_functions.h"

#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/yaml/read_constraints.h"
#include "planbuilder/tosca/yaml/read_interfaces.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

std::vector<Schema> read_arguments(Reader& reader, Node node) {
  std::vector<Schema> all;
  if (!expect_sequence(reader, node, "the arguments of a function")) return all;
  for (const Node item : node.items()) all.push_back(read_schema(reader, item, "an argument"));
  return all;
}

constexpr Keyname<FunctionSignature> signature_table[] = {
    {"arguments", since_2_0, optional, [](Reader& r, Node n, FunctionSignature& s) { s.arguments = read_arguments(r, n); }},
    {"optional_arguments", since_2_0, optional,
     [](Reader& r, Node n, FunctionSignature& s) { s.optional_arguments = read_arguments(r, n); }},
    {"variadic", since_2_0, optional,
     [](Reader& r, Node n, FunctionSignature& s) {
       // Either a schema, or the word that the last argument may be repeated.
       if (n.is_mapping()) {
         s.variadic = read_schema(r, n, "an argument");
       } else if (Value value = read_value(r, n); !type_as(Primitive::boolean, value)) {
         r.diagnostics.error(Code::wrong_value, n.at(), "'variadic' must be true or false");
       } else if (*value.get_if<bool>()) {
         s.variadic.emplace();
       }
     }},
    {"result", since_2_0, optional, [](Reader& r, Node n, FunctionSignature& s) { s.result = read_schema(r, n, "a result"); }},
    {"implementation", since_2_0, optional,
     [](Reader& r, Node n, FunctionSignature& s) { s.implementation = read_primary_artifact(r, n); }},
    {"description", since_2_0, optional, only_text<FunctionSignature>},
    {"metadata", since_2_0, optional, only_map<FunctionSignature>},
};

void read_signatures(Reader& reader, Node node, FunctionDefinition& into) {
  if (!expect_sequence(reader, node, "the signatures of a function")) return;
  if (node.size() == 0) reader.diagnostics.error(Code::wrong_value, node.at(), "a function must have at least one signature");
  for (const Node item : node.items()) {
    FunctionSignature& signature = into.signatures.emplace_back();
    signature.at = item.at();
    if (into.of_service && item.is_null()) continue;  // it stands for one that stays as it is
    read_keynames<FunctionSignature>(reader, item, "the signature of a function", signature_table, signature);
  }
}

constexpr Keyname<FunctionDefinition> function_table[] = {
    {"signatures", since_2_0, mandatory, read_signatures},
    {"description", since_2_0, optional, only_text<FunctionDefinition>},
    {"metadata", since_2_0, optional, only_map<FunctionDefinition>},
};

FunctionDefinition read_function(Reader& reader, Node key, Node value, bool of_service) {
  FunctionDefinition function{std::string(key.text()), {}, key.at(), of_service};
  if (function.name.find('$') != std::string::npos)
    reader.diagnostics.error(Code::wrong_value, key.at(), "the name of a function has no '$': that marks its calls");
  read_keynames<FunctionDefinition>(reader, value, "a function", function_table, function);
  return function;
}

}  // namespace

std::vector<FunctionDefinition> read_functions(Reader& reader, Node node) {
  return read_named<FunctionDefinition>(reader, node, "'functions'",
                                        [](Reader& r, Node key, Node value) { return read_function(r, key, value, false); });
}

std::vector<FunctionDefinition> read_service_functions(Reader& reader, Node node) {
  return read_named<FunctionDefinition>(reader, node, "'functions'",
                                        [](Reader& r, Node key, Node value) { return read_function(r, key, value, true); });
}

}  // namespace planbuilder::tosca::yaml
