#include "planbuilder/tosca/yaml/read_artifacts.h"

#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

constexpr Keyname<Artifact> artifact_table[] = {
    {"type", since_1_0, optional, [](Reader& r, Node n, Artifact& a) { a.type = read_reference(r, n, "an artifact type"); }},
    {"file", since_1_0, mandatory, [](Reader& r, Node n, Artifact& a) { a.file = read_text(r, n, "the file of an artifact"); }},
    {"repository", since_1_0, optional,
     [](Reader& r, Node n, Artifact& a) { a.details.make().repository = read_text(r, n, "'repository'"); }},
    {"description", since_1_0, optional, only_text<Artifact>},
    {"deploy_path", until_1_3, optional, only_text<Artifact>},
    {"metadata", since_2_0, optional, only_map<Artifact>},
    {"artifact_version", since_1_3, optional, only_version<Artifact>},
    {"version", only_1_3, optional, only_version<Artifact>},  // so the grammar of 1.3, beside its table of keynames
    {"checksum", since_1_3, optional,
     [](Reader& r, Node n, Artifact& a) { a.details.make().checksum = read_text(r, n, "'checksum'"); }},
    {"checksum_algorithm", since_1_3, optional,
     [](Reader& r, Node n, Artifact& a) { a.details.make().checksum_algorithm = read_text(r, n, "'checksum_algorithm'"); }},
    {"properties", since_1_3, optional,
     [](Reader& r, Node n, Artifact& a) {
       a.details.make().properties = read_assignments(r, n, "the properties of an artifact");
     }},
};

}  // namespace

Artifact read_implementation_artifact(Reader& reader, Node node) {
  Artifact artifact;
  artifact.at = node.at();
  if (node.is_scalar()) {
    artifact.file = std::string(node.text());
  } else {
    read_keynames<Artifact>(reader, node, "an artifact", artifact_table, artifact);
  }
  return artifact;
}

Artifact read_artifact(Reader& reader, Node key, Node value) {
  Artifact artifact = read_implementation_artifact(reader, value);
  artifact.name = std::string(key.text());
  artifact.at = key.at();
  return artifact;
}

}  // namespace planbuilder::tosca::yaml
