#include "planbuilder/tosca/topology/build_topology.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/topology/check_assignment.h"
#include "planbuilder/tosca/topology/check_mapped_requirements.h"
#include "planbuilder/tosca/topology/check_service.h"
#include "planbuilder/tosca/topology/fulfil_requirements.h"
#include "planbuilder/tosca/topology/regions.h"
#include "planbuilder/tosca/topology/requirement_counts.h"
#include "planbuilder/tosca/topology/substitution/substitute_nodes.h"
#include "planbuilder/tosca/types/complete_interfaces.h"

namespace planbuilder::tosca {

namespace {

/// What the definition of a requirement says of the values of its relationships.
std::vector<Assignment> assignments_of(const std::vector<ParameterDefinition>& definitions) {
  std::vector<Assignment> assignments;
  for (const ParameterDefinition& definition : definitions) {
    const std::optional<Value>& value = definition.value ? definition.value : definition.default_value;
    if (value) assignments.push_back({definition.name, *value, definition.at});
  }
  return assignments;
}

class Builder {
 public:
  Builder(ServiceTemplate service, Types types, const TypeNames& names, const Limits& limits, Diagnostics& diagnostics)
      : service_(std::move(service)), names_(names), limits_(limits), diagnostics_(diagnostics) {
    topology_.types = std::move(types);
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
    find_machines();
    topology_.regions = find_regions(topology_, service_, names_, diagnostics_);
    keep_unused_templates();
    topology_.groups = std::move(service_.groups);
    topology_.policies = std::move(service_.policies);
    topology_.workflows = std::move(service_.workflows);
    topology_.events = std::move(service_.events);
    topology_.substitution = std::move(service_.substitution);
    topology_.plans = std::move(service_.plans);
    topology_.boundary = std::move(service_.boundary);
    topology_.service_at = service_.at;
    complete_interfaces(topology_, names_);
    check_service(topology_, names_, diagnostics_);
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
      node.count = std::move(given.count);
      read_count(node.count, "'" + node.name + "'", diagnostics_);
      node.node_filter = std::move(given.node_filter);
      check_filter(node);
      topology_.nodes.add(std::move(node));
    }
    for (const NodeId id : topology_.nodes.ids()) topology_.node_names.emplace(topology_.nodes[id].name, id);
    for (const RelationshipTemplate& relationship : service_.relationships) templates_.emplace(relationship.name, &relationship);
  }

  void check_filter(const Node& node) {
    if (node.node_filter->empty() ||
        std::find(node.directives.begin(), node.directives.end(), "select") != node.directives.end() || !is_strict())
      return;
    diagnostics_.tolerate(Code::wrong_value, node.node_filter->at,
                          "the node filter of '" + node.name + "' has no meaning without the directive 'select'", "7.2.1");
  }

  void count_template_uses() {
    for (const NodeTemplate& node : service_.nodes) {
      for (const RequirementAssignment& requirement : node.requirements) {
        if (const RelationshipTemplate* given = find_template(requirement.relationship)) ++uses_[given->name];
      }
    }
  }

  void fulfil_requirements() {
    std::size_t most = service_.relationships.size();
    for (const NodeTemplate& node : service_.nodes) most += node.requirements.size();
    topology_.relationships.reserve(most);
    TargetFinder finder(topology_, names_, limits_.filter_checks, diagnostics_);
    check_mapped_requirements(service_, topology_, names_, diagnostics_);
    find_mapped_requirements();
    for (const NodeId source : topology_.nodes.ids()) {
      std::map<std::string, std::size_t> indexes;  // several assignments of one requirement are counted
      const Node& node = topology_.nodes[source];
      auto& requirements = service_.nodes[source.index()].requirements;
      for (RequirementAssignment& requirement : requirements) {
        read_count(requirement.count, "the requirement '" + requirement.name + "'", diagnostics_);
        fulfil(source, requirement, indexes[requirement.name]++, finder);
      }
      if (is_strict() && node.type.valid()) check_counts(node, topology_.types[node.type], requirements, diagnostics_);
      fulfil_unassigned(source, indexes, finder);
    }
    service_.nodes = std::vector<NodeTemplate>();  // all is taken: large services should not be in memory twice
  }

  [[nodiscard]] bool is_strict() const { return names_.is_strict(service_.at.file); }

  /// What the substituted node brings for these is not in this service.
  void find_mapped_requirements() {
    if (!service_.substitution) return;
    for (const SubstitutionMapping::Entry& entry : service_.substitution->requirements) {
      if (entry.path.size() == 2) mapped_.emplace(entry.path[0], entry.path[1]);
    }
  }

  /// Nothing of this service needs to be looked for.
  bool is_fulfilled_outside(NodeId source, const RequirementAssignment& requirement) const {
    if (!requirement.node.empty() && topology_.find_node(requirement.node.name).valid()) return false;
    const auto& directives = *requirement.directives;
    return mapped_.contains({topology_.nodes[source].name, requirement.name}) ||
           (!directives.empty() && std::find(directives.begin(), directives.end(), "internal") == directives.end());
  }

  void fulfil(NodeId source, const RequirementAssignment& requirement, std::size_t index, TargetFinder& finder) {
    const Node& node = topology_.nodes[source];
    const RequirementDefinition* definition = nullptr;
    if (node.type.valid()) {
      definition = find_by_name(topology_.types[node.type].requirements, requirement.name);
      if (definition == nullptr) report_unknown_requirement(node, requirement);
      if (definition == nullptr && requirement.node.empty()) return;  // there is nothing to look for
    }
    const RelationshipTemplate* given = find_template(requirement.relationship);
    WantedTarget wanted = wanted_by(source, requirement, definition);
    wanted.relationship_type = relationship_type(requirement, definition, given);
    if (definition != nullptr && is_strict() && !requirement.pinned)
      check_assignment(requirement, *definition, wanted.relationship_type, name_in_messages(node, requirement), topology_, names_,
                       diagnostics_);
    if (definition != nullptr && requirement.occurrences.present())
      check_occurrences(requirement, *definition, name_in_messages(node, requirement), diagnostics_);
    if (is_fulfilled_outside(source, requirement)) return;
    const NodeId target = find_target(wanted, requirement, finder);
    if (!target.valid()) return;

    Relationship relationship;
    relationship.id = name_of(node, requirement, index, given);
    relationship.requirement = requirement.name;
    relationship.capability = requirement.pinned ? requirement.capability.name : finder.capability(wanted, target);
    relationship.type = wanted.relationship_type;
    relationship.source = source;
    relationship.target = target;
    relationship.at = requirement.at;
    relationship.target_index = requirement.node_index;
    relationship.allocation = requirement.allocation;
    relationship.count = requirement.count;
    if (definition != nullptr) {
      relationship.properties = assignments_of(definition->relationship_properties);
      relationship.attributes = assignments_of(definition->relationship_attributes);
      relationship.interfaces = definition->relationship_interfaces;
    }
    if (given != nullptr) {
      refine_by_name(relationship.properties, given->properties);
      refine_by_name(relationship.attributes, given->attributes);
      refine_interfaces(relationship.interfaces, given->interfaces);
    }
    refine_by_name(relationship.properties, requirement.properties);
    refine_by_name(relationship.attributes, *requirement.attributes);
    refine_interfaces(relationship.interfaces, requirement.interfaces);
    topology_.relationships.add(std::move(relationship));
  }

  /// A mandatory requirement that the template does not mention is fulfilled from the topology, if anything fits.
  void fulfil_unassigned(NodeId source, const std::map<std::string, std::size_t>& assigned, TargetFinder& finder) {
    const Node& node = topology_.nodes[source];
    if (!node.type.valid()) return;
    for (const RequirementDefinition& definition : topology_.types[node.type].requirements) {
      const bool is_2_0 = names_.is_strict(definition.at.file);
      const std::uint64_t least = occurrences_of(definition, is_2_0).minimum;
      if (least == 0 || assigned.contains(definition.name)) continue;
      RequirementAssignment implied;
      implied.name = definition.name;
      implied.at = node.at;
      if (is_2_0) want(implied, least, definition.at);
      if (is_fulfilled_outside(source, implied)) continue;
      WantedTarget wanted = wanted_by(source, implied, &definition);
      wanted.relationship_type = relationship_type(implied, &definition, nullptr);
      if (finder.find(wanted).valid()) {
        fulfil(source, implied, 0, finder);
      } else if (!finder.gave_up() && !is_fulfilled_outside(node, definition.name)) {
        Diagnostic& problem = diagnostics_.warning(Code::unfulfilled_requirement, node.at,
                                                   "'" + node.name + "' does not say what fulfils its requirement '" +
                                                       definition.name + "', and nothing of the topology fits");
        finder.explain(wanted, problem);
      }
    }
  }

  /// By the service that takes the node's place, or by the one in which this service takes a node's place.
  [[nodiscard]] bool is_fulfilled_outside(const Node& node, const std::string& requirement) const {
    if (is_to_be_substituted(node.directives)) return true;
    if (!service_.substitution) return false;
    const auto& mapped = service_.substitution->requirements;
    return std::any_of(mapped.begin(), mapped.end(), [&](const SubstitutionMapping::Entry& entry) {
      return entry.path.size() == 2 && entry.path[0] == node.name && entry.path[1] == requirement;
    });
  }

  /// In 2.0 a name that is also that of a type means the type.
  const RelationshipTemplate* find_template(const Reference& reference) const {
    if (is_strict() && names_.find(TypeKind::relationship, reference).valid()) return nullptr;
    const auto found = templates_.find(reference.name);
    return found == templates_.end() ? nullptr : found->second;
  }

  TypeId relationship_type(const RequirementAssignment& requirement, const RequirementDefinition* definition,
                           const RelationshipTemplate* given) {
    if (given != nullptr) return names_.resolve(TypeKind::relationship, given->type, diagnostics_);
    if (!requirement.relationship.empty()) return names_.resolve(TypeKind::relationship, requirement.relationship, diagnostics_);
    if (definition != nullptr && !definition->relationship.empty())
      return names_.find(TypeKind::relationship, definition->relationship);
    return names_.find(TypeKind::relationship, {"tosca.relationships.Root", requirement.at});
  }

  WantedTarget wanted_by(NodeId source, const RequirementAssignment& requirement, const RequirementDefinition* definition) {
    WantedTarget wanted;
    wanted.source = source;
    wanted.requirement = requirement.name;
    wanted.at = requirement.at;
    if (definition != nullptr) {
      wanted.node_type = names_.find(TypeKind::node, definition->node);
      wanted.capability_type = names_.find(TypeKind::capability, definition->capability);
      // The definition may also name a capability of the node type it asks for.
      if (!definition->capability.empty() && !wanted.capability_type.valid())
        wanted.capability_name = definition->capability.name;
      if (!definition->node_filter.empty()) wanted.filters.push_back(&definition->node_filter);
    }
    if (!requirement.node.empty() && !topology_.find_node(requirement.node.name).valid()) {
      const TypeId type = names_.find(TypeKind::node, requirement.node);
      if (type.valid()) wanted.node_type = type;
    }
    if (!requirement.capability.empty()) {
      const TypeId type = names_.find(TypeKind::capability, requirement.capability);
      if (type.valid()) {
        wanted.capability_type = type;
      } else {
        wanted.capability_name = requirement.capability.name;
      }
    }
    if (!requirement.node_filter->empty()) wanted.filters.push_back(&*requirement.node_filter);
    return wanted;
  }

  std::string name_of(const Node& source, const RequirementAssignment& requirement, std::size_t index,
                      const RelationshipTemplate* given) {
    if (given != nullptr && uses_[given->name] == 1) return given->name;
    return source.name + "." + requirement.name + (index == 0 ? "" : "." + std::to_string(index));
  }

  static std::string name_in_messages(const Node& source, const RequirementAssignment& requirement) {
    return "the requirement '" + requirement.name + "' of '" + source.name + "'";
  }

  NodeId find_target(const WantedTarget& wanted, const RequirementAssignment& requirement, TargetFinder& finder) {
    const NodeId named = topology_.find_node(requirement.node.name);
    if (!requirement.node.empty() && named.valid()) {
      if (!requirement.pinned) report_mismatch(requirement, wanted, named, finder);
      return named;
    }
    const std::string whose = name_in_messages(topology_.nodes[wanted.source], requirement);
    const TypeId type = requirement.node.empty() ? TypeId() : names_.find(TypeKind::node, requirement.node);
    if (!requirement.node.empty() && !type.valid()) {
      const std::string guess = diagnostics_.guess(requirement.node.name, [&] { return names_of(topology_.nodes); });
      diagnostics_.error(Code::unfulfilled_requirement, requirement.node.at,
                         whose + " names '" + requirement.node.name + "', which is neither a node nor a node type" + guess);
      return {};
    }
    const NodeId found = finder.find(wanted);
    if (found.valid() || finder.gave_up()) return found;
    if (requirement.optional.value_or(false)) return {};
    // With a filter, and in 2.0 always, an orchestrator may choose from what it has, which is not in the model.
    const std::string summary = whose + " is not fulfilled: no node of the topology fits";
    Diagnostic& problem = requirement.node_filter->empty() && !is_strict()
                              ? diagnostics_.error(Code::unfulfilled_requirement, requirement.at, summary)
                              : diagnostics_.warning(Code::unfulfilled_requirement, requirement.at, summary);
    finder.explain(wanted, problem);
    return {};
  }

  /// The author was explicit: in 1.x, and where it is only a filter, what does not fit is said and done all the same.
  void report_mismatch(const RequirementAssignment& requirement, const WantedTarget& wanted, NodeId named, TargetFinder& finder) {
    const std::string problem = finder.refusal(wanted, named);
    if (problem.empty()) return;
    WantedTarget by_types = wanted;
    by_types.filters.clear();
    const Reference& at = requirement.node;
    const std::string summary =
        name_in_messages(topology_.nodes[wanted.source], requirement) + " names '" + at.name + "', which " + problem;
    if (!is_strict()) {
      diagnostics_.tolerate(Code::requirement_mismatch, at.at, summary, "3.8.2");
    } else if (!finder.refusal(by_types, named).empty()) {
      diagnostics_.error(Code::requirement_mismatch, at.at, summary);
    } else {
      diagnostics_.warning(Code::requirement_mismatch, at.at, summary);
    }
  }

  void report_unknown_requirement(const Node& node, const RequirementAssignment& requirement) {
    const auto known = [&] { return names_of(topology_.types[node.type].requirements); };
    diagnostics_.error(Code::unknown_name, requirement.at,
                       "the type of '" + node.name + "' has no requirement '" + requirement.name + "'" +
                           diagnostics_.guess(requirement.name, known));
  }

  void keep_unused_templates() {
    for (const RelationshipTemplate& given : service_.relationships) {
      if (uses_.contains(given.name) || !given.source.empty()) continue;
      names_.resolve(TypeKind::relationship, given.type, diagnostics_);
      topology_.unused_templates.push_back(given);
    }
  }

  /// XML: the relationship itself names its ends.
  void add_relationships_between_named_ends() {
    for (const RelationshipTemplate& given : service_.relationships) {
      if (given.source.empty() && given.target.empty()) continue;
      Relationship relationship;
      relationship.id = given.name;
      relationship.requirement = given.requirement.empty() ? given.name : given.requirement;
      relationship.capability = given.capability;
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
      const std::string guess = diagnostics_.guess(end.name, [&] { return names_of(topology_.nodes); });
      diagnostics_.error(
          Code::unknown_name, end.at,
          "the " + std::string(which) + " of '" + relationship.name + "' is '" + end.name + "', which is no node" + guess);
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

  /// Walks each stack once: what stands on a node whose bottom is known has the same bottom.
  void find_machines() {
    for (const RelationshipId id : topology_.relationships.ids()) {
      Node& source = topology_.nodes[topology_.relationships[id].source];
      if (!source.hosting.valid() && topology_.is_hosting(id)) source.hosting = id;
    }
    IdVector<NodeId, char> on_the_way;  // vector<bool> has no references
    on_the_way.resize(topology_.nodes.size(), 0);
    for (const NodeId start : topology_.nodes.ids()) {
      std::vector<NodeId> stack;
      NodeId node = start;
      // A stack that leads back to itself has no bottom; that is reported as a cycle where it matters.
      while (!topology_.nodes[node].machine.valid() && topology_.nodes[node].hosting.valid() && on_the_way[node] == 0) {
        on_the_way[node] = 1;
        stack.push_back(node);
        node = topology_.relationships[topology_.nodes[node].hosting].target;
      }
      const NodeId machine = topology_.nodes[node].machine.valid() ? topology_.nodes[node].machine : node;
      topology_.nodes[node].machine = machine;
      for (const NodeId above : stack) topology_.nodes[above].machine = machine;
    }
  }

  ServiceTemplate service_;
  const TypeNames& names_;
  const Limits& limits_;
  Diagnostics& diagnostics_;
  Topology topology_;
  std::unordered_map<std::string, const RelationshipTemplate*> templates_;
  std::unordered_map<std::string, std::size_t> uses_;
  std::set<std::pair<std::string, std::string>> mapped_;  // node and requirement that stand for one of the substituted node
};

}  // namespace

Topology build_topology(ServiceTemplate service, Types types, const TypeNames& names, const Limits& limits,
                        Diagnostics& diagnostics) {
  return Builder(std::move(service), std::move(types), names, limits, diagnostics).build();
}

}  // namespace planbuilder::tosca
