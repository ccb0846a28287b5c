#include "planbuilder/tosca/xml/read_types.h"

#include "planbuilder/tosca/xml/read_interfaces.h"
#include "planbuilder/tosca/xml/read_values.h"
#include "planbuilder/tosca/xml/read_winery.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;

constexpr AttributeRow<Reference> type_reference_attributes[] = {
    {"typeRef", mandatory, [](Reader& r, const Attribute& a, Reference& into) { into = r.reference(a); }},
};

/// An element whose only attribute names a type.
template <auto Member, class T>
void type_reference_into(Reader& reader, Element element, T& into) {
  const std::string what = "'" + std::string(local_name(element.name())) + "'";
  read_element<Reference>(reader, element, {what, type_reference_attributes, {}}, into.*Member);
}

/// One type where other languages have a list.
template <auto Member>
void type_list_into(Reader& reader, Element element, TypeDefinition& into) {
  const std::string what = "'" + std::string(local_name(element.name())) + "'";
  read_element<Reference>(reader, element, {what, type_reference_attributes, {}}, (into.*Member).emplace_back());
}

constexpr AttributeRow<RequirementDefinition> requirement_attributes[] = {
    {"name", mandatory, text_into<&RequirementDefinition::name>},
    // The type of the requirement, until link_definitions puts the capability there that it is for.
    {"requirementType", mandatory, reference_into<&RequirementDefinition::capability>},
    {"lowerBound", optional, [](Reader& r, const Attribute& a, RequirementDefinition&) { read_bound(r, a); }},
    {"upperBound", optional,
     [](Reader& r, const Attribute& a, RequirementDefinition& into) {
       into.occurrences = Occurrences{0, read_bound(r, a)};
     }},
};
constexpr ChildRow<RequirementDefinition> requirement_children[] = {
    {"Constraints", optional, no_content<RequirementDefinition>},
};

void read_requirement(Reader& reader, Element element, TypeDefinition& into) {
  RequirementDefinition& requirement = into.requirements.emplace_back();
  requirement.at = reader.at(element);
  // Relationship templates name their ends: that a type has a requirement asks for nothing in the topology.
  requirement.occurrences = Occurrences{0, 1};
  read_element<RequirementDefinition>(reader, element, {"a requirement definition", requirement_attributes, requirement_children},
                                      requirement);
}

constexpr AttributeRow<CapabilityDefinition> capability_attributes[] = {
    {"name", mandatory, text_into<&CapabilityDefinition::name>},
    {"capabilityType", mandatory, reference_into<&CapabilityDefinition::type>},
    {"lowerBound", optional, [](Reader& r, const Attribute& a, CapabilityDefinition&) { read_bound(r, a); }},
    {"upperBound", optional, [](Reader& r, const Attribute& a, CapabilityDefinition&) { read_bound(r, a); }},
};
constexpr ChildRow<CapabilityDefinition> capability_children[] = {
    {"Constraints", optional, no_content<CapabilityDefinition>},
};

void read_capability(Reader& reader, Element element, TypeDefinition& into) {
  CapabilityDefinition& capability = into.capabilities.emplace_back();
  capability.at = reader.at(element);
  read_element<CapabilityDefinition>(reader, element, {"a capability definition", capability_attributes, capability_children},
                                     capability);
}

void read_type_interfaces(Reader& reader, Element element, TypeDefinition& into) {
  read_interfaces(reader, element, into.interfaces);
}

using TypeAttribute = AttributeRow<TypeDefinition>;
using TypeChild = ChildRow<TypeDefinition>;

constexpr auto type_attributes = std::to_array<TypeAttribute>({
    {"name", mandatory, no_meaning<TypeDefinition>},  // read by own_name, with the namespace
    {"targetNamespace", optional, no_meaning<TypeDefinition>},
    {"abstract", optional, yes_or_no_into<&TypeDefinition::abstract>},
    {"final", optional, yes_or_no_into<&TypeDefinition::final>},
});
constexpr auto type_children = std::to_array<TypeChild>({
    {"Tags", optional, no_content<TypeDefinition>},
    {"DerivedFrom", optional, type_reference_into<&TypeDefinition::parent>},
    {"PropertiesDefinition", optional, no_content<TypeDefinition>},  // leads to a schema; properties stay open
    {"PropertiesDefinition", optional, read_winery_properties, winery_namespace},
});

constexpr auto node_type_children = joined<TypeChild>(
    type_children,
    {
        {"RequirementDefinitions", optional,
         [](Reader& r, Element e, TypeDefinition& into) { read_list(r, e, "RequirementDefinition", read_requirement, into); }},
        {"CapabilityDefinitions", optional,
         [](Reader& r, Element e, TypeDefinition& into) { read_list(r, e, "CapabilityDefinition", read_capability, into); }},
        {"InstanceStates", optional, no_content<TypeDefinition>},
        {"Interfaces", optional, read_type_interfaces},
    });

constexpr auto relationship_type_children =
    joined<TypeChild>(type_children, {
                                         {"InstanceStates", optional, no_content<TypeDefinition>},
                                         {"Interfaces", optional, read_type_interfaces},  // not in the schema; Winery writes it
                                         {"SourceInterfaces", optional, read_type_interfaces},
                                         {"TargetInterfaces", optional, read_type_interfaces},
                                         {"ValidSource", optional, type_list_into<&TypeDefinition::valid_sources>},
                                         {"ValidTarget", optional, type_list_into<&TypeDefinition::valid_targets>},
                                     });

constexpr auto policy_type_attributes =
    joined<TypeAttribute>(type_attributes, {{"policyLanguage", optional, no_meaning<TypeDefinition>}});
constexpr auto policy_type_children = joined<TypeChild>(type_children, {{"AppliesTo", optional, no_content<TypeDefinition>}});

void read_type(Reader& reader, Element element, TypeKind kind, const Grammar<TypeDefinition>& grammar, Definitions& into) {
  TypeDefinition& type = into.types.emplace_back();
  type.kind = kind;
  type.name = reader.own_name(element, "name");
  type.at = reader.at(element);
  read_element(reader, element, grammar, type);
}

constexpr AttributeRow<RequirementType> requirement_type_attributes[] = {
    {"name", mandatory, no_meaning<RequirementType>},
    {"targetNamespace", optional, no_meaning<RequirementType>},
    {"abstract", optional, no_meaning<RequirementType>},
    {"final", optional, no_meaning<RequirementType>},
    {"requiredCapabilityType", optional, reference_into<&RequirementType::capability>},
};
constexpr ChildRow<RequirementType> requirement_type_children[] = {
    {"Tags", optional, no_content<RequirementType>},
    {"DerivedFrom", optional, type_reference_into<&RequirementType::parent>},
    {"PropertiesDefinition", optional, no_content<RequirementType>},
};

}  // namespace

void read_node_type(Reader& reader, Element element, Definitions& into) {
  read_type(reader, element, TypeKind::node, {"a node type", type_attributes, node_type_children}, into);
}

void read_relationship_type(Reader& reader, Element element, Definitions& into) {
  read_type(reader, element, TypeKind::relationship, {"a relationship type", type_attributes, relationship_type_children}, into);
}

void read_capability_type(Reader& reader, Element element, Definitions& into) {
  read_type(reader, element, TypeKind::capability, {"a capability type", type_attributes, type_children}, into);
}

void read_artifact_type(Reader& reader, Element element, Definitions& into) {
  read_type(reader, element, TypeKind::artifact, {"an artifact type", type_attributes, type_children}, into);
}

void read_policy_type(Reader& reader, Element element, Definitions& into) {
  read_type(reader, element, TypeKind::policy, {"a policy type", policy_type_attributes, policy_type_children}, into);
}

void read_requirement_type(Reader& reader, Element element, Definitions& into) {
  RequirementType& type = into.requirement_types.emplace_back();
  type.name = reader.own_name(element, "name");
  type.at = reader.at(element);
  read_element<RequirementType>(reader, element, {"a requirement type", requirement_type_attributes, requirement_type_children},
                                type);
}

}  // namespace planbuilder::tosca::xml
