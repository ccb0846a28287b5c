// State machines as a test invents them, with a second meaning of their own: slow, obvious, and without any of the compiler's
// code.
#pragma once

#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::testing {

struct Random {
  std::mt19937 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  std::size_t below(std::size_t end) { return engine() % end; }
  bool one_in(std::size_t count) { return below(count) == 0; }
};

/// A condition, as a tree.
struct ToyCondition {
  enum class Kind { equal, same, all, any, negation, each_out, some_target };
  Kind kind = Kind::equal;
  std::string attribute;
  std::string other;  // same: the second attribute; each_out: an attribute of relationships
  std::string value;
  std::vector<ToyCondition> parts;
};

/// Where an event goes.
enum class ToyAddress { own, outgoing, incoming, targets, sources, source, target };

struct ToyTrigger {
  ToyAddress to = ToyAddress::own;
  std::string operation;
  std::vector<ToyCondition> condition;  // none or one
};

struct ToyOperation {
  std::string name;
  std::vector<ToyCondition> guards;
  std::map<std::string, std::string> on_entry;
  std::map<std::string, std::string> on_success;
  std::vector<ToyTrigger> triggers;
};

struct ToyMachine {
  std::vector<std::string> attributes;
  std::vector<ToyOperation> operations;
  std::vector<ToyTrigger> reflexes;  // with a condition over own attributes
};

/// Entities: nodes, then relationships.
struct ToyModel {
  ToyMachine node;
  std::vector<ToyOperation> refined;  // what nodes of the second type add to some operations
  ToyMachine relationship;
  std::vector<bool> is_refined;                            // by node
  std::vector<std::pair<std::size_t, std::size_t>> joins;  // source and target

  static ToyModel random(unsigned seed);
  [[nodiscard]] tosca::Topology topology() const;

  [[nodiscard]] std::size_t nodes() const { return is_refined.size(); }
  [[nodiscard]] std::size_t entities() const { return nodes() + joins.size(); }
  [[nodiscard]] bool is_node(std::size_t entity) const { return entity < nodes(); }
  [[nodiscard]] ToyOperation operation(std::size_t entity, const std::string& name) const;
};

using ToyState = std::vector<std::map<std::string, std::string>>;  // by entity
using ToyEvent = std::pair<std::size_t, std::string>;              // an operation of an entity

ToyState initial_state(const ToyModel& model);
bool holds(const ToyModel& model, const ToyState& state, std::size_t self, const ToyCondition& condition);
bool may_be_handled(const ToyModel& model, const ToyState& state, const ToyEvent& event);

/// Writes one attribute after the other; the reflexes that each write causes are sent.
void set(const ToyModel& model, ToyState& state, std::size_t self, const std::map<std::string, std::string>& values,
         std::multiset<ToyEvent>& sent);
/// What the triggers of an operation send in this state.
void send(const ToyModel& model, const ToyState& state, const ToyEvent& event, std::multiset<ToyEvent>& sent);

}  // namespace planbuilder::testing
