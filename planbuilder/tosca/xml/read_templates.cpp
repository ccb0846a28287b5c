#include "planbuilder/tosca/xml/read_templates.h"

#include <unordered_map>

#include "planbuilder/tosca/xml/read_values.h"

namespace planbuilder::tosca::xml {

namespace {

using enum Presence;

/// What an id stands for: a template, or a requirement or capability of the node `owner`.
struct Identified {
  std::string owner;
  std::string part;
  SourceRange at = {};
};

struct TopologyDraft {
  Definitions& definitions;
  std::unordered_map<std::string, Identified> ids = {};
};

struct NodeDraft : NodeTemplate {
  TopologyDraft& topology;
  std::size_t index;  // of the node
};

/// Ids are unique in a file; a second one is reported.
void identify(Reader& reader, TopologyDraft& topology, const std::string& id, Identified what) {
  if (id.empty()) return;  // reported as missing
  const SourceRange at = what.at;
  const auto [first, added] = topology.ids.emplace(id, std::move(what));
  if (added) return;
  reader.diagnostics.error(Code::duplicate_name, at, "the id '" + id + "' is used twice")
      .note("it is used here first", first->second.at);
}

SourceRange id_at(Reader& reader, Element element) {
  const Attribute id{element.attribute("id"), element};
  return id.xml ? reader.value_at(id) : reader.at(element);
}

/// A requirement or capability of a node template: both are written alike.
struct Part : CapabilityAssignment {
  std::string id;
};

constexpr AttributeRow<Part> part_attributes[] = {
    {"id", mandatory, text_into<&Part::id>},
    {"name", mandatory, text_into<&Part::name>},
    {"type", mandatory, reference_into<&Part::type>},
};
constexpr ChildRow<Part> part_children[] = {
    {"Properties", optional, properties_into<&Part::properties>},
    {"PropertyConstraints", optional, no_content<Part>},
};

Part read_part(Reader& reader, Element element, std::string_view what, NodeDraft& node) {
  Part part;
  part.at = reader.at(element);
  read_element<Part>(reader, element, {what, part_attributes, part_children}, part);
  identify(reader, node.topology, part.id, {node.name, part.name, id_at(reader, element)});
  return part;
}

/// Only the id matters: relationship templates say what fulfils the requirement.
void read_requirement(Reader& reader, Element element, NodeDraft& node) { read_part(reader, element, "a requirement", node); }

void read_capability(Reader& reader, Element element, NodeDraft& node) {
  node.capabilities.push_back(read_part(reader, element, "a capability", node));
}

constexpr AttributeRow<PolicyTemplate> policy_attributes[] = {
    {"name", optional, text_into<&PolicyTemplate::name>},
    {"policyType", mandatory, reference_into<&PolicyTemplate::type>},
    {"policyRef", optional, reference_into<&PolicyTemplate::based_on>},
};

void read_policy(Reader& reader, Element element, NodeDraft& node) {
  PolicyTemplate& policy = node.topology.definitions.service->policies.emplace_back();
  policy.at = reader.at(element);
  policy.targets.push_back({node.name, policy.at});
  read_attributes<PolicyTemplate>(reader, element, {"a policy", policy_attributes, {}}, policy);
  policy.properties = read_properties(reader, element);
}

void read_node_deployments(Reader& reader, Element element, NodeDraft& node) {
  for (ArtifactUse& use : read_deployment_artifacts(reader, element)) {
    node.topology.definitions.deployments.push_back({node.index, std::move(use)});
  }
}

constexpr AttributeRow<NodeDraft> node_attributes[] = {
    {"id", mandatory, text_into<&NodeDraft::name>},
    {"name", optional, no_meaning<NodeDraft>},  // for people; the id is what others refer to
    {"type", mandatory, reference_into<&NodeDraft::type>},
    {"minInstances", optional,
     [](Reader& r, const Attribute& a, NodeDraft& into) { into.instances.minimum = read_bound(r, a).value_or(0); }},
    {"maxInstances", optional, [](Reader& r, const Attribute& a, NodeDraft& into) { into.instances.maximum = read_bound(r, a); }},
};
constexpr ChildRow<NodeDraft> node_children[] = {
    {"Properties", optional, properties_into<&NodeDraft::properties>},
    {"PropertyConstraints", optional, no_content<NodeDraft>},
    {"Requirements", optional,
     [](Reader& r, Element e, NodeDraft& into) { read_list(r, e, "Requirement", read_requirement, into); }},
    {"Capabilities", optional,
     [](Reader& r, Element e, NodeDraft& into) { read_list(r, e, "Capability", read_capability, into); }},
    {"Policies", optional, [](Reader& r, Element e, NodeDraft& into) { read_list(r, e, "Policy", read_policy, into); }},
    {"DeploymentArtifacts", optional, read_node_deployments},
};

void read_node(Reader& reader, Element element, TopologyDraft& topology) {
  std::vector<NodeTemplate>& nodes = topology.definitions.service->nodes;
  NodeDraft node{{}, topology, nodes.size()};
  node.at = reader.at(element);
  node.name = element.attribute("id").value();  // its parts are identified before the tables are done
  read_element<NodeDraft>(reader, element, {"a node template", node_attributes, node_children}, node);
  identify(reader, topology, node.name, {node.name, "", id_at(reader, element)});
  nodes.push_back(std::move(node));
}

constexpr AttributeRow<Reference> end_attributes[] = {
    {"ref", mandatory,
     [](Reader& r, const Attribute& a, Reference& into) {
       into = {a.text(), r.value_at(a)};
     }},
};

template <auto Member>
void end_into(Reader& reader, Element element, RelationshipTemplate& into) {
  read_element<Reference>(reader, element, {"an end of a relationship", end_attributes, {}}, into.*Member);
}

constexpr AttributeRow<RelationshipTemplate> relationship_attributes[] = {
    {"id", mandatory, text_into<&RelationshipTemplate::name>},
    {"name", optional, no_meaning<RelationshipTemplate>},
    {"type", mandatory, reference_into<&RelationshipTemplate::type>},
};
constexpr ChildRow<RelationshipTemplate> relationship_children[] = {
    {"Properties", optional, properties_into<&RelationshipTemplate::properties>},
    {"PropertyConstraints", optional, no_content<RelationshipTemplate>},
    {"SourceElement", mandatory, end_into<&RelationshipTemplate::source>},
    {"TargetElement", mandatory, end_into<&RelationshipTemplate::target>},
    {"RelationshipConstraints", optional, no_content<RelationshipTemplate>},
    {"Policies", optional, no_content<RelationshipTemplate>},  // not in the schema; Winery writes it
};

void read_relationship(Reader& reader, Element element, TopologyDraft& topology) {
  RelationshipTemplate& relationship = topology.definitions.service->relationships.emplace_back();
  relationship.at = reader.at(element);
  read_element<RelationshipTemplate>(reader, element, {"a relationship template", relationship_attributes, relationship_children},
                                     relationship);
  identify(reader, topology, relationship.name, {relationship.name, "", id_at(reader, element)});
}

/// An end may be a requirement or capability, of a node that is declared later too: it becomes that node.
void find_end(const TopologyDraft& topology, Reference& end, std::string& part) {
  const auto found = topology.ids.find(end.name);
  if (found == topology.ids.end()) return;
  part = found->second.part;
  end.name = found->second.owner;
}

constexpr ChildRow<TopologyDraft> topology_children[] = {
    {"NodeTemplate", repeated, read_node},
    {"RelationshipTemplate", repeated, read_relationship},
};

}  // namespace

void read_topology_template(Reader& reader, Element element, Definitions& into) {
  TopologyDraft topology{into};
  read_element<TopologyDraft>(reader, element, {"a topology template", {}, topology_children}, topology);
  for (RelationshipTemplate& relationship : into.service->relationships) {
    find_end(topology, relationship.source, relationship.requirement);
    find_end(topology, relationship.target, relationship.capability);
  }
}

}  // namespace planbuilder::tosca::xml
