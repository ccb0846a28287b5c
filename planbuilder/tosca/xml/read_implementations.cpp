#include "planbuilder/tosca/xml/read_implementations.h"

#include "planbuilder/tosca/xml/read_values.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;
using ImplementationAttribute = AttributeRow<TypeImplementation>;
using ImplementationChild = ChildRow<TypeImplementation>;

constexpr AttributeRow<TypeImplementation> node_parent_attributes[] = {
    {"nodeTypeImplementationRef", mandatory, reference_into<&TypeImplementation::parent>},
};
constexpr AttributeRow<TypeImplementation> relationship_parent_attributes[] = {
    {"relationshipTypeImplementationRef", mandatory, reference_into<&TypeImplementation::parent>},
};

constexpr auto implementation_attributes = std::to_array<ImplementationAttribute>({
    {"name", mandatory, no_meaning<TypeImplementation>},  // read by own_name, with the namespace
    {"targetNamespace", optional, no_meaning<TypeImplementation>},
    {"abstract", optional, yes_or_no_into<&TypeImplementation::abstract>},
    {"final", optional, yes_or_no_into<&TypeImplementation::final>},
});
constexpr auto implementation_children = std::to_array<ImplementationChild>({
    {"Tags", optional, no_content<TypeImplementation>},
    {"RequiredContainerFeatures", optional, no_content<TypeImplementation>},
    {"ImplementationArtifacts", optional,
     [](Reader& r, Element e, TypeImplementation& into) { into.operations = read_implementation_artifacts(r, e); }},
});

constexpr auto node_implementation_attributes = joined<ImplementationAttribute>(
    implementation_attributes, {{"nodeType", mandatory, reference_into<&TypeImplementation::type>}});
constexpr auto node_implementation_children = joined<ImplementationChild>(
    implementation_children,
    {
        {"DerivedFrom", optional,
         [](Reader& r, Element e, TypeImplementation& into) {
           read_element<TypeImplementation>(r, e, {"'DerivedFrom'", node_parent_attributes, {}}, into);
         }},
        {"DeploymentArtifacts", optional,
         [](Reader& r, Element e, TypeImplementation& into) { into.deployments = read_deployment_artifacts(r, e); }},
    });

constexpr auto relationship_implementation_attributes = joined<ImplementationAttribute>(
    implementation_attributes, {{"relationshipType", mandatory, reference_into<&TypeImplementation::type>}});
constexpr auto relationship_implementation_children = joined<ImplementationChild>(
    implementation_children,
    {{"DerivedFrom", optional, [](Reader& r, Element e, TypeImplementation& into) {
        read_element<TypeImplementation>(r, e, {"'DerivedFrom'", relationship_parent_attributes, {}}, into);
      }}});

void read_implementation(Reader& reader, Element element, TypeKind kind, const Grammar<TypeImplementation>& grammar,
                         Definitions& into) {
  TypeImplementation& implementation = into.implementations.emplace_back();
  implementation.kind = kind;
  implementation.name = reader.own_name(element, "name");
  implementation.at = reader.at(element);
  read_element(reader, element, grammar, implementation);
}

template <auto Member>
void pattern_into(Reader& reader, Element element, Artifact& into) {
  static constexpr AttributeRow<Artifact> attributes[] = {
      {"pattern", mandatory, [](Reader&, const Attribute& a, Artifact& file) { (file.*Member).push_back(a.text()); }}};
  read_element<Artifact>(reader, element, {"a pattern", attributes, {}}, into);
}

constexpr AttributeRow<Artifact> file_attributes[] = {
    {"reference", mandatory, [](Reader&, const Attribute& a, Artifact& into) { into.file = decode_url(a.xml.value()); }},
};
constexpr ChildRow<Artifact> file_children[] = {
    {"Include", repeated, pattern_into<&Artifact::include>},
    {"Exclude", repeated, pattern_into<&Artifact::exclude>},
};

void read_file(Reader& reader, Element element, ArtifactTemplate& into) {
  Artifact& file = into.files.emplace_back();
  file.at = reader.at(element);
  read_element<Artifact>(reader, element, {"an artifact reference", file_attributes, file_children}, file);
}

constexpr AttributeRow<ArtifactTemplate> artifact_attributes[] = {
    {"id", mandatory, no_meaning<ArtifactTemplate>},  // read by own_name, with the namespace
    {"name", optional, no_meaning<ArtifactTemplate>},
    {"type", mandatory, reference_into<&ArtifactTemplate::type>},
};
constexpr ChildRow<ArtifactTemplate> artifact_children[] = {
    {"Properties", optional, no_content<ArtifactTemplate>},
    {"PropertyConstraints", optional, no_content<ArtifactTemplate>},
    {"ArtifactReferences", optional,
     [](Reader& r, Element e, ArtifactTemplate& into) { read_list(r, e, "ArtifactReference", read_file, into); }},
};

constexpr AttributeRow<PolicyTemplate> policy_template_attributes[] = {
    {"id", mandatory, no_meaning<PolicyTemplate>},  // read by own_name, with the namespace
    {"name", optional, no_meaning<PolicyTemplate>},
    {"type", mandatory, reference_into<&PolicyTemplate::type>},
};
constexpr ChildRow<PolicyTemplate> policy_template_children[] = {
    {"Properties", optional, properties_into<&PolicyTemplate::properties>},
    {"PropertyConstraints", optional, no_content<PolicyTemplate>},
};

}  // namespace

void read_node_type_implementation(Reader& reader, Element element, Definitions& into) {
  read_implementation(reader, element, TypeKind::node,
                      {"a node type implementation", node_implementation_attributes, node_implementation_children}, into);
}

void read_relationship_type_implementation(Reader& reader, Element element, Definitions& into) {
  read_implementation(
      reader, element, TypeKind::relationship,
      {"a relationship type implementation", relationship_implementation_attributes, relationship_implementation_children}, into);
}

void read_artifact_template(Reader& reader, Element element, Definitions& into) {
  ArtifactTemplate& artifact = into.artifact_templates.emplace_back();
  artifact.name = reader.own_name(element, "id");
  artifact.at = reader.at(element);
  read_element<ArtifactTemplate>(reader, element, {"an artifact template", artifact_attributes, artifact_children}, artifact);
}

void read_policy_template(Reader& reader, Element element, Definitions& into) {
  PolicyTemplate& policy = into.policy_templates.emplace_back();
  policy.name = reader.own_name(element, "id");
  policy.at = reader.at(element);
  read_element<PolicyTemplate>(reader, element, {"a policy template", policy_template_attributes, policy_template_children},
                               policy);
}

}  // namespace planbuilder::tosca::xml
