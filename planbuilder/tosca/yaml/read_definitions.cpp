#include "planbuilder/tosca/yaml/read_definitions.h"

#include <unordered_set>

#include "planbuilder/tosca/yaml/read_templates.h"
#include "planbuilder/tosca/yaml/read_types.h"
#include "planbuilder/tosca/yaml/read_values.h"

namespace planbuilder::tosca::yaml {

namespace {

constexpr auto optional = Presence::optional;
constexpr auto mandatory = Presence::mandatory;

constexpr Keyname<Import> import_table[] = {
    {"file", since_1_0, mandatory, [](Reader& r, Node n, Import& i) { i.file = read_text(r, n, "the file of an import"); }},
    {"repository", since_1_0, optional, [](Reader& r, Node n, Import& i) { i.repository = read_text(r, n, "'repository'"); }},
    {"namespace_prefix", since_1_0, optional,
     [](Reader& r, Node n, Import& i) { i.namespace_prefix = read_text(r, n, "'namespace_prefix'"); }},
    {"namespace_uri", since_1_0, optional, no_meaning<Import>},
};

Import read_import(Reader& reader, Node node) {
  Import import;
  import.at = node.at();
  if (node.is_scalar()) {
    import.file = std::string(node.text());
  } else {
    read_keynames<Import>(reader, node, "an import", import_table, import);
  }
  return import;
}

/// `- file`, `- {file: ...}`, and the older `- name: file` or `- name: {file: ...}`.
void read_imports(Reader& reader, Node node, File& into) {
  if (node.is_null() || !expect_sequence(reader, node, "'imports'")) return;
  for (const Node item : node.items()) {
    const bool named = item.is_mapping() && item.size() == 1 && !item.find("file").present();
    into.imports.push_back(read_import(reader, named ? (*item.entries().begin()).value : item));
  }
}

void read_metadata(Reader& reader, Node node, File& into) {
  if (node.is_null() || !expect_mapping(reader, node, "'metadata'")) return;
  const Node name = node.find("template_name");
  if (name.present() && name.is_scalar()) {
    if (!into.definitions.service) into.definitions.service.emplace();
    into.definitions.service->name = std::string(name.text());
  }
}

void read_topology(Reader& reader, Node node, File& into) {
  const std::string name = into.definitions.service ? into.definitions.service->name : "";
  into.definitions.service = read_topology_template(reader, node);
  into.definitions.service->name = name;
}

template <TypeKind kind>
void read_section(Reader& reader, Node node, File& into) {
  read_types(reader, node, kind, into.definitions.types);
}

constexpr Keyname<File> file_table[] = {
    {"tosca_definitions_version", since_1_0, optional, no_meaning<File>},
    {"namespace", since_1_2, optional,
     [](Reader& r, Node n, File& f) { f.definitions.namespace_uri = read_text(r, n, "'namespace'"); }},
    {"metadata", since_1_0, optional, read_metadata},
    {"description", since_1_0, optional, no_meaning<File>},
    {"dsl_definitions", since_1_0, optional, no_meaning<File>},
    {"repositories", since_1_0, optional, no_meaning<File>},
    {"imports", since_1_0, optional, read_imports},
    {"artifact_types", since_1_0, optional, read_section<TypeKind::artifact>},
    {"data_types", since_1_0, optional, read_section<TypeKind::data>},
    {"capability_types", since_1_0, optional, read_section<TypeKind::capability>},
    {"interface_types", since_1_0, optional, read_section<TypeKind::interface>},
    {"relationship_types", since_1_0, optional, read_section<TypeKind::relationship>},
    {"node_types", since_1_0, optional, read_section<TypeKind::node>},
    {"group_types", since_1_0, optional, read_section<TypeKind::group>},
    {"policy_types", since_1_0, optional, read_section<TypeKind::policy>},
    {"topology_template", since_1_0, optional, read_topology},
};

std::optional<Version> find_version(Node root, std::optional<Version> importer, Diagnostics& diagnostics) {
  const Node version = root.is_mapping() ? root.find("tosca_definitions_version") : Node();
  if (!version.present() && root.is_mapping() && importer) {
    diagnostics.warning(Code::missing_keyname, root.at(),
                        "this file does not say its version: it is read as the file that imports it");
    return importer;
  }
  if (!version.present()) {
    diagnostics.error(Code::missing_keyname, root.at(),
                      "this is no TOSCA definitions file: it has no 'tosca_definitions_version'");
    return std::nullopt;
  }
  if (version.is_scalar()) {
    if (const auto known = parse_version(version.text())) return known;
  }
  static const std::vector<std::string_view> all = {"tosca_simple_yaml_1_0", "tosca_simple_yaml_1_1", "tosca_simple_yaml_1_2",
                                                    "tosca_simple_yaml_1_3"};
  const std::string text(version.is_scalar() ? version.text() : "");
  diagnostics.error(Code::unknown_version, version.at(), "unknown version '" + text + "'" + did_you_mean(text, all))
      .explain("known are tosca_simple_yaml_1_0, tosca_simple_yaml_1_1, tosca_simple_yaml_1_2 and tosca_simple_yaml_1_3");
  return std::nullopt;
}

}  // namespace

std::optional<File> read_definitions(const Tree& tree, std::optional<Version> importer, Diagnostics& diagnostics) {
  const auto version = find_version(tree.root(), importer, diagnostics);
  if (!version) return std::nullopt;
  Reader reader{diagnostics, *version};
  File file;
  file.version = *version;
  read_keynames<File>(reader, tree.root(), "a definitions file", file_table, file);
  file.deprecated = std::move(reader.deprecated);
  return file;
}

std::vector<Reference> find_unread_inputs(const Tree& tree, const std::vector<ParameterDefinition>& inputs) {
  std::vector<Reference> unread;
  if (inputs.empty()) return unread;
  std::unordered_set<std::string_view> read;
  tree.for_each_entry([&](Node key, Node value) {
    if (!key.is_scalar() || !key.text().ends_with("get_input")) return;
    if (value.is_sequence() && value.size() > 0) value = *value.items().begin();
    if (value.is_scalar()) read.insert(value.text());
  });
  for (const ParameterDefinition& input : inputs) {
    if (!read.contains(input.name)) unread.push_back({input.name, input.at});
  }
  return unread;
}

}  // namespace planbuilder::tosca::yaml
