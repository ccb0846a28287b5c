// What definitions files say, before names are resolved: the common form that every front end reads into.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "planbuilder/support/rare.h"
#include "planbuilder/support/source.h"
#include "planbuilder/support/value.h"

namespace planbuilder::tosca {

/// A name that refers to something, and where it does.
struct Reference {
  std::string name;
  SourceRange at = {};

  [[nodiscard]] bool empty() const { return name.empty(); }
};

enum class TypeKind : std::uint8_t { artifact, data, capability, interface, relationship, node, group, policy };
std::string_view to_string(TypeKind kind);
constexpr std::size_t index_of(TypeKind kind) { return static_cast<std::size_t>(kind); }

/// One condition on a value: `in_range: [1, 4]`.
struct ConstraintClause {
  Reference operation;  // greater_than, pattern, ...; empty is a bare value, which means `equal`
  Value argument;
};

struct SchemaDetails;

/// The type of a value: a primitive or a data type. What few schemas have is shared by all copies.
struct Schema {
  Reference type;
  std::shared_ptr<const SchemaDetails> details;

  /// The schema of entries or keys; an empty one where none is given.
  [[nodiscard]] const Schema& entry() const;
  [[nodiscard]] const Schema& key() const;
  [[nodiscard]] const std::vector<ConstraintClause>& constraints() const;
  [[nodiscard]] const std::vector<Value>& validations() const;
};

struct SchemaDetails {
  Schema entry;  // of lists and maps
  Schema key;    // of maps
  std::vector<ConstraintClause> constraints;
  std::vector<Value> validations;  // 2.0: expressions over `$value` that must be true
};

inline const SchemaDetails no_schema_details = {};
inline const Schema& Schema::entry() const { return (details ? *details : no_schema_details).entry; }
inline const Schema& Schema::key() const { return (details ? *details : no_schema_details).key; }
inline const std::vector<ConstraintClause>& Schema::constraints() const {
  return (details ? *details : no_schema_details).constraints;
}
inline const std::vector<Value>& Schema::validations() const { return (details ? *details : no_schema_details).validations; }

/// A property, attribute, input or output as it is defined.
struct ParameterDefinition {
  std::string name;
  Schema schema;
  std::optional<Value> default_value;
  std::optional<Value> value;  // outputs, and what has a fixed value
  bool required = true;
  bool secret = false;  // its metadata say so
  std::string description;
  SourceRange at = {};
  Rare<Value> mapping = {};                      // 2.0: the attribute that takes the value of a parameter
  const ParameterDefinition* refines = nullptr;  // in types: the one of an ancestor that this one takes the place of
  bool says_required = false;                    // `required` is written; what refines and is silent inherits it
};

/// 2.0: what makes a data type a number with a unit: `{units: {g: 1}, prefixes: {k: 1000}}`.
struct ScalarDefinition {
  struct Multiplier {
    std::string name;
    Value factor;
    SourceRange at = {};
  };
  Reference data_type;  // of the number; a float unless said otherwise
  std::vector<Multiplier> units;
  std::vector<Multiplier> prefixes;
  Reference canonical_unit;
  SourceRange at = {};
};

/// A named value as it is assigned.
struct Assignment {
  std::string name;
  Value value;
  SourceRange at = {};
};

/// What an orchestrator may want to know of an artifact.
struct ArtifactDetails {
  std::string repository;
  std::string checksum;
  std::string checksum_algorithm;
  std::vector<Assignment> properties;
};

struct Artifact {
  std::string name;
  Reference type;
  std::string file;      // as written, until resolve_artifacts makes it relative to the root
  bool present = false;  // the archive has the file
  SourceRange at = {};
  // XML: the file is a folder, and these say what of it (`*.sh`).
  std::vector<std::string> include = {};
  std::vector<std::string> exclude = {};
  Rare<ArtifactDetails> details = {};
};

/// 2.0: a function of a profile's own, which an orchestrator calls by its implementation.
struct FunctionSignature {
  std::vector<Schema> arguments;
  std::vector<Schema> optional_arguments;
  std::optional<Schema> variadic;
  std::optional<Schema> result;
  std::optional<Artifact> implementation;
  SourceRange at = {};
};

struct FunctionDefinition {
  std::string name;
  std::vector<FunctionSignature> signatures;
  SourceRange at = {};
  bool of_service = false;  // it stands in a service template, and refines the one of its name outside
};

/// An output of an operation that becomes an attribute: `[SELF, port]`.
struct OutputAssignment {
  std::string output;
  std::string entity;  // SELF, SOURCE, TARGET or the name of a node
  std::vector<std::string> attribute;
  SourceRange at = {};
};

struct EventRules;      // see event_grammar.h
struct InterfaceState;  // likewise

struct Operation {
  std::string name;
  std::optional<Artifact> implementation;
  std::vector<Artifact> dependencies;
  std::optional<std::uint32_t> timeout;
  std::string operation_host;
  std::vector<ParameterDefinition> inputs;
  std::vector<OutputAssignment> outputs;
  SourceRange at = {};
  std::shared_ptr<const EventRules> rules = {};
  bool any_event = false;                                 // from `events`, which does not tell operations from notifications
  std::vector<ParameterDefinition> defined_outputs = {};  // 2.0: what types say of outputs, mapped or not
};

/// Something that happens outside and is told to the service. The implementation is what it subscribes with.
struct Notification {
  std::string name;
  std::optional<Artifact> implementation;
  std::vector<OutputAssignment> outputs;
  SourceRange at = {};
  std::vector<Artifact> dependencies = {};
  std::shared_ptr<const EventRules> rules = {};
  std::vector<ParameterDefinition> inputs = {};           // 2.0: of what it subscribes with
  std::vector<ParameterDefinition> defined_outputs = {};  // as those of operations
};

struct Interface {
  std::string name;
  Reference type;
  std::vector<ParameterDefinition> inputs;  // of every operation
  std::vector<Operation> operations;
  std::vector<Notification> notifications;
  SourceRange at = {};
  std::shared_ptr<const InterfaceState> state = {};
};

/// How often something may occur.
struct Occurrences {
  std::uint64_t minimum = 1;
  std::optional<std::uint64_t> maximum = 1;  // none: unbounded

  [[nodiscard]] bool lies_in(const Occurrences& outer) const {
    return minimum >= outer.minimum && (!outer.maximum || (maximum && *maximum <= *outer.maximum));
  }
};

/// A capability as a node type defines it.
struct CapabilityDefinition {
  std::string name;
  Reference type;
  std::vector<ParameterDefinition> properties;  // refinements of those of its type
  std::vector<ParameterDefinition> attributes;
  std::vector<Reference> valid_source_types;
  std::vector<Reference> valid_relationship_types = {};
  SourceRange at = {};
  Rare<Occurrences> occurrences = {};  // 1.x: one or more, unless said otherwise
};

/// A capability as a node template assigns to it.
struct CapabilityAssignment {
  std::string name;
  Reference type;  // XML says it once more
  std::vector<Assignment> properties;
  std::vector<Assignment> attributes;
  SourceRange at = {};
  Rare<Occurrences> occurrences = {};  // 1.3
};

/// What a node must be like: conditions on its properties and on those of its capabilities.
struct NodeFilter {
  struct Condition {
    std::string property;
    std::vector<Value> clauses;  // each `{operator: argument}`, or a value that must be equal
    SourceRange at = {};
  };
  struct Capability {
    Reference name;  // or type
    std::vector<Condition> properties;
  };
  std::vector<Condition> properties;
  std::vector<Capability> capabilities;
  SourceRange at = {};
  Value condition = {};  // 2.0: an expression over SELF, the relationship or the candidate

  [[nodiscard]] bool empty() const { return properties.empty() && capabilities.empty() && condition.is_null(); }
};

struct RequirementDefinition {
  std::string name;
  Reference capability;
  Reference node;
  Reference relationship;
  NodeFilter node_filter;
  std::optional<Occurrences> occurrences;  // once, unless said or inherited otherwise
  SourceRange at = {};
  // What the definition says of the relationships that fulfil it.
  std::vector<ParameterDefinition> relationship_properties = {};
  std::vector<ParameterDefinition> relationship_attributes = {};
  std::vector<Interface> relationship_interfaces = {};
};

/// One thing that a workflow step or a trigger does.
struct Activity {
  enum class Kind : std::uint8_t { delegate, set_state, call_operation, inline_workflow };
  Kind kind = Kind::call_operation;
  Reference what;  // a workflow, a state, or interface.operation
  std::vector<Assignment> inputs;
  SourceRange at = {};
};

/// 1.x: how a condition is looked at before a trigger acts.
struct Observation {
  Value constraint = {};                          // clauses, where they are not the condition itself
  std::optional<double> period = {};              // seconds: what was found earlier does not count
  std::optional<std::uint64_t> evaluations = {};  // how often it must have been looked at
  std::string method = {};                        // what is made of the values that were found: `average`
  SourceRange at = {};
};

struct Trigger {
  std::string name;
  std::string event;  // `<interface or interface type>.<notification>`, or one that comes from elsewhere
  Value condition;
  std::vector<Activity> actions;
  SourceRange at = {};
  // 1.x only.
  Value schedule = {};
  Reference watched = {};              // the node, or type of nodes, whose attribute is looked at
  Reference watched_requirement = {};  // it is that of the node which this requirement of the watched one leads to
  Reference watched_capability = {};   // it is one of this capability
  Rare<Observation> observation = {};
};

/// What a type gives to its descendants and to all that is of it.
struct TypeMembers {
  std::vector<ParameterDefinition> properties;
  std::vector<ParameterDefinition> attributes;
  std::vector<CapabilityDefinition> capabilities;
  std::vector<RequirementDefinition> requirements;
  std::vector<Interface> interfaces;
  std::vector<Artifact> artifacts;
  std::vector<Reference> valid_ends;  // of relationships: capabilities; of capabilities: sources; of groups and policies: nodes
  std::vector<Reference> valid_sources;        // of relationships: the types that the source may have
  std::vector<Reference> valid_targets;        // and those of the target
  std::vector<Reference> valid_relationships;  // of capabilities
  std::vector<Trigger> triggers;               // of policies
};

struct TypeDefinition : TypeMembers {
  TypeKind kind = TypeKind::node;
  std::string name;
  Reference parent;
  Schema value;                            // data types: what they derive from, with their constraints, key and entry schema
  std::optional<ScalarDefinition> scalar;  // 2.0: data types that are numbers with units
  SourceRange at = {};
  SourceRange last = {};  // the last place of its text; unknown where parts of it may stand elsewhere
  bool abstract = false;  // nothing can be of it, but of what derives from it
  // XML only.
  bool final = false;
};

struct RequirementAssignment {
  std::string name;
  Reference node;
  Reference capability;
  Reference relationship;              // a template or a type
  std::vector<Assignment> properties;  // of the relationship
  std::vector<Interface> interfaces;   // of the relationship
  Rare<NodeFilter> node_filter;
  SourceRange at = {};
  // 2.0 only.
  Rare<Value> node_index = {};  // which of the representations of the named node
  Rare<Value> count = {};       // how many relationships are wanted
  std::optional<bool> optional = {};
  Rare<std::vector<std::string>> directives = {};
  Rare<std::vector<Assignment>> allocation = {};  // what is taken of the capability's properties
  Rare<std::vector<Assignment>> attributes = {};  // of the relationship
  Rare<Occurrences> occurrences = {};             // 1.3
  bool pinned = false;                            // node and capability were chosen by a stage before: they are not judged again
};

struct NodeTemplate {
  std::string name;
  Reference type;
  std::vector<std::string> directives;
  std::vector<Assignment> properties;
  std::vector<Assignment> attributes;
  std::vector<CapabilityAssignment> capabilities;
  std::vector<RequirementAssignment> requirements;
  std::vector<Interface> interfaces;
  std::vector<Artifact> artifacts;
  Rare<NodeFilter> node_filter;
  Reference copy;  // the template that this one starts from
  SourceRange at = {};
  Occurrences instances;   // XML: minInstances and maxInstances
  Rare<Value> count = {};  // 2.0: how many representations the node has
};

struct RelationshipTemplate {
  std::string name;
  Reference type;
  Reference copy;
  std::vector<Assignment> properties;
  std::vector<Assignment> attributes;
  std::vector<Interface> interfaces;
  // XML names both ends here; in YAML a requirement leads to the template.
  Reference source;
  Reference target;
  SourceRange at = {};
  // XML: an end may be a requirement of the source, a capability of the target.
  std::string requirement;
  std::string capability;
};

struct PolicyTemplate {
  std::string name;
  Reference type;
  std::vector<Assignment> properties;
  std::vector<Reference> targets;
  std::vector<Trigger> triggers;
  Reference based_on;  // XML: the policy template that it adds to
  SourceRange at = {};
};

struct GroupTemplate {
  std::string name;
  Reference type;
  std::vector<Assignment> properties;
  std::vector<Reference> members;
  SourceRange at = {};
  std::vector<Assignment> attributes = {};
};

struct WorkflowStep {
  std::string name;
  Reference target;               // a node or a group
  Reference target_relationship;  // one of the target's requirements
  std::string operation_host;
  std::vector<Value> filter;
  std::vector<Activity> activities;
  std::vector<Reference> on_success;
  std::vector<Reference> on_failure;
  SourceRange at = {};
};

/// 1.x: what a precondition looks at.
struct PreconditionTarget {
  Reference target;               // a node or a group
  Reference target_relationship;  // one of the target's requirements
};

struct Workflow {
  std::string name;
  std::vector<ParameterDefinition> inputs;
  std::vector<Value> preconditions;
  std::vector<WorkflowStep> steps;
  std::optional<Artifact> implementation;
  std::vector<ParameterDefinition> outputs;
  SourceRange at = {};
  std::vector<PreconditionTarget> precondition_targets = {};
};

/// How a service stands for a node of some type in another service.
struct SubstitutionMapping {
  /// Whose property or attribute is mapped.
  enum class Of : std::uint8_t { node, capability, relationship };
  struct Entry {
    std::string name;               // of the node type
    std::vector<std::string> path;  // [node, capability or requirement], [input], [output]; of interfaces the workflow
    bool is_value = false;          // a value instead of a path
    SourceRange at = {};
    std::string index = {};  // 2.0: how many assignments of the requirement, or UNBOUNDED; which relationship, or ALL
    Value value = {};        // where it is one
    Of of = Of::node;
    std::string part = {};  // 2.0: the capability, or the requirement whose relationships are meant
  };
  Reference node_type;
  NodeFilter filter;
  std::vector<Entry> properties;
  std::vector<Entry> attributes;
  std::vector<Entry> capabilities;
  std::vector<Entry> requirements;
  std::vector<Entry> interfaces;
  SourceRange at = {};
};

/// A scale-out region as XML tags write it: `nodes;relationships;Strategy[Node],...`.
struct RegionTag {
  std::string name;
  std::string text;
  SourceRange at = {};
};

/// XML: what an operation at the boundary of a service does. Just one of plan, node and relationship is there.
struct BoundaryOperation {
  std::string interface;
  std::string name;
  Reference plan;
  Reference node;
  Reference relationship;
  std::string called_interface;  // of the node or relationship
  std::string called_operation;
  SourceRange at = {};
};

/// XML: a property of the service that is one of a node, or an expression over several.
struct PropertyMapping {
  std::string property;  // an XPath into the boundary's properties
  Reference target;
  std::string expression;
  SourceRange at = {};
};

/// XML: how a service looks from outside.
struct Boundary {
  std::vector<Assignment> properties;
  std::vector<PropertyMapping> mappings;
  std::vector<std::pair<std::string, Reference>> requirements;  // name -> the requirement of a node
  std::vector<std::pair<std::string, Reference>> capabilities;
  std::vector<BoundaryOperation> operations;
};

/// XML: a plan that the CSAR already has.
struct ReadyPlan {
  std::string id;
  std::string name;
  std::string type;
  std::string language;
  std::string reference;  // its file; empty when the model stands in the definitions
  std::vector<ParameterDefinition> inputs;
  std::vector<ParameterDefinition> outputs;
  SourceRange at = {};
};

/// A place that files are fetched from.
struct Repository {
  std::string name;
  std::string url;
  SourceRange at = {};
};

struct ServiceTemplate {
  std::string name;
  std::string description;
  std::vector<ParameterDefinition> inputs;
  std::vector<ParameterDefinition> outputs;
  std::vector<NodeTemplate> nodes;
  std::vector<RelationshipTemplate> relationships;
  std::vector<GroupTemplate> groups;
  std::vector<PolicyTemplate> policies;
  std::vector<Workflow> workflows;
  std::optional<SubstitutionMapping> substitution;
  std::vector<RegionTag> regions;
  SourceRange at = {};
  Boundary boundary;
  std::vector<ReadyPlan> plans;
  std::vector<std::string> packed_plans = {};  // XML: ids of those that planbuilder itself put there: no part of the model
  std::vector<Operation> events = {};          // that the service as a whole receives, or sends to the outside
  std::vector<FunctionDefinition> functions = {};
};

/// XML: a use of an artifact template, by an operation or by a deployment.
struct ArtifactUse {
  std::string name;
  std::string interface;  // empty: every interface
  std::string operation;  // empty: every operation
  Reference type;
  Reference artifact_template;
  SourceRange at = {};
};

/// XML keeps implementations apart from types.
struct TypeImplementation {
  TypeKind kind = TypeKind::node;
  std::string name;
  Reference type;
  Reference parent;
  bool abstract = false;
  bool final = false;
  std::vector<ArtifactUse> operations;   // what implements the operations of the type
  std::vector<ArtifactUse> deployments;  // what is deployed for a node of the type
  SourceRange at = {};
};

struct ArtifactTemplate {
  std::string name;
  Reference type;
  std::vector<Artifact> files;
  SourceRange at = {};
};

/// XML: requirements have types of their own, each for one type of capability.
struct RequirementType {
  std::string name;
  Reference parent;
  Reference capability;
  SourceRange at = {};
};

/// XML: the artifacts that a node template deploys, by its place in the service template.
struct NodeDeployment {
  std::size_t node = 0;
  ArtifactUse artifact;
};

/// What one file says.
struct Definitions {
  std::string namespace_uri;
  std::vector<TypeDefinition> types;
  std::vector<Repository> repositories;
  std::vector<TypeImplementation> implementations;
  std::vector<ArtifactTemplate> artifact_templates;
  std::optional<ServiceTemplate> service;
  // XML only.
  std::vector<RequirementType> requirement_types;
  std::vector<PolicyTemplate> policy_templates;
  std::vector<NodeDeployment> deployments;  // of the service's nodes
  // 2.0 only.
  std::string profile;
  std::vector<FunctionDefinition> functions;
};

}  // namespace planbuilder::tosca
