#include "planbuilder/tosca/xml/link_definitions.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/xml/resolve_references.h"

namespace planbuilder::tosca::xml {

namespace {

class Linker {
 public:
  Linker(const Catalog& catalog, Diagnostics& diagnostics) : catalog_(catalog), diagnostics_(diagnostics) {}

  void link(DefinitionsFile& file) {
    Definitions& definitions = file.definitions;
    const bool xml = is_xml(file.language);
    for (TypeDefinition& type : definitions.types) {
      check_final(type);
      if (xml) link_requirements(type);
    }
    if (!definitions.service) return;
    ServiceTemplate& service = *definitions.service;
    for (PolicyTemplate& policy : service.policies) link(policy);
    std::unordered_map<std::string_view, const NodeTemplate*> nodes;
    for (const NodeTemplate& node : service.nodes) {
      nodes.emplace(node.name, &node);
      check_abstract(TypeKind::node, node.type, node.name);
    }
    for (const RelationshipTemplate& relationship : service.relationships) {
      check_abstract(TypeKind::relationship, relationship.type, relationship.name);
      check_ends(relationship, nodes);
    }
    if (xml) declare_inputs_in_use(service);  // in YAML they are listed
  }

 private:
  void check_final(const TypeDefinition& type) {
    if (const TypeDefinition* parent = catalog_.type(type.kind, type.parent.name); parent != nullptr && parent->final) {
      diagnostics_
          .tolerate(Code::final_type, type.parent.at, "'" + type.name + "' derives from '" + parent->name + "', which is final")
          .note("it says so here", parent->at);
    }
  }

  /// Where YAML names a capability, the name is that of the requirement's type still.
  void link_requirements(TypeDefinition& type) {
    for (RequirementDefinition& requirement : type.requirements) {
      if (!requirement.capability.empty()) requirement.capability = capability_of(requirement.capability);
    }
  }

  /// The capability that a requirement type is for; one that says nothing leaves it to its parent.
  Reference capability_of(const Reference& requirement_type) {
    std::unordered_set<std::string> seen;
    const RequirementType* type = catalog_.requirement_type(requirement_type.name);
    if (type == nullptr) {
      diagnostics_.error(Code::unknown_type, requirement_type.at, "there is no requirement type '" + requirement_type.name + "'");
    }
    while (type != nullptr && type->capability.empty() && seen.insert(type->name).second) {
      type = catalog_.requirement_type(type->parent.name);
    }
    return type == nullptr ? Reference() : type->capability;
  }

  void link(PolicyTemplate& policy) {
    if (policy.based_on.empty()) return;
    const PolicyTemplate* base = catalog_.policy_template(policy.based_on.name);
    if (base == nullptr) {
      diagnostics_.error(Code::unknown_name, policy.based_on.at, "there is no policy template '" + policy.based_on.name + "'");
      return;
    }
    std::vector<Assignment> properties = base->properties;
    refine_by_name(properties, policy.properties);
    policy.properties = std::move(properties);
  }

  void check_abstract(TypeKind kind, const Reference& type, const std::string& name) {
    const TypeDefinition* definition = catalog_.type(kind, type.name);
    if (definition == nullptr || !definition->abstract) return;
    diagnostics_.tolerate(Code::abstract_type, type.at, "'" + name + "' is of the type '" + type.name + "', which is abstract")
        .note("it says so here", definition->at);
  }

  using Nodes = std::unordered_map<std::string_view, const NodeTemplate*>;

  void check_ends(const RelationshipTemplate& relationship, const Nodes& nodes) {
    TypeDefinition* type = catalog_.type(TypeKind::relationship, relationship.type.name);
    if (type == nullptr) return;
    for (const Reference& valid : type->valid_sources) check_end(relationship, relationship.source, valid, "source", nodes);
    for (const Reference& valid : type->valid_targets) check_end(relationship, relationship.target, valid, "target", nodes);
  }

  /// An end may also have to be a requirement or capability of some type; that is not asked of relationships.
  void check_end(const RelationshipTemplate& relationship, const Reference& end, const Reference& valid, std::string_view which,
                 const Nodes& nodes) {
    const auto node = nodes.find(end.name);
    if (valid.empty() || node == nodes.end() || catalog_.type(TypeKind::node, valid.name) == nullptr) return;
    TypeDefinition* type = catalog_.type(TypeKind::node, node->second->type.name);
    if (type == nullptr) return;
    for (const TypeDefinition* ancestor : catalog_.with_ancestors(*type)) {
      if (ancestor->name == valid.name) return;
    }
    diagnostics_
        .error(Code::wrong_end, end.at,
               "the " + std::string(which) + " of '" + relationship.name + "' must be of the type '" + valid.name + "', but '" +
                   end.name + "' is of the type '" + type->name + "'")
        .note("it is asked for here", valid.at);
  }

  /// There is no list of inputs: a property that says `get_input: x` declares one.
  void declare_inputs_in_use(ServiceTemplate& service) {
    std::unordered_set<std::string> known;
    for (const ParameterDefinition& input : service.inputs) known.insert(input.name);
    const auto declare = [&](const Value& value) {
      const Call* call = value.call();
      if (call == nullptr || call->function != "get_input" || !known.insert(to_text(call->arguments[0])).second) return;
      ParameterDefinition input;
      input.name = to_text(call->arguments[0]);
      input.schema.type.name = "string";
      input.at = value.at;
      service.inputs.push_back(std::move(input));
    };
    std::unordered_set<const TypeDefinition*> seen;
    const auto declare_all = [&](TypeKind kind, const Reference& type, const std::vector<Assignment>& properties) {
      for (const Assignment& property : properties) declare(property.value);
      TypeDefinition* definition = catalog_.type(kind, type.name);
      if (definition == nullptr || !seen.insert(definition).second) return;
      for (const TypeDefinition* ancestor : catalog_.with_ancestors(*definition)) {
        for (const ParameterDefinition& property : ancestor->properties) {
          if (property.default_value) declare(*property.default_value);
        }
      }
    };
    for (const NodeTemplate& node : service.nodes) declare_all(TypeKind::node, node.type, node.properties);
    for (const RelationshipTemplate& link : service.relationships)
      declare_all(TypeKind::relationship, link.type, link.properties);
  }

  const Catalog& catalog_;
  Diagnostics& diagnostics_;
};

}  // namespace

void link_definitions(std::vector<DefinitionsFile>& files, const Catalog& catalog, Diagnostics& diagnostics) {
  resolve_references(files, catalog);
  Linker linker(catalog, diagnostics);
  for (DefinitionsFile& file : files) linker.link(file);
}

}  // namespace planbuilder::tosca::xml
