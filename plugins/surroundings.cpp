#include "plugins/surroundings.h"

#include "planbuilder/tosca/model/merge.h"

namespace planbuilder::plugins {

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;

namespace {

bool adds_nothing(const tosca::Topology& topology, EntityId entity) {
  if (const auto* node = std::get_if<NodeId>(&entity))
    return topology.nodes[*node].interfaces.empty() && topology.nodes[*node].artifacts.empty();
  return topology.relationships[std::get<RelationshipId>(entity)].interfaces.empty();
}

void add_outputs(const std::vector<tosca::Interface>& interfaces, std::set<std::string>& names) {
  for (const tosca::Interface& item : interfaces) {
    for (const tosca::Operation& operation : item.operations) {
      for (const tosca::OutputAssignment& output : operation.outputs) names.insert(output.output);
    }
  }
}

}  // namespace

Surroundings::Interfaces Surroundings::interfaces(EntityId entity) {
  const auto make = [&] { return std::make_shared<const std::vector<tosca::Interface>>(topology_.interfaces(entity)); };
  const tosca::TypeId type = topology_.type_of(entity);
  if (type.valid() && adds_nothing(topology_, entity)) {
    Interfaces& shared = of_types_[type];
    if (!shared) shared = make();
    return shared;
  }
  if (last_.first != entity) last_ = {entity, make()};
  return last_.second;
}

NodeId Surroundings::nearest_below(const void* key, NodeId node, const std::function<bool(NodeId)>& fits) {
  IdVector<NodeId, Answer>& answers = below_[key];
  if (answers.empty()) answers.resize(topology_.nodes.size());
  std::vector<NodeId> passed;
  Answer answer;
  for (NodeId at = node; !answer.known;) {
    if (answers[at].known) {
      answer = answers[at];
      break;
    }
    answers[at].known = true;  // with no answer for now: who comes here again has gone in a circle
    passed.push_back(at);
    const RelationshipId hosting = topology_.nodes[at].hosting;
    if (!hosting.valid()) break;
    at = topology_.relationships[hosting].target;
    if (fits(at)) answer = {true, at};
  }
  for (const NodeId each : passed) answers[each].node = answer.node;
  return answer.node;
}

bool Surroundings::is_output(const std::string& name) {
  if (!outputs_) {
    outputs_.emplace();
    for (const tosca::Type& type : topology_.types) {
      if (type.is_complete) add_outputs(type.interfaces, *outputs_);
    }
    for (const tosca::Node& node : topology_.nodes) add_outputs(node.interfaces, *outputs_);
  }
  return outputs_->contains(name);
}

bool Surroundings::is_property(const std::string& name) {
  if (!properties_) {
    properties_.emplace();
    const auto add = [&](const auto& all) {
      for (const auto& property : all) properties_->insert(property.name);
    };
    for (const tosca::Type& type : topology_.types) {
      if (type.is_complete) add(type.properties);
    }
    for (const tosca::Node& node : topology_.nodes) add(node.properties);
    for (const tosca::Relationship& relationship : topology_.relationships) add(relationship.properties);
  }
  return properties_->contains(name);
}

bool Surroundings::is_credential(std::string_view type) {
  if (!credentials_) {
    credentials_.emplace();
    for (const tosca::TypeId id : topology_.types.ids()) {
      const tosca::Type& each = topology_.types[id];
      const bool is_one = topology_.derives_from(id, "tosca.datatypes.Credential") || topology_.derives_from(id, "Credential");
      if (each.kind == tosca::TypeKind::data && is_one) credentials_->insert(each.name);
    }
  }
  // Files may write the type with the prefix of its namespace.
  const std::string_view plain = type.substr(type.rfind(':') + 1);
  return plain == "Credential" || plain.ends_with(".Credential") || credentials_->contains(plain);
}

bool Surroundings::reads_secret(EntityId entity, std::string_view name, const std::function<bool()>& look) {
  constexpr std::size_t deepest = 64;  // values that are computed from more others than that have no value at all
  const auto [known, is_new] = reading_secrets_.try_emplace({entity, std::string(name)}, false);
  if (!is_new || looking_ == deepest) return known->second;
  ++looking_;
  const bool reads = look();
  --looking_;
  return known->second = reads;
}

std::vector<const tosca::Artifact*> Surroundings::deployment_artifacts(NodeId node) const {
  std::vector<const tosca::Artifact*> all;
  const tosca::Node& owner = topology_.nodes[node];
  for (const tosca::Artifact& artifact : owner.artifacts) all.push_back(&artifact);
  if (!owner.type.valid()) return all;
  for (const tosca::Artifact& artifact : topology_.types[owner.type].artifacts) {
    if (tosca::find_by_name(owner.artifacts, artifact.name) == nullptr) all.push_back(&artifact);
  }
  return all;
}

std::vector<const tosca::Artifact*> Surroundings::uploads(NodeId node) {
  std::vector<const tosca::Artifact*> all = deployment_artifacts(node);
  if (all.empty()) return all;
  std::set<std::string_view> run;
  const Interfaces kept = interfaces(node);
  for (const tosca::Interface& item : *kept) {
    for (const tosca::Operation& operation : item.operations) {
      if (operation.implementation) run.insert(operation.implementation->file);
      for (const tosca::Artifact& dependency : operation.dependencies) run.insert(dependency.file);
    }
  }
  std::erase_if(all, [&](const tosca::Artifact* artifact) { return !artifact->present || run.contains(artifact->file); });
  return all;
}

void Surroundings::add_inputs(const std::vector<const tosca::ParameterDefinition*>& inputs) {
  inputs_.insert(inputs_.end(), inputs.begin(), inputs.end());
}

const tosca::ParameterDefinition* Surroundings::find_input(std::string_view name) const {
  for (const tosca::ParameterDefinition* input : inputs_) {
    if (input->name == name) return input;
  }
  return tosca::find_by_name(topology_.inputs, name);
}

}  // namespace planbuilder::plugins
