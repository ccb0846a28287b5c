// Properties as any elements, parameters, artifacts in use, and the numbers of attributes.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

/// The properties inside an element: those of a wrapper of the type's own namespace, or the elements themselves.
std::vector<Assignment> read_properties(Reader& reader, Element element);

template <auto Member, class T>
void properties_into(Reader& reader, Element element, T& into) {
  into.*Member = read_properties(reader, element);
}

/// `get_input: name` is a call, everything else is text.
Value read_value(Reader& reader, Element element);

/// `InputParameters` or `OutputParameters` with their children.
std::vector<ParameterDefinition> read_parameters(Reader& reader, Element list, std::string_view item);

/// `ImplementationArtifacts` or `DeploymentArtifacts` with their children.
std::vector<ArtifactUse> read_implementation_artifacts(Reader& reader, Element list);
std::vector<ArtifactUse> read_deployment_artifacts(Reader& reader, Element list);

/// A bound of how often something may be there; none for `unbounded`.
std::optional<std::uint64_t> read_bound(Reader& reader, const Attribute& attribute);

}  // namespace planbuilder::tosca::xml
