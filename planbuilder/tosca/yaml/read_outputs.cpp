#include "planbuilder/tosca/yaml/read_outputs.h"

#include "planbuilder/tosca/yaml/read_parameters.h"

namespace planbuilder::tosca::yaml {

namespace {

/// `[SELF, attribute]`; in 2.0 also a parameter definition, whose `mapping` says the same.
OutputAssignment read_output(Reader& reader, Node key, Node value) {
  OutputAssignment output{std::string(key.text()), {}, {}, key.at()};
  if (value.is_mapping() && (is_2_0(reader.version) || value.find("type").present())) {  // interface types define outputs
    read_parameter(reader, key, value);
    value = value.find("mapping");
    if (!value.present()) return output;
  }
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

}  // namespace

std::vector<OutputAssignment> read_outputs(Reader& reader, Node node, std::string_view what) {
  std::vector<OutputAssignment> outputs = read_named(reader, node, what, read_output);
  std::erase_if(outputs, [](const OutputAssignment& output) { return output.entity.empty(); });
  return outputs;
}

}  // namespace planbuilder::tosca::yaml
