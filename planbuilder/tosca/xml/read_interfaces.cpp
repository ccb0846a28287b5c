#include "planbuilder/tosca/xml/read_interfaces.h"

#include "planbuilder/tosca/xml/read_values.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;

/// An output parameter is stored in the property of its name.
void read_outputs(Reader& reader, Element list, Operation& into) {
  for (const ParameterDefinition& output : read_parameters(reader, list, "OutputParameter")) {
    into.outputs.push_back({output.name, "SELF", {output.name}, output.at});
  }
}

constexpr AttributeRow<Operation> operation_attributes[] = {
    {"name", mandatory, text_into<&Operation::name>},
};
constexpr ChildRow<Operation> operation_children[] = {
    {"InputParameters", optional,
     [](Reader& r, Element e, Operation& into) { into.inputs = read_parameters(r, e, "InputParameter"); }},
    {"OutputParameters", optional, read_outputs},
};

void read_operation(Reader& reader, Element element, Interface& into) {
  Operation& operation = into.operations.emplace_back();
  operation.at = reader.at(element);
  read_element<Operation>(reader, element, {"an operation", operation_attributes, operation_children}, operation);
}

constexpr AttributeRow<Interface> interface_attributes[] = {
    {"name", mandatory, text_into<&Interface::name>},
};
constexpr ChildRow<Interface> interface_children[] = {
    {"Operation", repeated, read_operation},
};

void read_interface(Reader& reader, Element element, std::vector<Interface>& into) {
  Interface& read = into.emplace_back();
  read.at = reader.at(element);
  read_element<Interface>(reader, element, {"an interface", interface_attributes, interface_children}, read);
}

}  // namespace

void read_interfaces(Reader& reader, Element list, std::vector<Interface>& into) {
  read_list(reader, list, "Interface", read_interface, into);
}

}  // namespace planbuilder::tosca::xml
