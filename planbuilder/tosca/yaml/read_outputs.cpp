#include "planbuilder/tosca/yaml/read_outputs.h"

#include <optional>

#include "planbuilder/tosca/yaml/read_parameters.h"

namespace planbuilder::tosca::yaml {

namespace {

struct ReadOutput {
  std::optional<ParameterDefinition> definition;
  OutputAssignment assignment;  // to no entity where it is only defined
};

OutputAssignment read_mapping(Reader& reader, Node key, Node value) {
  OutputAssignment output{std::string(key.text()), {}, {}, key.at()};
  if (!value.present()) return output;
  const std::vector<std::string> path = read_texts(reader, value, "the attribute that an output is stored in");
  if (path.size() < 2) {
    if (value.is_sequence())
      reader.diagnostics.error(Code::wrong_value, value.at(),
                               "an output is stored in [entity, attribute], for example [SELF, port]");
    return output;
  }
  output.entity = path[0];
  output.attribute.assign(path.begin() + 1, path.end());
  return output;
}

/// `[SELF, attribute]`; in 2.0 also a parameter definition, whose `mapping` says the same.
ReadOutput read_output(Reader& reader, Node key, Node value) {
  const bool defines = value.is_mapping() && (is_2_0(reader.version) || value.find("type").present());
  if (!defines) return {std::nullopt, read_mapping(reader, key, value)};
  ParameterDefinition definition = read_parameter(reader, key, value);  // interface types define outputs
  return {std::move(definition), read_mapping(reader, key, value.find("mapping"))};
}

}  // namespace

Outputs read_outputs(Reader& reader, Node node, std::string_view what) {
  Outputs outputs;
  for (ReadOutput& read : read_named(reader, node, what, read_output)) {
    if (read.definition) outputs.defined.push_back(std::move(*read.definition));
    if (!read.assignment.entity.empty()) outputs.mapped.push_back(std::move(read.assignment));
  }
  return outputs;
}

}  // namespace planbuilder::tosca::yaml
