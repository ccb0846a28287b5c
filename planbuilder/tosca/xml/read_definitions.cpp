#include "planbuilder/tosca/xml/read_definitions.h"

#include "planbuilder/tosca/xml/document.h"
#include "planbuilder/tosca/xml/read_implementations.h"
#include "planbuilder/tosca/xml/read_service.h"
#include "planbuilder/tosca/xml/read_types.h"
#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;

constexpr AttributeRow<Import> import_attributes[] = {
    {"namespace", optional, no_meaning<Import>},  // names carry their own
    {"location", optional,
     [](Reader& r, const Attribute& a, Import& into) {
       into.location = decode_url(a.xml.value());
       into.at = r.value_at(a);
     }},
    {"importType", mandatory, text_into<&Import::type>},
};

void read_import(Reader& reader, Element element, File& into) {
  Import import;
  import.at = reader.at(element);
  read_element<Import>(reader, element, {"an import", import_attributes, {}}, import);
  // Schemas and service descriptions say nothing that a plan needs.
  if (import.type == tosca_namespace) into.imports.push_back(std::move(import));
}

template <void (*Read)(Reader&, Element, Definitions&)>
void defines(Reader& reader, Element element, File& into) {
  Read(reader, element, into.definitions);
}

constexpr AttributeRow<File> definitions_attributes[] = {
    {"id", mandatory, no_meaning<File>},
    {"name", optional, no_meaning<File>},
    {"targetNamespace", mandatory,
     [](Reader& r, const Attribute& a, File& into) { r.target_namespace = into.definitions.namespace_uri = a.text(); }},
};
constexpr ChildRow<File> definitions_children[] = {
    {"Extensions", optional, no_content<File>},
    {"Import", repeated, read_import},
    {"Types", optional, no_content<File>},
    {"ServiceTemplate", repeated, defines<read_service_template>},
    {"NodeType", repeated, defines<read_node_type>},
    {"NodeTypeImplementation", repeated, defines<read_node_type_implementation>},
    {"RelationshipType", repeated, defines<read_relationship_type>},
    {"RelationshipTypeImplementation", repeated, defines<read_relationship_type_implementation>},
    {"RequirementType", repeated, defines<read_requirement_type>},
    {"CapabilityType", repeated, defines<read_capability_type>},
    {"ArtifactType", repeated, defines<read_artifact_type>},
    {"ArtifactTemplate", repeated, defines<read_artifact_template>},
    {"PolicyType", repeated, defines<read_policy_type>},
    {"PolicyTemplate", repeated, defines<read_policy_template>},
};

bool is_definitions(Reader& reader, Element root) {
  const std::string_view space = reader.namespace_of(root);
  if (local_name(root.name()) != "Definitions") {
    reader.diagnostics.error(Code::wrong_kind, reader.at(root), "the root element of a definitions file must be 'Definitions'");
    return false;
  }
  if (space == tosca_namespace) return true;
  reader.diagnostics
      .error(Code::unknown_version, reader.at(root),
             space.empty() ? "'Definitions' is in no namespace" : "unknown namespace '" + std::string(space) + "'")
      .explain("TOSCA 1.0 is xmlns=\"" + std::string(tosca_namespace) + "\"");
  return false;
}

}  // namespace

std::optional<File> read_definitions(const Sources& sources, FileId file, const Limits& limits, Diagnostics& diagnostics) {
  const auto document = parse_document(sources, file, diagnostics, limits.xml_depth);
  if (!document) return std::nullopt;
  const Element root = document->document_element();
  Reader reader(sources, file, root, diagnostics);
  if (!is_definitions(reader, root)) return std::nullopt;
  File result;
  read_element<File>(reader, root, {"a definitions file", definitions_attributes, definitions_children}, result);
  return result;
}

}  // namespace planbuilder::tosca::xml
