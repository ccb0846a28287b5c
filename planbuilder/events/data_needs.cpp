#include "planbuilder/events/data_needs.h"

#include <algorithm>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::events {

namespace {

const Value* value_of(const tosca::ParameterDefinition& input) {
  const auto& value = input.value ? input.value : input.default_value;
  return value && !is_literal(*value) ? &*value : nullptr;
}

bool reads_anything(const tosca::Interface& item) {
  const auto open = [](const tosca::ParameterDefinition& input) { return value_of(input) != nullptr; };
  return std::any_of(item.inputs.begin(), item.inputs.end(), open) ||
         std::any_of(item.operations.begin(), item.operations.end(), [&](const tosca::Operation& operation) {
           return std::any_of(operation.inputs.begin(), operation.inputs.end(), open);
         });
}

bool sets(const tosca::Operation& operation, const std::string& attribute) {
  return std::any_of(operation.outputs.begin(), operation.outputs.end(), [&](const tosca::OutputAssignment& output) {
    return output.entity == "SELF" && !output.attribute.empty() && output.attribute.front() == attribute;
  });
}

class NeedFinder {
 public:
  NeedFinder(const Model& model, ConstantId ready) : model_(model), ready_(ready) {}

  DataNeeds find() {
    const tosca::Topology& topology = model_.topology();
    for (const tosca::NodeId node : topology.nodes.ids()) look_at(node, topology.nodes[node].interfaces);
    for (const tosca::RelationshipId id : topology.relationships.ids()) look_at(id, topology.relationships[id].interfaces);
    return std::move(needs_);
  }

 private:
  /// Most entities read nothing; they are passed over without a copy of their interfaces.
  void look_at(tosca::EntityId entity, const std::vector<tosca::Interface>& own) {
    const tosca::Topology& topology = model_.topology();
    const EntityIndex self = model_.walk.index_of(entity);
    for (const tosca::Assignment& property : topology.assigned_properties(entity)) {
      if (!is_literal(property.value)) follow(entity, property.value, needs_.of_instances, self);
    }
    const tosca::TypeId type = topology.type_of(entity);
    const bool reads = std::any_of(own.begin(), own.end(), reads_anything) ||
                       (type.valid() && std::any_of(topology.types[type].interfaces.begin(),
                                                    topology.types[type].interfaces.end(), reads_anything));
    if (!reads) return;
    for (const tosca::Interface& item : topology.interfaces(entity)) {
      for (const tosca::Operation& operation : item.operations) {
        if (operation.implementation) look_at(entity, self, item, operation);
      }
    }
  }

  void look_at(tosca::EntityId entity, EntityIndex self, const tosca::Interface& item, const tosca::Operation& operation) {
    std::vector<tosca::ParameterDefinition> inputs = item.inputs;
    tosca::refine_by_name(inputs, operation.inputs);
    const auto& events = model_.behaviour(self).events;
    for (std::uint32_t event = 0; event < events.size(); ++event) {
      if (events[event].name != operation.name) continue;
      for (const tosca::ParameterDefinition& input : inputs) {
        if (const Value* value = value_of(input)) follow(entity, *value, needs_.of_events, model_.receiver(self, event));
      }
    }
  }

  template <class Key>
  void follow(tosca::EntityId self, const Value& value, std::unordered_map<Key, std::vector<DataNeed>>& needs, Key consumer) {
    const plan::Expression reduced = plan::to_expression(tosca::evaluate({model_.topology(), self}, value));
    plan::for_each_entity_read(reduced, [&]<class Read>(const Read& read, SourceRange at) {
      const auto entity = flow::find_entity(model_.topology(), read.of.entity);
      if (!entity || *entity == self || std::is_same_v<Read, plan::PropertyRead>) return;
      DataNeed need{producers_of(read, *entity, is_end_of(*entity, self)), "", at};
      if (need.producers.empty()) return;
      need.reason = "it reads '" + last_word(read) + "' of '" + model_.topology().id_of(*entity) + "'";
      needs[consumer].push_back(std::move(need));
    });
  }

  [[nodiscard]] bool is_end_of(tosca::EntityId entity, tosca::EntityId self) const {
    const auto* relationship = std::get_if<tosca::RelationshipId>(&self);
    const auto* node = std::get_if<tosca::NodeId>(&entity);
    if (relationship == nullptr || node == nullptr) return false;
    const tosca::Relationship& joint = model_.topology().relationships[*relationship];
    return joint.source == *node || joint.target == *node;
  }

  /// A relationship works between the operations of its ends: of these only what an operation is said to set is waited for.
  template <class Read>
  [[nodiscard]] std::vector<ReceiverId> producers_of(const Read& read, tosca::EntityId entity, bool own_end) const {
    const auto gives = [&](const tosca::Operation& operation) {
      if constexpr (std::is_same_v<Read, plan::OutputRead>) {
        return operation.name == read.operation;
      } else {
        return sets(operation, read.name);
      }
    };
    const EntityIndex owner = model_.walk.index_of(entity);
    const std::vector<tosca::Interface> interfaces = model_.topology().interfaces(entity);
    const auto& events = model_.behaviour(owner).events;
    std::vector<ReceiverId> producers;
    std::vector<ReceiverId> finishers;
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      const ReceiverId receiver = model_.receiver(owner, i);
      for (const tosca::Interface& item : interfaces) {
        const tosca::Operation* operation = tosca::find_by_name(item.operations, events[i].name);
        if (operation != nullptr && gives(*operation)) producers.push_back(receiver);
      }
      const auto& settings = events[i].on_success.settings;
      const bool finishes = std::any_of(settings.begin(), settings.end(), [&](const Setting& setting) {
        return setting.value.kind == Operand::Kind::constant && setting.value.constant == ready_;
      });
      if (finishes) finishers.push_back(receiver);
    }
    if (!producers.empty() || own_end) return producers;
    return finishers;
  }

  const Model& model_;
  ConstantId ready_;
  DataNeeds needs_;
};

}  // namespace

DataNeeds find_data_needs(const Model& model, ConstantId ready) { return NeedFinder(model, ready).find(); }

}  // namespace planbuilder::events
