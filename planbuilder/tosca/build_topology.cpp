#include "planbuilder/tosca/build_topology.h"

#include <map>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/merge.h"
#include "planbuilder/tosca/regions.h"

namespace planbuilder::tosca {

namespace {

class Builder {
 public:
  Builder(ServiceTemplate service, ResolvedTypes types, Diagnostics& diagnostics)
      : service_(std::move(service)), names_(std::move(types.names)), diagnostics_(diagnostics) {
    topology_.types = std::move(types.types);
  }

  Topology build() {
    topology_.name = service_.name;
    topology_.inputs = std::move(service_.inputs);
    topology_.outputs = std::move(service_.outputs);
    add_nodes();
    count_template_uses();
    fulfil_requirements();
    add_relationships_between_named_ends();
    index_relationships();
    topology_.regions = find_regions(topology_, service_, names_, diagnostics_);
    return std::move(topology_);
  }

 private:
  void add_nodes() {
    topology_.nodes.reserve(service_.nodes.size());
    for (NodeTemplate& given : service_.nodes) {
      Node node;
      node.name = given.name;
      node.type = names_.resolve(TypeKind::node, given.type, diagnostics_);
      node.directives = std::move(given.directives);
      node.properties = std::move(given.properties);
      node.attributes = std::move(given.attributes);
      node.capabilities = std::move(given.capabilities);
      node.interfaces = std::move(given.interfaces);
      node.artifacts = std::move(given.artifacts);
      node.at = given.at;
      topology_.nodes.add(std::move(node));
    }
    for (const NodeId id : topology_.nodes.ids()) topology_.node_names.emplace(topology_.nodes[id].name, id);
    for (const RelationshipTemplate& relationship : service_.relationships) templates_.emplace(relationship.name, &relationship);
  }

  void count_template_uses() {
    for (const NodeTemplate& node : service_.nodes) {
      for (const RequirementAssignment& requirement : node.requirements) {
        if (templates_.contains(requirement.relationship.name)) ++uses_[requirement.relationship.name];
      }
    }
  }

  void fulfil_requirements() {
    for (const NodeId source : topology_.nodes.ids()) {
      std::map<std::string, std::size_t> indexes;  // several assignments of one requirement are counted
      for (RequirementAssignment& requirement : service_.nodes[source.index()].requirements) {
        fulfil(source, requirement, indexes[requirement.name]++);
      }
    }
  }

  void fulfil(NodeId source, RequirementAssignment& requirement, std::size_t index) {
    const Node& node = topology_.nodes[source];
    const RequirementDefinition* definition = nullptr;
    if (node.type.valid()) {
      definition = find_by_name(topology_.types[node.type].requirements, requirement.name);
      if (definition == nullptr) report_unknown_requirement(node, requirement);
    }
    const NodeId target = find_target(source, requirement, definition);
    if (!target.valid()) return;

    Relationship relationship;
    relationship.requirement = requirement.name;
    relationship.source = source;
    relationship.target = target;
    relationship.at = requirement.at;
    const auto used = templates_.find(requirement.relationship.name);
    const RelationshipTemplate* given = used == templates_.end() ? nullptr : used->second;
    relationship.id = name_of(node, requirement, index, given);
    if (given != nullptr) {
      relationship.type = names_.resolve(TypeKind::relationship, given->type, diagnostics_);
      relationship.properties = given->properties;
      relationship.attributes = given->attributes;
      relationship.interfaces = given->interfaces;
    } else if (!requirement.relationship.empty()) {
      relationship.type = names_.resolve(TypeKind::relationship, requirement.relationship, diagnostics_);
    } else if (definition != nullptr && !definition->relationship.empty()) {
      relationship.type = names_.resolve(TypeKind::relationship, definition->relationship, diagnostics_);
    }
    refine_by_name(relationship.properties, requirement.properties);
    refine_interfaces(relationship.interfaces, requirement.interfaces);
    topology_.relationships.add(std::move(relationship));
  }

  std::string name_of(const Node& source, const RequirementAssignment& requirement, std::size_t index,
                      const RelationshipTemplate* given) {
    if (given != nullptr && uses_[given->name] == 1) return given->name;
    return source.name + "." + requirement.name + (index == 0 ? "" : "." + std::to_string(index));
  }

  NodeId find_target(NodeId source, const RequirementAssignment& requirement, const RequirementDefinition* definition) {
    if (!requirement.node.empty()) {
      const NodeId named = topology_.find_node(requirement.node.name);
      if (named.valid()) return named;
    }
    // Not a node's name: a type, here or in the definition; the first node of that type is taken.
    Reference wanted = requirement.node;
    if (wanted.empty() && definition != nullptr) wanted = definition->node;
    const TypeId type = wanted.empty() ? TypeId() : names_.find(TypeKind::node, wanted);
    if (type.valid()) {
      for (const NodeId candidate : topology_.nodes.ids()) {
        const TypeId candidate_type = topology_.nodes[candidate].type;
        if (candidate != source && candidate_type.valid() && topology_.derives_from(candidate_type, topology_.types[type].name))
          return candidate;
      }
    }
    report_unfulfilled(source, requirement, type.valid());
    return {};
  }

  void report_unfulfilled(NodeId source, const RequirementAssignment& requirement, bool type_exists) {
    const std::string whose = "the requirement '" + requirement.name + "' of '" + topology_.nodes[source].name + "'";
    if (requirement.node.empty() || type_exists) {
      diagnostics_.error(Code::unfulfilled_requirement, requirement.at,
                         whose + " is not fulfilled: no node of the topology fits");
      return;
    }
    std::vector<std::string_view> candidates;
    for (const Node& node : topology_.nodes) candidates.push_back(node.name);
    diagnostics_.error(Code::unfulfilled_requirement, requirement.node.at,
                       whose + " names '" + requirement.node.name + "', which is neither a node nor a node type" +
                           did_you_mean(requirement.node.name, candidates));
  }

  void report_unknown_requirement(const Node& node, const RequirementAssignment& requirement) {
    std::vector<std::string_view> candidates;
    for (const RequirementDefinition& known : topology_.types[node.type].requirements) candidates.push_back(known.name);
    diagnostics_.error(Code::unknown_name, requirement.at,
                       "the type of '" + node.name + "' has no requirement '" + requirement.name + "'" +
                           did_you_mean(requirement.name, candidates));
  }

  /// XML: the relationship itself names its ends.
  void add_relationships_between_named_ends() {
    for (const RelationshipTemplate& given : service_.relationships) {
      if (given.source.empty() && given.target.empty()) continue;
      Relationship relationship;
      relationship.id = given.name;
      relationship.requirement = given.name;
      relationship.type = names_.resolve(TypeKind::relationship, given.type, diagnostics_);
      relationship.source = find_end(given, given.source, "source");
      relationship.target = find_end(given, given.target, "target");
      relationship.properties = given.properties;
      relationship.at = given.at;
      if (relationship.source.valid() && relationship.target.valid()) topology_.relationships.add(std::move(relationship));
    }
  }

  NodeId find_end(const RelationshipTemplate& relationship, const Reference& end, std::string_view which) {
    const NodeId node = topology_.find_node(end.name);
    if (!node.valid()) {
      diagnostics_.error(Code::unknown_name, end.at,
                         "the " + std::string(which) + " of '" + relationship.name + "' is '" + end.name + "', which is no node");
    }
    return node;
  }

  void index_relationships() {
    for (const RelationshipId id : topology_.relationships.ids()) {
      const Relationship& relationship = topology_.relationships[id];
      topology_.nodes[relationship.source].outgoing.push_back(id);
      topology_.nodes[relationship.target].incoming.push_back(id);
      topology_.relationship_names.emplace(relationship.id, id);
    }
  }

  ServiceTemplate service_;
  TypeNames names_;
  Diagnostics& diagnostics_;
  Topology topology_;
  std::unordered_map<std::string, const RelationshipTemplate*> templates_;
  std::unordered_map<std::string, std::size_t> uses_;
};

}  // namespace

Topology build_topology(ServiceTemplate service, ResolvedTypes types, Diagnostics& diagnostics) {
  return Builder(std::move(service), std::move(types), diagnostics).build();
}

}  // namespace planbuilder::tosca
