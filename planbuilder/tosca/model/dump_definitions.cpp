#include "planbuilder/tosca/model/dump_definitions.h"

#include "planbuilder/tosca/model/dump_parts.h"

namespace planbuilder::tosca {

namespace {

class DefinitionsDumper {
 public:
  explicit DefinitionsDumper(const Sources& sources) : parts_(sources), sources_(sources) {}

  [[nodiscard]] Value dump(const Definitions& definitions) const {
    DumpedObject object;
    object.add("namespace", definitions.namespace_uri).add("profile", definitions.profile);
    object.add_list("repositories", definitions.repositories, [&](const Repository& repository) {
      return DumpedObject().add("name", repository.name).add("url", repository.url).add_place(repository.at, sources_).take();
    });
    object.add_list("types", definitions.types, [&](const TypeDefinition& type) { return dump(type); });
    object.add_list("requirement_types", definitions.requirement_types, [&](const RequirementType& type) {
      DumpedObject dumped;
      dumped.add("name", type.name).add("derived_from", type.parent.name).add("capability", type.capability.name);
      return dumped.add_place(type.at, sources_).take();
    });
    object.add_list("functions", definitions.functions, [&](const FunctionDefinition& function) {
      DumpedObject dumped;
      dumped.add("name", function.name).add_number("signatures", static_cast<std::int64_t>(function.signatures.size()));
      return dumped.add_place(function.at, sources_).take();
    });
    object.add_list("implementations", definitions.implementations,
                    [&](const TypeImplementation& implementation) { return dump(implementation); });
    object.add_list("artifact_templates", definitions.artifact_templates, [&](const ArtifactTemplate& artifact) {
      DumpedObject dumped;
      dumped.add("name", artifact.name).add("type", artifact.type.name).add("files", parts_.artifacts(artifact.files));
      return dumped.add_place(artifact.at, sources_).take();
    });
    object.add("policy_templates", parts_.policies(definitions.policy_templates));
    object.add_list("deployments", definitions.deployments, [&](const NodeDeployment& deployment) {
      return DumpedObject()
          .add("node", definitions.service->nodes[deployment.node].name)
          .add("artifact", dump(deployment.artifact))
          .take();
    });
    if (definitions.service) object.add("service", dump(*definitions.service));
    return object.take();
  }

 private:
  [[nodiscard]] Value dump(const TypeDefinition& type) const {
    DumpedObject object;
    object.add("name", type.name).add("kind", to_string(type.kind)).add("derived_from", type.parent.name);
    object.add_flag("abstract", type.abstract).add_flag("final", type.final);
    object.add("properties", parts_.parameters(type.properties)).add("attributes", parts_.parameters(type.attributes));
    object.add_list("capabilities", type.capabilities, [&](const CapabilityDefinition& capability) {
      DumpedObject dumped;
      dumped.add("name", capability.name).add("type", capability.type.name);
      dumped.add("properties", parts_.parameters(capability.properties));
      dumped.add("attributes", parts_.parameters(capability.attributes));
      dumped.add("valid_source_types", parts_.names(capability.valid_source_types));
      return dumped.add_place(capability.at, sources_).take();
    });
    object.add_list("requirements", type.requirements, [&](const RequirementDefinition& each) { return dump(each); });
    object.add("interfaces", parts_.interfaces(type.interfaces)).add("artifacts", parts_.artifacts(type.artifacts));
    object.add("valid_ends", parts_.names(type.valid_ends)).add("valid_sources", parts_.names(type.valid_sources));
    object.add("valid_targets", parts_.names(type.valid_targets));
    object.add("valid_relationships", parts_.names(type.valid_relationships)).add("triggers", parts_.triggers(type.triggers));
    return object.add_place(type.at, sources_).take();
  }

  [[nodiscard]] Value dump(const RequirementDefinition& requirement) const {
    DumpedObject object;
    object.add("name", requirement.name).add("capability", requirement.capability.name).add("node", requirement.node.name);
    object.add("relationship", requirement.relationship.name).add("node_filter", parts_.node_filter(requirement.node_filter));
    if (requirement.occurrences) object.add("occurrences", dump(*requirement.occurrences));
    return object.add_place(requirement.at, sources_).take();
  }

  [[nodiscard]] static Value dump(const Occurrences& occurrences) {
    return Value{
        List{Value{static_cast<std::int64_t>(occurrences.minimum)},
             occurrences.maximum ? Value{static_cast<std::int64_t>(*occurrences.maximum)} : Value{std::string("UNBOUNDED")}}};
  }

  [[nodiscard]] Value dump(const ArtifactUse& use) const {
    DumpedObject object;
    object.add("name", use.name).add("interface", use.interface).add("operation", use.operation).add("type", use.type.name);
    return object.add("artifact_template", use.artifact_template.name).add_place(use.at, sources_).take();
  }

  [[nodiscard]] Value dump(const TypeImplementation& implementation) const {
    const auto dump_use = [&](const ArtifactUse& use) { return dump(use); };
    DumpedObject object;
    object.add("name", implementation.name).add("kind", to_string(implementation.kind)).add("type", implementation.type.name);
    object.add("derived_from", implementation.parent.name);
    object.add_flag("abstract", implementation.abstract).add_flag("final", implementation.final);
    object.add_list("operations", implementation.operations, dump_use);
    object.add_list("deployments", implementation.deployments, dump_use);
    return object.add_place(implementation.at, sources_).take();
  }

  [[nodiscard]] Value dump(const ServiceTemplate& service) const {
    DumpedObject object;
    object.add("name", service.name).add("inputs", parts_.parameters(service.inputs));
    object.add_list("nodes", service.nodes, [&](const NodeTemplate& node) { return dump(node); });
    object.add_list("relationships", service.relationships, [&](const RelationshipTemplate& each) { return dump(each); });
    object.add("groups", parts_.groups(service.groups)).add("policies", parts_.policies(service.policies));
    object.add("workflows", parts_.workflows(service.workflows)).add("events", parts_.operations(service.events));
    if (service.substitution) object.add("substitution", parts_.substitution(*service.substitution));
    object.add_list("regions", service.regions, [&](const RegionTag& region) {
      return DumpedObject().add("name", region.name).add("text", region.text).add_place(region.at, sources_).take();
    });
    object.add("boundary", parts_.boundary(service.boundary));
    object.add("plans", parts_.ready_plans(service.plans)).add("packed_plans", service.packed_plans);
    return object.add("outputs", parts_.parameters(service.outputs)).add_place(service.at, sources_).take();
  }

  [[nodiscard]] Value dump(const NodeTemplate& node) const {
    DumpedObject object;
    object.add("name", node.name).add("type", node.type.name).add("copy", node.copy.name).add("directives", node.directives);
    object.add("count", *node.count).add("properties", parts_.assignments(node.properties));
    object.add("attributes", parts_.assignments(node.attributes)).add("capabilities", parts_.capabilities(node.capabilities));
    object.add_list("requirements", node.requirements, [&](const RequirementAssignment& each) { return dump(each); });
    object.add("interfaces", parts_.interfaces(node.interfaces)).add("artifacts", parts_.artifacts(node.artifacts));
    return object.add("node_filter", parts_.node_filter(*node.node_filter)).add_place(node.at, sources_).take();
  }

  [[nodiscard]] Value dump(const RequirementAssignment& requirement) const {
    DumpedObject object;
    object.add("name", requirement.name).add("node", requirement.node.name).add("capability", requirement.capability.name);
    object.add("relationship", requirement.relationship.name).add("properties", parts_.assignments(requirement.properties));
    object.add("attributes", parts_.assignments(*requirement.attributes));
    object.add("interfaces", parts_.interfaces(requirement.interfaces));
    object.add("node_filter", parts_.node_filter(*requirement.node_filter)).add("node_index", *requirement.node_index);
    object.add("count", *requirement.count).add_flag("optional", requirement.optional.value_or(false));
    object.add("directives", *requirement.directives).add("allocation", parts_.assignments(*requirement.allocation));
    return object.add_place(requirement.at, sources_).take();
  }

  [[nodiscard]] Value dump(const RelationshipTemplate& relationship) const {
    DumpedObject object;
    object.add("name", relationship.name).add("type", relationship.type.name).add("copy", relationship.copy.name);
    object.add("source", relationship.source.name).add("requirement", relationship.requirement);
    object.add("target", relationship.target.name).add("capability", relationship.capability);
    object.add("properties", parts_.assignments(relationship.properties));
    object.add("attributes", parts_.assignments(relationship.attributes));
    return object.add("interfaces", parts_.interfaces(relationship.interfaces)).add_place(relationship.at, sources_).take();
  }

  PartsDumper parts_;
  const Sources& sources_;
};

}  // namespace

Value dump_definitions(const Definitions& definitions, const Sources& sources) {
  return DefinitionsDumper(sources).dump(definitions);
}

}  // namespace planbuilder::tosca
