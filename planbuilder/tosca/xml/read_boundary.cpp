#include "planbuilder/tosca/xml/read_boundary.h"

#include "planbuilder/tosca/xml/read_values.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;

/// Ids of the same file are no QNames.
template <auto Member, class T>
void id_into(Reader& reader, const Attribute& attribute, T& into) {
  into.*Member = {attribute.text(), reader.value_at(attribute)};
}

constexpr AttributeRow<PropertyMapping> mapping_attributes[] = {
    {"serviceTemplatePropertyRef", mandatory, text_into<&PropertyMapping::property>},
    {"targetObjectRef", mandatory, id_into<&PropertyMapping::target>},
    {"targetPropertyRef", mandatory, text_into<&PropertyMapping::expression>},
};

void read_mapping(Reader& reader, Element element, Boundary& into) {
  PropertyMapping& mapping = into.mappings.emplace_back();
  mapping.at = reader.at(element);
  read_element<PropertyMapping>(reader, element, {"a property mapping", mapping_attributes, {}}, mapping);
}

/// Properties are any elements; mappings, the only grammar among them, stand last.
void read_boundary_properties(Reader& reader, Element element, Boundary& into) {
  into.properties = read_properties(reader, element);
  for (const Element child : element.children()) {
    if (local_name(child.name()) == "PropertyMappings") read_list(reader, child, "PropertyMapping", read_mapping, into);
  }
}

using Port = std::pair<std::string, Reference>;

constexpr AttributeRow<Port> port_attributes[] = {
    {"name", optional, text_into<&Port::first>},
    {"ref", mandatory, id_into<&Port::second>},
};

template <auto Member>
void port_into(Reader& reader, Element element, Boundary& into) {
  Port& port = (into.*Member).emplace_back();
  read_element<Port>(reader, element, {"a requirement or capability at the boundary", port_attributes, {}}, port);
}

constexpr AttributeRow<BoundaryOperation> boundary_plan_attributes[] = {
    {"planRef", mandatory, id_into<&BoundaryOperation::plan>},
};
constexpr AttributeRow<BoundaryOperation> boundary_node_attributes[] = {
    {"nodeRef", mandatory, id_into<&BoundaryOperation::node>},
    {"interfaceName", mandatory, text_into<&BoundaryOperation::called_interface>},
    {"operationName", mandatory, text_into<&BoundaryOperation::called_operation>},
};
constexpr AttributeRow<BoundaryOperation> boundary_relationship_attributes[] = {
    {"relationshipRef", mandatory, id_into<&BoundaryOperation::relationship>},
    {"interfaceName", mandatory, text_into<&BoundaryOperation::called_interface>},
    {"operationName", mandatory, text_into<&BoundaryOperation::called_operation>},
};

constexpr AttributeRow<BoundaryOperation> boundary_operation_attributes[] = {
    {"name", mandatory, text_into<&BoundaryOperation::name>},
};
constexpr ChildRow<BoundaryOperation> boundary_operation_children[] = {
    {"Plan", optional,
     [](Reader& r, Element e, BoundaryOperation& into) {
       read_element<BoundaryOperation>(r, e, {"a reference to a plan", boundary_plan_attributes, {}}, into);
     }},
    {"NodeOperation", optional,
     [](Reader& r, Element e, BoundaryOperation& into) {
       read_element<BoundaryOperation>(r, e, {"a node operation", boundary_node_attributes, {}}, into);
     }},
    {"RelationshipOperation", optional,
     [](Reader& r, Element e, BoundaryOperation& into) {
       read_element<BoundaryOperation>(r, e, {"a relationship operation", boundary_relationship_attributes, {}}, into);
     }},
};

struct InterfaceDraft {
  std::string name;
  Boundary& boundary;
};

void read_operation(Reader& reader, Element element, InterfaceDraft& into) {
  BoundaryOperation& operation = into.boundary.operations.emplace_back();
  operation.interface = into.name;
  operation.at = reader.at(element);
  read_element<BoundaryOperation>(
      reader, element, {"an operation at the boundary", boundary_operation_attributes, boundary_operation_children}, operation);
}

constexpr AttributeRow<InterfaceDraft> boundary_interface_attributes[] = {{"name", mandatory, text_into<&InterfaceDraft::name>}};
constexpr ChildRow<InterfaceDraft> boundary_interface_children[] = {{"Operation", repeated, read_operation}};

void read_interface(Reader& reader, Element element, Boundary& into) {
  InterfaceDraft draft{"", into};
  read_element<InterfaceDraft>(
      reader, element, {"an interface at the boundary", boundary_interface_attributes, boundary_interface_children}, draft);
}

constexpr ChildRow<Boundary> boundary_children[] = {
    {"Properties", optional, read_boundary_properties},
    {"PropertyConstraints", optional, no_content<Boundary>},
    {"Requirements", optional,
     [](Reader& r, Element e, Boundary& into) { read_list(r, e, "Requirement", port_into<&Boundary::requirements>, into); }},
    {"Capabilities", optional,
     [](Reader& r, Element e, Boundary& into) { read_list(r, e, "Capability", port_into<&Boundary::capabilities>, into); }},
    {"Policies", optional, no_content<Boundary>},
    {"Interfaces", optional, [](Reader& r, Element e, Boundary& into) { read_list(r, e, "Interface", read_interface, into); }},
};

}  // namespace

Boundary read_boundary(Reader& reader, Element element) {
  Boundary boundary;
  read_element<Boundary>(reader, element, {"boundary definitions", {}, boundary_children}, boundary);
  return boundary;
}

}  // namespace planbuilder::tosca::xml
