// The service as the planner sees it: nodes, relationships, types, whatever language it was written in.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "planbuilder/support/ids.h"
#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/model/language.h"
#include "planbuilder/tosca/model/long_lists.h"
#include "planbuilder/tosca/model/types.h"

namespace planbuilder::tosca {

using NodeId = Id<struct NodeTag>;
using RelationshipId = Id<struct RelationshipTag>;

struct ScalarUnits;  // see scalars/scalar_units.h

struct Node {
  std::string name;
  TypeId type;
  std::vector<std::string> directives;
  std::vector<Assignment> properties;  // assigned ones; `Topology::property` also knows defaults
  std::vector<Assignment> attributes;
  std::vector<CapabilityAssignment> capabilities;
  std::vector<Interface> interfaces;  // what the template adds; `Topology::interfaces` merges
  std::vector<Artifact> artifacts;
  std::vector<RelationshipId> outgoing;
  std::vector<RelationshipId> incoming;
  RelationshipId hosting;  // to the node that it is hosted on; none at the bottom of the stack
  NodeId machine;          // the bottom of the stack that it stands on
  SourceRange at = {};
  Rare<Value> count = {};  // how many representations it has; null is one
  Rare<NodeFilter> node_filter = {};
};

struct Relationship {
  std::string id;           // its template's name if that is used once, else source.requirement
  std::string requirement;  // its name at the source
  std::string capability;   // its name at the target, where it is known
  TypeId type;
  NodeId source;
  NodeId target;
  std::vector<Assignment> properties;
  std::vector<Assignment> attributes;
  std::vector<Interface> interfaces;
  SourceRange at = {};
  Rare<Value> target_index = {};                  // which representation of the target; null leaves it open
  Rare<std::vector<Assignment>> allocation = {};  // what is taken of the capability's properties
  Rare<Value> count = {};                         // how many of them a run makes; null is one
};

/// How often a region may be there, and how often at first.
struct ScalingLimits {
  std::uint32_t minimum = 0;
  std::optional<std::uint32_t> maximum = {};  // none: there is no limit
  std::uint32_t initial = 1;
};

/// Nodes that scale out together, and how the instances around them are chosen.
struct Region {
  struct Strategy {
    NodeId node;
    std::string name;
    SourceRange at = {};
  };
  std::string name;
  std::vector<NodeId> nodes;
  std::vector<RelationshipId> relationships;
  std::vector<Strategy> strategies;
  SourceRange at = {};
  std::optional<ScalingLimits> limits = {};
  bool names_strategies = true;  // its notation has a place for them; else it is no fault that there are none
};

using EntityId = std::variant<NodeId, RelationshipId>;

/// Immutable once loaded.
struct Topology {
  Topology() = default;
  Topology(Topology&&) = default;
  Topology& operator=(Topology&&) = default;
  Topology(const Topology&) = delete;  // the indexes refer into nodes and relationships
  Topology& operator=(const Topology&) = delete;

  std::string name;
  std::string namespace_uri;               // of the definitions that the service stands in; mostly empty in YAML
  std::string source;                      // the definitions file, relative to the root of the CSAR
  Language language = Language::yaml_1_3;  // of that file
  std::string digest;                      // see digest.h; filled when a plan needs it
  std::vector<ParameterDefinition> inputs;
  std::vector<ParameterDefinition> outputs;
  Types types;
  IdVector<NodeId, Node> nodes;
  IdVector<RelationshipId, Relationship> relationships;
  std::vector<RelationshipTemplate> unused_templates;  // relationship templates that no requirement names
  std::vector<GroupTemplate> groups;
  std::vector<PolicyTemplate> policies;
  std::vector<Workflow> workflows;
  std::vector<Operation> events;  // of the service as a whole
  std::optional<SubstitutionMapping> substitution;
  std::vector<Region> regions;
  std::vector<ReadyPlan> plans;                                                       // XML: that the CSAR brings along
  Boundary boundary;                                                                  // XML
  SourceRange service_at = {};                                                        // of the service template
  std::unordered_map<std::string_view, NodeId> node_names;                            // into nodes
  std::unordered_map<std::string_view, RelationshipId> relationship_names;            // into relationships
  std::vector<std::shared_ptr<const ScalarUnits>> scalars;                            // of data types that are numbers with units
  std::shared_ptr<const LongLists> long_lists = std::make_shared<const LongLists>();  // of properties

  /// To be called when properties are complete: from then on their names stay.
  void index_properties();

  [[nodiscard]] NodeId find_node(std::string_view node_name) const;
  [[nodiscard]] RelationshipId find_relationship(std::string_view relationship_id) const;
  [[nodiscard]] TypeId type_of(EntityId entity) const;
  [[nodiscard]] const std::string& id_of(EntityId entity) const;
  [[nodiscard]] SourceRange at(EntityId entity) const;

  /// The type or one of its ancestors has this name, or that of the other type.
  [[nodiscard]] bool derives_from(TypeId type, std::string_view ancestor) const { return types.derives_from(type, ancestor); }
  [[nodiscard]] bool derives_from(TypeId type, TypeId ancestor) const { return types.derives_from(type, ancestor); }

  /// True when the relationship puts its source onto its target, in any language.
  [[nodiscard]] bool is_hosting(RelationshipId relationship) const;

  /// The assigned value, else the default, else none.
  [[nodiscard]] const Value* property(EntityId entity, std::string_view property_name) const;
  [[nodiscard]] const Value* attribute(EntityId entity, std::string_view attribute_name) const;
  /// Of a node's capability; the definition is there when the capability has such a property or attribute.
  [[nodiscard]] const Value* capability_property(NodeId node, std::string_view capability, std::string_view property_name) const;
  [[nodiscard]] const ParameterDefinition* capability_member(NodeId node, std::string_view capability,
                                                             std::string_view member_name) const;
  [[nodiscard]] const std::vector<Assignment>& assigned_properties(EntityId entity) const;

  /// All interfaces, those of the type with what the template adds or replaces.
  [[nodiscard]] std::vector<Interface> interfaces(EntityId entity) const;
};

}  // namespace planbuilder::tosca
