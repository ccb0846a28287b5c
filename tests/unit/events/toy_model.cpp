#include "tests/unit/events/toy_model.h"

#include <algorithm>

namespace planbuilder::testing {

namespace {

using tosca::EventStep;

const std::vector<std::string> values = {"initial", "one", "two"};
const std::vector<std::string> node_operations = {"go", "run", "rest", "end"};
const std::vector<std::string> relationship_operations = {"join", "part"};

// --- inventing ---------------------------------------------------------------------------------------------------

class Inventor {
 public:
  explicit Inventor(unsigned seed) : random_(seed) {}

  ToyModel invent() {
    ToyModel model;
    model.node = machine({"a", "b"}, node_operations, true);
    model.relationship = machine({"c"}, relationship_operations, false);
    for (const std::string& name : node_operations) {
      ToyOperation more;
      more.name = name;
      if (random_.one_in(3)) more.guards.push_back(condition(true, 1));
      if (random_.one_in(3)) more.triggers.push_back(trigger(true));
      model.refined.push_back(more);
    }
    const std::size_t nodes = 1 + random_.below(5);
    for (std::size_t i = 0; i < nodes; ++i) model.is_refined.push_back(random_.one_in(2));
    const std::size_t joins = random_.below(nodes + 3);
    for (std::size_t i = 0; i < joins; ++i) model.joins.emplace_back(random_.below(nodes), random_.below(nodes));
    return model;
  }

 private:
  const std::string& any_of(const std::vector<std::string>& all) { return all[random_.below(all.size())]; }

  ToyMachine machine(const std::vector<std::string>& attributes, const std::vector<std::string>& operations, bool node) {
    ToyMachine made;
    made.attributes = attributes;
    for (const std::string& name : operations) {
      ToyOperation operation;
      operation.name = name;
      // Most guards name a state, so that most machines come to rest; the first event is nearly always handled.
      const bool first = name == operations.front();
      if (first) {
        operation.guards.push_back({ToyCondition::Kind::equal, attributes.front(), "", "initial", {}});
      } else if (!random_.one_in(3)) {
        operation.guards.push_back({ToyCondition::Kind::equal, any_of(attributes), "", any_of(values), {}});
      }
      if (random_.one_in(first ? 6 : 2)) operation.guards.push_back(condition(node, 2));
      if (random_.one_in(3)) operation.on_entry[any_of(attributes)] = any_of(values);
      operation.on_success[any_of(attributes)] = any_of(values);
      if (random_.one_in(3)) operation.on_success[any_of(attributes)] = any_of(values);
      const std::size_t triggers = random_.below(4);
      for (std::size_t i = 0; i < triggers; ++i) operation.triggers.push_back(trigger(node));
      made.operations.push_back(operation);
    }
    if (random_.one_in(4)) {
      ToyTrigger reflex;
      reflex.operation = any_of(operations);
      reflex.condition.push_back({ToyCondition::Kind::equal, any_of(attributes), "", any_of(values), {}});
      made.reflexes.push_back(reflex);
    }
    return made;
  }

  ToyCondition condition(bool node, std::size_t depth) {
    const std::vector<std::string> own = node ? std::vector<std::string>{"a", "b"} : std::vector<std::string>{"c"};
    ToyCondition made;
    made.attribute = any_of(own);
    made.value = any_of(values);
    const std::size_t kind = random_.below(depth > 0 ? 9 : 4);
    if (node && kind == 1) {
      made.kind = ToyCondition::Kind::same;
      made.other = "b";
      made.attribute = "a";
    } else if (node && kind == 2) {
      made.kind = ToyCondition::Kind::each_out;
      made.other = "c";
    } else if (node && kind == 3) {
      made.kind = ToyCondition::Kind::some_target;
    } else if (kind == 4) {
      made.kind = ToyCondition::Kind::negation;
      made.parts = {condition(node, depth - 1)};
    } else if (kind > 4) {
      made.kind = kind > 6 ? ToyCondition::Kind::all : ToyCondition::Kind::any;
      made.parts = {condition(node, depth - 1), condition(node, depth - 1)};
    }
    return made;
  }

  ToyTrigger trigger(bool node) {
    ToyTrigger made;
    const std::size_t kind = random_.below(node ? 5 : 3);
    if (node) {
      constexpr ToyAddress addresses[] = {ToyAddress::own, ToyAddress::outgoing, ToyAddress::incoming, ToyAddress::targets,
                                          ToyAddress::sources};
      made.to = addresses[kind];
    } else {
      constexpr ToyAddress addresses[] = {ToyAddress::own, ToyAddress::source, ToyAddress::target};
      made.to = addresses[kind];
    }
    const bool to_relationship =
        made.to == ToyAddress::outgoing || made.to == ToyAddress::incoming || (!node && made.to == ToyAddress::own);
    made.operation = any_of(to_relationship ? relationship_operations : node_operations);
    if (random_.one_in(3)) made.condition.push_back(condition(node, 1));
    return made;
  }

  Random random_;
};

// --- as TOSCA ----------------------------------------------------------------------------------------------------

Value text(const std::string& value) { return {value}; }
Value call(const std::string& function, std::vector<Value> arguments) { return {Call{function, std::move(arguments)}}; }
Value words(const std::vector<std::string>& all) {
  List list;
  for (const std::string& word : all) list.push_back(text(word));
  return {std::move(list)};
}

Value to_value(const ToyCondition& condition) {
  const Value own = call("$get_state", {text(condition.attribute)});
  switch (condition.kind) {
    case ToyCondition::Kind::equal: return call("$equal", {own, text(condition.value)});
    case ToyCondition::Kind::same: return call("$equal", {own, call("$get_state", {text(condition.other)})});
    case ToyCondition::Kind::negation: return call("$not", {to_value(condition.parts.front())});
    case ToyCondition::Kind::all:
    case ToyCondition::Kind::any:
      return call(condition.kind == ToyCondition::Kind::all ? "$and" : "$or",
                  {to_value(condition.parts[0]), to_value(condition.parts[1])});
    case ToyCondition::Kind::each_out:
      return call("$for_each",
                  {text("@out"), words({"SELF", "RELATIONSHIP", "ALL"}),
                   call("$equal", {call("$get_attribute", {text("@out"), text(condition.other)}), text(condition.value)})});
    case ToyCondition::Kind::some_target:
      return call("$has_entry", {call("$get_attribute", {text("SELF"), text("RELATIONSHIP"), text("ALL"), text("TARGET"),
                                                         text("INTERFACE"), text("m"), text("a")}),
                                 text(condition.value)});
  }
  return {};
}

tosca::EventTrigger to_trigger(const ToyTrigger& toy) {
  tosca::EventTrigger trigger;
  trigger.event.operation.name = toy.operation;
  const EventStep self{EventStep::Kind::self, {}, {}, {}};
  const EventStep relationship{EventStep::Kind::relationship, {}, {}, {}};
  const EventStep capability{EventStep::Kind::capability, {}, {}, {}};
  const EventStep source{EventStep::Kind::source, {}, {}, {}};
  const EventStep target{EventStep::Kind::target, {}, {}, {}};
  switch (toy.to) {
    case ToyAddress::own: trigger.event.own_interface = true; break;
    case ToyAddress::outgoing: trigger.event.path = {self, relationship}; break;
    case ToyAddress::incoming: trigger.event.path = {self, capability, relationship}; break;
    case ToyAddress::targets: trigger.event.path = {self, relationship, target}; break;
    case ToyAddress::sources: trigger.event.path = {self, capability, source}; break;
    case ToyAddress::source: trigger.event.path = {self, source}; break;
    case ToyAddress::target: trigger.event.path = {self, target}; break;
  }
  if (!toy.condition.empty()) trigger.condition = to_value(toy.condition.front());
  return trigger;
}

tosca::Interface to_interface(const std::string& name, const ToyMachine& machine, const std::vector<ToyOperation>& operations) {
  tosca::Interface made;
  made.name = name;
  auto state = std::make_shared<tosca::InterfaceState>();
  for (const std::string& attribute : machine.attributes) {
    tosca::ParameterDefinition definition;
    definition.name = attribute;
    definition.default_value = text("initial");
    state->attributes.push_back(definition);
  }
  for (const ToyTrigger& reflex : machine.reflexes) state->triggers.push_back(to_trigger(reflex));
  made.state = state;
  for (const ToyOperation& toy : operations) {
    auto rules = std::make_shared<tosca::EventRules>();
    for (const ToyCondition& guard : toy.guards) rules->preconditions.push_back(to_value(guard));
    for (const auto& [attribute, value] : toy.on_entry) rules->on_entry.set.push_back({attribute, text(value)});
    for (const auto& [attribute, value] : toy.on_success) rules->on_success.set.push_back({attribute, text(value)});
    for (const ToyTrigger& trigger : toy.triggers) rules->on_success.triggers.push_back(to_trigger(trigger));
    tosca::Operation operation;
    operation.name = toy.name;
    operation.rules = rules;
    made.operations.push_back(operation);
  }
  return made;
}

// --- its own meaning ---------------------------------------------------------------------------------------------

std::vector<std::size_t> receivers(const ToyModel& model, std::size_t self, ToyAddress to) {
  std::vector<std::size_t> found;
  const auto add = [&](std::size_t entity) {
    if (std::find(found.begin(), found.end(), entity) == found.end()) found.push_back(entity);
  };
  if (to == ToyAddress::own) return {self};
  for (std::size_t i = 0; i < model.joins.size(); ++i) {
    const auto [source, target] = model.joins[i];
    const std::size_t join = model.nodes() + i;
    if (to == ToyAddress::outgoing && source == self) add(join);
    if (to == ToyAddress::incoming && target == self) add(join);
    if (to == ToyAddress::targets && source == self) add(target);
    if (to == ToyAddress::sources && target == self) add(source);
    if (to == ToyAddress::source && join == self) add(source);
    if (to == ToyAddress::target && join == self) add(target);
  }
  return found;
}

void send(const ToyModel& model, const ToyState& state, std::size_t self, const ToyTrigger& trigger,
          std::multiset<ToyEvent>& sent) {
  if (!trigger.condition.empty() && !holds(model, state, self, trigger.condition.front())) return;
  for (const std::size_t receiver : receivers(model, self, trigger.to)) sent.emplace(receiver, trigger.operation);
}

}  // namespace

ToyModel ToyModel::random(unsigned seed) { return Inventor(seed).invent(); }

ToyOperation ToyModel::operation(std::size_t entity, const std::string& name) const {
  const auto named = [&](const ToyOperation& operation) { return operation.name == name; };
  const auto& all = is_node(entity) ? node.operations : relationship.operations;
  ToyOperation found = *std::find_if(all.begin(), all.end(), named);
  if (!is_node(entity) || !is_refined[entity]) return found;
  const ToyOperation& more = *std::find_if(refined.begin(), refined.end(), named);
  found.guards.insert(found.guards.end(), more.guards.begin(), more.guards.end());
  found.triggers.insert(found.triggers.end(), more.triggers.begin(), more.triggers.end());
  return found;
}

tosca::Topology ToyModel::topology() const {
  tosca::Topology topology;
  const auto add_type = [&](tosca::TypeKind kind, tosca::Interface interface) {
    tosca::Type type;
    type.kind = kind;
    type.interfaces.push_back(std::move(interface));
    return topology.types.add(std::move(type));
  };
  std::vector<ToyOperation> all = node.operations;
  for (ToyOperation& operation : all) {
    for (const ToyOperation& more : refined) {
      if (more.name != operation.name) continue;
      operation.guards.insert(operation.guards.end(), more.guards.begin(), more.guards.end());
      operation.triggers.insert(operation.triggers.end(), more.triggers.begin(), more.triggers.end());
    }
  }
  const tosca::TypeId plain = add_type(tosca::TypeKind::node, to_interface("m", node, node.operations));
  const tosca::TypeId special = add_type(tosca::TypeKind::node, to_interface("m", node, all));
  const tosca::TypeId joining = add_type(tosca::TypeKind::relationship, to_interface("r", relationship, relationship.operations));
  for (std::size_t i = 0; i < nodes(); ++i) {
    tosca::Node made;
    made.name = "n" + std::to_string(i);
    made.type = is_refined[i] ? special : plain;
    topology.nodes.add(std::move(made));
  }
  for (std::size_t i = 0; i < joins.size(); ++i) {
    tosca::Relationship made;
    made.id = "r" + std::to_string(i);
    made.type = joining;
    made.source = tosca::NodeId(joins[i].first);
    made.target = tosca::NodeId(joins[i].second);
    const tosca::RelationshipId id = topology.relationships.add(std::move(made));
    topology.nodes[tosca::NodeId(joins[i].first)].outgoing.push_back(id);
    topology.nodes[tosca::NodeId(joins[i].second)].incoming.push_back(id);
  }
  for (const tosca::NodeId id : topology.nodes.ids()) topology.node_names.emplace(topology.nodes[id].name, id);
  for (const tosca::RelationshipId id : topology.relationships.ids())
    topology.relationship_names.emplace(topology.relationships[id].id, id);
  return topology;
}

ToyState initial_state(const ToyModel& model) {
  ToyState state(model.entities());
  for (std::size_t entity = 0; entity < state.size(); ++entity) {
    for (const std::string& attribute : model.is_node(entity) ? model.node.attributes : model.relationship.attributes)
      state[entity][attribute] = "initial";
  }
  return state;
}

bool holds(const ToyModel& model, const ToyState& state, std::size_t self, const ToyCondition& condition) {
  const auto part = [&](std::size_t i) { return holds(model, state, self, condition.parts[i]); };
  switch (condition.kind) {
    case ToyCondition::Kind::equal: return state[self].at(condition.attribute) == condition.value;
    case ToyCondition::Kind::same: return state[self].at(condition.attribute) == state[self].at(condition.other);
    case ToyCondition::Kind::negation: return !part(0);
    case ToyCondition::Kind::all: return part(0) && part(1);
    case ToyCondition::Kind::any: return part(0) || part(1);
    case ToyCondition::Kind::each_out:
      for (std::size_t i = 0; i < model.joins.size(); ++i) {
        if (model.joins[i].first == self && state[model.nodes() + i].at(condition.other) != condition.value) return false;
      }
      return true;
    case ToyCondition::Kind::some_target:
      for (const auto& [source, target] : model.joins) {
        if (source == self && state[target].at("a") == condition.value) return true;
      }
      return false;
  }
  return false;
}

bool may_be_handled(const ToyModel& model, const ToyState& state, const ToyEvent& event) {
  const ToyOperation operation = model.operation(event.first, event.second);
  return std::all_of(operation.guards.begin(), operation.guards.end(),
                     [&](const ToyCondition& guard) { return holds(model, state, event.first, guard); });
}

void set(const ToyModel& model, ToyState& state, std::size_t self, const std::map<std::string, std::string>& written,
         std::multiset<ToyEvent>& sent) {
  for (const auto& [attribute, value] : written) {
    state[self][attribute] = value;
    for (const ToyTrigger& reflex : model.is_node(self) ? model.node.reflexes : model.relationship.reflexes) {
      if (reflex.condition.front().attribute == attribute) send(model, state, self, reflex, sent);
    }
  }
}

void send(const ToyModel& model, const ToyState& state, const ToyEvent& event, std::multiset<ToyEvent>& sent) {
  for (const ToyTrigger& trigger : model.operation(event.first, event.second).triggers)
    send(model, state, event.first, trigger, sent);
}

}  // namespace planbuilder::testing
