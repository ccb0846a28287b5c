#include "planbuilder/tosca/yaml/read_artifacts.h"

#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

void read_type(Reader& reader, Node node, Artifact& into) { into.type = read_reference(reader, node, "an artifact type"); }

/// The table of the standard has `artifact_version`; its grammar and its example have `version`.
void read_version_of_example(Reader& reader, Node node, Artifact&) {
  read_text(reader, node, "the version of an artifact");
  reader.diagnostics.warning(Code::typing_slip, node.at(), "the version of an artifact is 'artifact_version' (section 12.2)");
}

constexpr Keyname<Artifact> artifact_table[] = {
    {"type", until_1_3, optional, read_type},
    {"type", since_2_0, mandatory, read_type},
    {"file", since_1_0, mandatory, [](Reader& r, Node n, Artifact& a) { a.file = read_text(r, n, "the file of an artifact"); }},
    {"repository", since_1_0, optional,
     [](Reader& r, Node n, Artifact& a) { a.details.make().repository = read_text(r, n, "'repository'"); }},
    {"description", since_1_0, optional, only_text<Artifact>},
    {"deploy_path", until_1_3, optional, only_text<Artifact>},
    {"metadata", since_2_0, optional, only_map<Artifact>},
    {"artifact_version", only_1_3, optional, only_version<Artifact>},
    {"artifact_version", since_2_0, optional, [](Reader& r, Node n, Artifact&) { read_text(r, n, "'artifact_version'"); }},
    {"version", only_1_3, optional, only_version<Artifact>},  // so the grammar of 1.3, beside its table of keynames
    {"version", since_2_0, optional, read_version_of_example},
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
    const bool is_checked = contains(since_1_3, reader.version) && !artifact.details->checksum.empty();
    if (is_checked && artifact.details->checksum_algorithm.empty())
      report_missing_keyname(reader, node, "an artifact with a checksum", "checksum_algorithm");
  }
  return artifact;
}

Artifact read_artifact(Reader& reader, Node key, Node value) {
  // Only implementations have a short notation in 2.0: elsewhere the type is mandatory.
  const bool is_complete = !is_2_0(reader.version) || expect_mapping(reader, value, "an artifact");
  Artifact artifact = is_complete ? read_implementation_artifact(reader, value) : Artifact();
  artifact.name = std::string(key.text());
  artifact.at = key.at();
  return artifact;
}

}  // namespace planbuilder::tosca::yaml
