// The state machines of a service: what each of its entities remembers, which events it receives, and what these do.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/events/expression.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::events {

/// An attribute of an interface.
struct Attribute {
  ConstantId name;
  std::uint32_t interface = 0;
  ConstantId initial = Constants::unknown;
};

/// A value that is sent with an event.
struct SentInput {
  std::string name;
  Operand value;
};

/// An event that is sent on, if its condition holds.
struct Sending {
  const tosca::EventTrigger* trigger = nullptr;
  std::optional<ExpressionId> condition;
  PathId path;           // not valid: the entity itself
  PathId via;            // the relationships before the last step, where there are any
  ConstantId interface;  // not valid: the one that has the event
  ConstantId event;
  std::optional<std::uint32_t> own_interface;  // a bare name: an event of this interface, else of the service
  std::vector<SentInput> inputs = {};
};

struct Setting {
  std::uint32_t attribute = 0;  // of the behaviour
  Operand value;
  SourceRange at = {};
};

struct Effect {
  std::vector<Setting> settings;
  std::vector<Sending> sendings;
};

/// What an event of the service sets: in all interfaces that have such an attribute.
struct Wish {
  ConstantId attribute;
  ConstantId value;
  SourceRange at = {};
};

struct Event {
  std::string name;
  ConstantId symbol;
  std::uint32_t interface = 0;
  std::vector<ExpressionId> guards;  // all must hold
  Effect on_entry;
  Effect on_success;
  Effect on_failure;
  bool is_implemented = false;          // something runs when it is handled
  std::vector<Operand> inputs;          // what that reads of interfaces
  std::vector<std::uint32_t> outcomes;  // the attributes that its outputs set: nobody knows them before
  std::vector<Wish> wishes;             // of an event of the service
  std::shared_ptr<const tosca::EventRules> rules;
  SourceRange at = {};
};

/// Something sent when an attribute changes.
struct Reflex {
  std::uint32_t interface = 0;
  std::vector<std::uint32_t> attributes;  // of the entity itself that the condition reads
  bool reads_others = false;
  Sending sending;
};

/// What all entities of a type have in common, unless their templates say more.
struct Behaviour {
  std::vector<tosca::Interface> interfaces;
  std::vector<std::pair<ConstantId, ConstantId>> interface_names;  // the name, and that of the type
  std::vector<Attribute> attributes;
  std::vector<Event> events;
  std::vector<Reflex> reflexes;

  [[nodiscard]] bool is_named(std::uint32_t interface, ConstantId name) const {
    return !name.valid() || interface_names[interface].first == name || interface_names[interface].second == name;
  }
  [[nodiscard]] std::optional<std::uint32_t> find_attribute(ConstantId interface, ConstantId name) const;
  [[nodiscard]] std::optional<std::uint32_t> find_event(ConstantId interface, ConstantId name) const;
};

using BehaviourId = Id<struct BehaviourTag>;
/// One attribute of one entity, one event of one entity.
using VariableId = Id<struct VariableTag>;
using ReceiverId = Id<struct ReceiverTag>;

/// Interfaces for entities whose own say nothing of events.
struct Overlay {
  std::vector<tosca::Interface> of_nodes;
  std::vector<tosca::Interface> of_relationships;
  std::vector<tosca::Operation> events;  // of the service
};

/// True when the service itself says anything of events.
bool tells_of_events(const tosca::Topology& topology);

class Model {
 public:
  /// The overlay counts for every entity; without one, entities are what their types and templates say.
  Model(const tosca::Topology& topology, const Overlay* overlay = nullptr);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  [[nodiscard]] const tosca::Topology& topology() const { return walk.topology(); }
  /// The machines are those of a profile, not of the service itself.
  [[nodiscard]] bool is_overlaid() const { return overlaid_; }
  [[nodiscard]] std::size_t variables() const { return owners_of_variables_.size(); }
  [[nodiscard]] std::size_t receivers() const { return owners_of_receivers_.size(); }
  [[nodiscard]] std::size_t entities() const { return instances_.size(); }

  [[nodiscard]] const Behaviour& behaviour(EntityIndex entity) const { return behaviours[instances_[entity].behaviour]; }
  [[nodiscard]] BehaviourId behaviour_id(EntityIndex entity) const { return instances_[entity].behaviour; }
  [[nodiscard]] VariableId variable(EntityIndex entity, std::uint32_t attribute) const {
    return VariableId(instances_[entity].first_variable + attribute);
  }
  [[nodiscard]] ReceiverId receiver(EntityIndex entity, std::uint32_t event) const {
    return ReceiverId(instances_[entity].first_receiver + event);
  }
  [[nodiscard]] EntityIndex owner(VariableId variable) const { return owners_of_variables_[variable]; }
  [[nodiscard]] EntityIndex owner(ReceiverId receiver) const { return owners_of_receivers_[receiver]; }
  [[nodiscard]] const Attribute& attribute(VariableId variable) const {
    const EntityIndex entity = owner(variable);
    return behaviour(entity).attributes[variable.index() - instances_[entity].first_variable];
  }
  [[nodiscard]] const Event& event(ReceiverId receiver) const {
    const EntityIndex entity = owner(receiver);
    return behaviour(entity).events[receiver.index() - instances_[entity].first_receiver];
  }
  [[nodiscard]] std::optional<ReceiverId> service_event(std::string_view name) const;

  /// "'db'", "the service"; "'state' of 'db'"; "'start' of 'db'".
  [[nodiscard]] std::string name(EntityIndex entity) const;
  [[nodiscard]] std::string name(VariableId variable) const;
  [[nodiscard]] std::string name(ReceiverId receiver) const;
  [[nodiscard]] SourceRange at(EntityIndex entity) const;

  Walk walk;
  Constants constants;
  Predicates predicates{constants};
  Expressions expressions;
  IdVector<BehaviourId, Behaviour> behaviours;

 private:
  struct Instance {
    BehaviourId behaviour;
    std::uint32_t first_variable = 0;
    std::uint32_t first_receiver = 0;
  };
  BehaviourId behaviour_of(tosca::EntityId entity, const Overlay* overlay);
  void add_instance(BehaviourId behaviour);

  bool overlaid_;
  IdVector<EntityIndex, Instance> instances_;
  IdVector<VariableId, EntityIndex> owners_of_variables_;
  IdVector<ReceiverId, EntityIndex> owners_of_receivers_;
  std::unordered_map<std::uint64_t, BehaviourId> of_types_;
};

}  // namespace planbuilder::events
