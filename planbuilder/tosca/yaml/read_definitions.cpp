#include "planbuilder/tosca/yaml/read_definitions.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/tosca/yaml/read_functions.h"
#include "planbuilder/tosca/yaml/read_templates.h"
#include "planbuilder/tosca/yaml/read_types.h"
#include "planbuilder/tosca/yaml/read_values.h"
#include "planbuilder/tosca/yaml/unknown_version.h"

namespace planbuilder::tosca::yaml {

namespace {

void read_import_file(Reader& reader, Node node, Import& into) { into.file = read_string(reader, node, "the file of an import"); }

void read_namespace(Reader& reader, Node node, Import& into) {
  into.namespace_prefix = read_string(reader, node, "the namespace of an import");
  if (into.namespace_prefix == "tosca" && !is_2_0(reader.version))
    reader.diagnostics.tolerate(Code::typing_slip, node.at(), "the prefix 'tosca' is reserved", "3.6.8.2.3");
}

constexpr Keyname<Import> import_table[] = {
    {"file", until_1_3, mandatory, read_import_file},
    {"url", since_2_0, optional, read_import_file},
    {"profile", since_2_0, optional,
     [](Reader& r, Node n, Import& i) { i.profile = read_string(r, n, "the profile of an import"); }},
    {"namespace", since_2_0, optional, read_namespace},
    {"description", since_2_0, optional, only_text<Import>},
    {"metadata", since_2_0, optional, only_map<Import>},
    {"repository", since_1_0, optional, [](Reader& r, Node n, Import& i) { i.repository = read_text(r, n, "'repository'"); }},
    {"namespace_prefix", until_1_3, optional, read_namespace},
    {"namespace_uri", until_1_3, optional, no_meaning<Import>},
};

void check_import(Reader& reader, Node node, const Import& import) {
  if (!is_2_0(reader.version) || !node.is_mapping()) return;
  if (node.find("url").present() == node.find("profile").present()) {
    reader.diagnostics.error(Code::missing_keyname, node.at(),
                             "an import must have the keyname 'url' or the keyname 'profile', and not both");
  } else if (!import.profile.empty() && !import.repository.empty()) {
    reader.diagnostics.error(Code::unknown_keyname, node.at(), "the import of a profile has no repository");
  }
}

bool is_archive_name(std::string_view text) {
  return text.find(':') != std::string_view::npos && text.find('/') == std::string_view::npos;
}

Import read_import(Reader& reader, Node node) {
  Import import;
  import.at = node.at();
  if (node.is_scalar()) {
    // Alien4Cloud imports archives, by `name:version`.
    const bool is_archive = is_alien(reader.version) && is_archive_name(node.text());
    (is_archive ? import.profile : import.file) = std::string(node.text());
  } else {
    read_keynames<Import>(reader, node, "an import", import_table, import);
    check_import(reader, node, import);
  }
  return import;
}

bool has_import_keyname(Node item) {
  return std::any_of(std::begin(import_table), std::end(import_table), [&](const Keyname<Import>& row) {
    return contains(row.versions, Version::yaml_1_3) && item.find(row.name).present();
  });
}

/// `- file`, `- {file: ...}`, and the older `- name: file` or `- name: {file: ...}`.
void read_imports(Reader& reader, Node node, File& into) {
  if (is_empty_section(reader, node, "'imports'") || !expect_sequence(reader, node, "'imports'")) return;
  for (const Node item : node.items()) {
    const bool named = !is_2_0(reader.version) && item.is_mapping() && item.size() == 1 && !has_import_keyname(item);
    into.imports.push_back(read_import(reader, named ? (*item.entries().begin()).value : item));
  }
}

void read_template_name(Reader&, Node name, File& into) {
  if (!name.present() || !name.is_scalar()) return;
  if (!into.definitions.service) into.definitions.service.emplace();
  into.definitions.service->name = std::string(name.text());
}

void read_metadata(Reader& reader, Node node, File& into) {
  if (is_empty_section(reader, node, "'metadata'") || !expect_mapping(reader, node, "'metadata'")) return;
  read_template_name(reader, node.find("template_name"), into);
}

void read_topology(Reader& reader, Node node, File& into) {
  const std::string name = into.definitions.service ? into.definitions.service->name : "";
  into.definitions.service = read_topology_template(reader, node);
  into.definitions.service->name = name;
}

/// Templates of 2.0 keep it from 1.x.
void read_credential_of_1_x(Reader& reader, Node node, Repository&) {
  reader.diagnostics.tolerate(Code::typing_slip, node.at(), "a repository has no 'credential' in TOSCA 2.0", "6.5");
}

constexpr Keyname<Repository> repository_table[] = {
    {"url", since_1_0, mandatory, [](Reader& r, Node n, Repository& x) { x.url = read_string(r, n, "the url of a repository"); }},
    {"description", since_1_0, optional, only_text<Repository>},
    {"metadata", since_2_0, optional, only_map<Repository>},
    {"credential", until_1_3, optional, no_meaning<Repository>},
    {"credential", since_2_0, optional, read_credential_of_1_x},
    {"type", only_alien, optional, only_text<Repository>},
};

Repository read_repository(Reader& reader, Node key, Node value) {
  Repository repository{std::string(key.text()), {}, key.at()};
  if (value.is_scalar()) {
    repository.url = read_string(reader, value, "the address of a repository");
  } else {
    read_keynames<Repository>(reader, value, "a repository", repository_table, repository);
  }
  return repository;
}

/// What aliases stand for. A single value that no alias can name says nothing.
void read_macros(Reader& reader, Node node, File&) {
  if (!is_2_0(reader.version) || !expect_mapping(reader, node, "'dsl_definitions'")) return;
  for (const auto [key, value] : node.entries()) {
    if (!expect_name(reader, key) || value.is_mapping() || value.is_sequence() || value.is_anchored()) continue;
    reader.diagnostics.error(Code::wrong_kind, value.at(),
                             "a macro must have an anchor, for example '&name', or be a map or list of such");
  }
}

void read_profile(Reader& reader, Node node, File& into) {
  into.definitions.profile = read_string(reader, node, "'profile'");
  if (node.is_scalar()) expect_name(reader, node);
}

/// A profile is there to be imported, a service to be deployed.
void check_profile(Reader& reader, Node root) {
  if (!root.is_mapping() || !root.find("profile").present() || !root.find("service_template").present()) return;
  reader.diagnostics.error(Code::unknown_keyname, root.find("profile").at(),
                           "a file is a profile or has a service template, not both");
}

template <TypeKind kind>
void read_section(Reader& reader, Node node, File& into) {
  read_types(reader, node, kind, into.definitions.types);
}

constexpr Keyname<File> file_table[] = {
    {"tosca_definitions_version", since_1_0, optional, no_meaning<File>},
    {"namespace", from_1_2_to_1_3, optional,
     [](Reader& r, Node n, File& f) { f.definitions.namespace_uri = read_text(r, n, "'namespace'"); }},
    {"metadata", since_1_0, optional, read_metadata},
    {"template_name", only_alien, optional, read_template_name},
    {"template_version", only_alien, optional, only_text<File>},
    {"template_author", only_alien, optional, only_text<File>},
    {"tosca_default_namespace", only_alien, optional, only_text<File>},
    {"description", since_1_0, optional, only_text<File>},
    {"dsl_definitions", since_1_0, optional, read_macros},
    {"repositories", since_1_0, optional,
     [](Reader& r, Node n, File& f) { f.definitions.repositories = read_named(r, n, "'repositories'", read_repository); }},
    {"profile", since_2_0, optional, read_profile},
    {"functions", since_2_0, optional, [](Reader& r, Node n, File& f) { f.definitions.functions = read_functions(r, n); }},
    {"imports", since_1_0, optional, read_imports},
    {"artifact_types", since_1_0, optional, read_section<TypeKind::artifact>},
    {"data_types", since_1_0, optional, read_section<TypeKind::data>},
    {"capability_types", since_1_0, optional, read_section<TypeKind::capability>},
    {"interface_types", since_1_0, optional, read_section<TypeKind::interface>},
    {"relationship_types", since_1_0, optional, read_section<TypeKind::relationship>},
    {"node_types", since_1_0, optional, read_section<TypeKind::node>},
    {"group_types", since_1_0, optional, read_section<TypeKind::group>},
    {"policy_types", since_1_0, optional, read_section<TypeKind::policy>},
    {"topology_template", until_1_3, optional, read_topology},
    {"service_template", since_2_0, optional, read_topology},
    {"policies", since_1_0, optional, no_meaning<File>},   // misplaced: see below
    {"workflows", since_1_0, optional, no_meaning<File>},  // likewise
};

/// What people write beside the service instead of into it.
void read_misplaced_sections(Reader& reader, Node root, File& file) {
  if (!root.is_mapping() || (!root.find("policies").present() && !root.find("workflows").present())) return;
  if (!file.definitions.service) file.definitions.service.emplace().at = root.at();
  read_misplaced(reader, root, *file.definitions.service);
}

/// Where the text says which versions there are, and that each file says its own.
std::string_view section_of_versions(Version version) { return is_2_0(version) ? "6.2" : "3.10.3.1"; }

/// A version with a placeholder for what is to come: `tosca_simple_yaml_1_3_x`.
std::optional<Version> find_placeholder_version(Node version, Diagnostics& diagnostics) {
  const std::string_view text = version.text();
  if (!text.ends_with("_x")) return std::nullopt;
  const auto known = parse_version(text.substr(0, text.size() - 2));
  if (known) {
    diagnostics.tolerate(
        Code::typing_slip, version.at(),
        "there is no version '" + std::string(text) + "'; it is read as '" + std::string(text.substr(0, text.size() - 2)) + "'",
        section_of_versions(*known));
  }
  return known;
}

/// Unfurl's ensembles say their version in another way.
bool is_of_unfurl(Node version) { return version.present() && version.is_scalar() && version.text().starts_with("unfurl"); }

/// Files that are imported by 1.x often do not say their version; in 2.0 they are no TOSCA files then.
std::optional<Version> find_version(Node root, std::optional<Version> importer, Diagnostics& diagnostics) {
  const Node version = root.is_mapping() ? root.find("tosca_definitions_version") : Node();
  if (!version.present() && root.is_mapping() && importer && !is_2_0(*importer)) {
    diagnostics.tolerate(Code::missing_keyname, root.at(),
                         "this file does not say its version: it is read as the file that imports it",
                         section_of_versions(*importer));
    return importer;
  }
  if (const Node other = root.is_mapping() ? root.find("apiVersion") : Node(); !version.present() && is_of_unfurl(other)) {
    report_unknown_version(other, diagnostics);
    return std::nullopt;
  }
  if (!version.present()) {
    diagnostics.error(Code::missing_keyname, root.at(),
                      "this is no TOSCA definitions file: it has no 'tosca_definitions_version'");
    return std::nullopt;
  }
  if (version.is_scalar()) {
    if (const auto known = parse_version(version.text())) return known;
    if (const auto known = find_placeholder_version(version, diagnostics)) return known;
  }
  report_unknown_version(version, diagnostics);
  return std::nullopt;
}

/// Whoever reads a file must know its version before the rest.
void expect_version_first(Node root, Version version, Diagnostics& diagnostics) {
  if (!is_2_0(version) || root.size() == 0) return;
  const Node first = (*root.entries().begin()).key;
  if (first.is_scalar() && first.text() == "tosca_definitions_version") return;
  diagnostics.tolerate(Code::typing_slip, first.at(), "'tosca_definitions_version' must be the first line of a file", "6.1");
}

/// A value of the file's head, at the top or in its metadata; empty where there is none.
std::string head_of(Node root, std::string_view keyname) {
  Node value = root.find(keyname);
  if (const Node metadata = root.find("metadata"); !value.present() && metadata.present() && metadata.is_mapping())
    value = metadata.find(keyname);
  return value.present() && value.is_scalar() ? std::string(value.text()) : "";
}

}  // namespace

std::string profile_of(const Tree& tree) {
  if (tree.empty() || !tree.root().is_mapping()) return "";
  const auto version = parse_version(head_of(tree.root(), "tosca_definitions_version"));
  if (!version || !is_alien(*version)) return head_of(tree.root(), "profile");
  return head_of(tree.root(), "template_name") + ":" + head_of(tree.root(), "template_version");
}

std::optional<File> read_definitions(const Tree& tree, std::optional<Version> importer, bool is_foreign, Diagnostics& diagnostics,
                                     bool strict) {
  const auto version = find_version(tree.root(), importer, diagnostics);
  if (!version) return std::nullopt;
  expect_version_first(tree.root(), *version, diagnostics);
  Reader reader{diagnostics, *version, is_foreign};
  reader.strict = strict;
  File file;
  file.version = *version;
  read_keynames<File>(reader, tree.root(), "a definitions file", file_table, file);
  read_misplaced_sections(reader, tree.root(), file);
  check_profile(reader, tree.root());
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
