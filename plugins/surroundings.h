// What plugins ask again and again about the entities of a service, answered once per type or stack.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::plugins {

class Surroundings {
 public:
  using Interfaces = std::shared_ptr<const std::vector<tosca::Interface>>;

  explicit Surroundings(const tosca::Topology& topology) : topology_(topology), of_types_(), last_() {}

  [[nodiscard]] const tosca::Topology& topology() const { return topology_; }

  /// Those of a workflow come before those of the service.
  void add_inputs(const std::vector<const tosca::ParameterDefinition*>& inputs);
  /// By its name; nullptr where nobody declares it.
  [[nodiscard]] const tosca::ParameterDefinition* find_input(std::string_view name) const;

  /// All interfaces of an entity. Entities of one type that add nothing share them.
  Interfaces interfaces(tosca::EntityId entity);

  /// The nearest node below that fits, or none. A question has a key, under which its answers are kept: stacks may be deep.
  tosca::NodeId nearest_below(const void* key, tosca::NodeId node, const std::function<bool(tosca::NodeId)>& fits);

  /// Some operation gives an output of this name, so that a property of the name may get its value while a plan runs.
  bool is_output(const std::string& name);

  /// Some node or relationship, or the type of one, has a property of this name.
  bool is_property(const std::string& name);

  /// A data type of this name is, or derives from, the credentials of the Simple Profile.
  bool is_credential(std::string_view type);

  /// Whether the value of a property or attribute reads a secret; `look` is asked once. One that is computed from itself does
  /// not.
  bool reads_secret(tosca::EntityId entity, std::string_view name, const std::function<bool()>& look);

  /// Those of the node itself, then those of its type.
  [[nodiscard]] std::vector<const tosca::Artifact*> deployment_artifacts(tosca::NodeId node) const;

  /// Of these the files that are there and that no operation of the node runs: what its machine must be given.
  [[nodiscard]] std::vector<const tosca::Artifact*> uploads(tosca::NodeId node);

 private:
  struct Answer {
    bool known = false;
    tosca::NodeId node = {};
  };

  const tosca::Topology& topology_;
  std::vector<const tosca::ParameterDefinition*> inputs_;
  std::map<tosca::TypeId, Interfaces> of_types_;
  std::pair<std::optional<tosca::EntityId>, Interfaces> last_;  // the last one that adds something of its own
  std::map<const void*, IdVector<tosca::NodeId, Answer>> below_;
  std::optional<std::set<std::string>> outputs_;
  std::optional<std::set<std::string>> properties_;
  std::optional<std::set<std::string, std::less<>>> credentials_;
  std::map<std::pair<tosca::EntityId, std::string>, bool> reading_secrets_;
  std::size_t looking_ = 0;  // how deep
};

}  // namespace planbuilder::plugins
