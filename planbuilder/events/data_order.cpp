#include "planbuilder/events/data_order.h"

#include <algorithm>

#include "planbuilder/tosca/evaluate.h"
#include "planbuilder/tosca/merge.h"

namespace planbuilder::events {

namespace {

bool is_read_by_operation(const tosca::Interface& item) {
  const auto open = [](const tosca::ParameterDefinition& input) {
    const auto& value = input.value ? input.value : input.default_value;
    return value && !is_literal(*value);
  };
  return std::any_of(item.inputs.begin(), item.inputs.end(), open) ||
         std::any_of(item.operations.begin(), item.operations.end(), [&](const tosca::Operation& operation) {
           return std::any_of(operation.inputs.begin(), operation.inputs.end(), open);
         });
}

bool sets(const tosca::Operation& operation, const std::string& attribute) {
  return std::any_of(operation.outputs.begin(), operation.outputs.end(), [&](const tosca::OutputAssignment& output) {
    return !output.attribute.empty() && output.attribute.front() == attribute;
  });
}

class DataOrderFinder {
 public:
  DataOrderFinder(const Model& model, const Run& run) : model_(model), run_(run), handled_(model.entities()) {}

  std::vector<DataOrder> find() {
    for (std::uint32_t i = 0; i < run_.handled.size(); ++i) {
      if (run_.handled[i].receiver.valid()) handled_[model_.owner(run_.handled[i].receiver).index()].push_back(i);
    }
    for (std::size_t i = 0; i + 1 < handled_.size(); ++i) {
      if (!handled_[i].empty() && reads_anything(model_.walk.entity(EntityIndex(i)))) follow(EntityIndex(i));
    }
    return std::move(found_);
  }

 private:
  /// Most entities read nothing; they are passed over without a copy of their interfaces.
  [[nodiscard]] bool reads_anything(tosca::EntityId entity) const {
    const tosca::Topology& topology = model_.topology();
    const auto* node = std::get_if<tosca::NodeId>(&entity);
    const auto& own = node != nullptr ? topology.nodes[*node].interfaces
                                      : topology.relationships[std::get<tosca::RelationshipId>(entity)].interfaces;
    const tosca::TypeId type = topology.type_of(entity);
    return std::any_of(own.begin(), own.end(), is_read_by_operation) ||
           (type.valid() &&
            std::any_of(topology.types[type].interfaces.begin(), topology.types[type].interfaces.end(), is_read_by_operation));
  }

  void follow(EntityIndex self) {
    const tosca::EntityId entity = model_.walk.entity(self);
    for (const tosca::Interface& item : model_.topology().interfaces(entity)) {
      for (const tosca::Operation& operation : item.operations) {
        if (!operation.implementation) continue;
        std::vector<tosca::ParameterDefinition> inputs = item.inputs;
        tosca::refine_by_name(inputs, operation.inputs);
        for (const std::uint32_t consumer : handled_[self.index()]) {
          if (model_.event(run_.handled[consumer].receiver).name != operation.name) continue;
          for (const tosca::ParameterDefinition& input : inputs) {
            if (const auto& value = input.value ? input.value : input.default_value; value && !is_literal(*value))
              order(consumer, entity, *value);
          }
        }
      }
    }
  }

  void order(std::uint32_t consumer, tosca::EntityId self, const Value& value) {
    const Value reduced = tosca::evaluate({model_.topology(), self}, value);
    for_each_call(reduced, [&](const Call& call, const Value& where) {
      const auto producer = tosca::entity_read_by(model_.topology(), call);
      if (!producer || *producer == self || call.function == "get_property") return;
      if (const auto before = producer_of(call, *producer, consumer)) {
        const std::string what = call.arguments.size() > 2 ? "'" + to_text(call.arguments.back()) + "' of " : "";
        found_.push_back(
            {*before, consumer, {"data", "it reads " + what + "'" + model_.topology().id_of(*producer) + "'", where.at}});
      }
    });
  }

  [[nodiscard]] std::optional<std::uint32_t> producer_of(const Call& call, tosca::EntityId entity, std::uint32_t consumer) const {
    const auto& events = handled_[model_.walk.index_of(entity).index()];
    const bool of_operation = call.function == "get_operation_output";
    const std::string wanted = to_text(call.arguments[of_operation ? 3 : 2]);
    std::optional<std::uint32_t> last;
    std::optional<std::uint32_t> producer;
    const std::vector<tosca::Interface> interfaces = model_.topology().interfaces(entity);
    for (const std::uint32_t event : events) {
      if (event >= consumer) break;
      last = event;
      const std::string& name = model_.event(run_.handled[event].receiver).name;
      for (const tosca::Interface& item : interfaces) {
        const tosca::Operation* operation = tosca::find_by_name(item.operations, name);
        if (operation != nullptr && (of_operation ? name == wanted : sets(*operation, wanted))) producer = event;
      }
    }
    return producer ? producer : last;
  }

  const Model& model_;
  const Run& run_;
  std::vector<std::vector<std::uint32_t>> handled_;  // by entity
  std::vector<DataOrder> found_;
};

}  // namespace

std::vector<DataOrder> find_data_orders(const Model& model, const Run& run) { return DataOrderFinder(model, run).find(); }

}  // namespace planbuilder::events
