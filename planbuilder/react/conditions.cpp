#include "planbuilder/react/conditions.h"

#include <algorithm>
#include <array>

#include "planbuilder/plan/from_value.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "planbuilder/tosca/values/resolve_path.h"

namespace planbuilder::react {

namespace {

using tosca::EntityId;
using tosca::NodeId;
using tosca::Topology;
using tosca::Trigger;

Value text_value(std::string text, SourceRange at) { return Value{std::move(text), at}; }

Value call_of(std::string function, std::vector<Value> arguments, SourceRange at) {
  return Value{Call{std::move(function), std::move(arguments)}, at};
}

/// `all` of nothing is true, as in TOSCA.
Value all_of(std::vector<Value> parts, SourceRange at) {
  if (parts.empty()) return Value{true, at};
  if (parts.size() == 1) return std::move(parts.front());
  return call_of("$and", std::move(parts), at);
}

constexpr std::array comparisons = {"equal", "greater_than", "greater_or_equal", "less_than", "less_or_equal", "valid_values"};

/// Turns clauses of 1.x into functions. What it cannot turn is remembered.
class Clauses {
 public:
  Clauses(const Topology& topology, tosca::PathEnd watched) : topology_(topology), watched_(std::move(watched)) {}

  Value formula(const Value& clause) {
    if (const auto* list = clause.get_if<List>()) return all_of(each(*list), clause.at);
    const auto* map = clause.get_if<Map>();
    if (map == nullptr) return refuse(clause);
    std::vector<Value> parts;
    for (const MapEntry& entry : *map) parts.push_back(part(entry));
    return all_of(std::move(parts), clause.at);
  }

  /// What it could not turn, and why.
  struct Refusal {
    SourceRange at;
    std::string reason;
  };
  [[nodiscard]] const std::optional<Refusal>& refused() const { return refused_; }

 private:
  std::vector<Value> each(const List& list) {
    std::vector<Value> parts;
    for (const Value& item : list) parts.push_back(formula(item));
    return parts;
  }

  /// `not` holds when one of its clauses does not.
  Value part(const MapEntry& entry) {
    if (entry.key == "and" || entry.key == "assert") return formula(entry.value);
    if (entry.key == "not") return call_of("$not", {formula(entry.value)}, entry.value.at);
    if (entry.key != "or") return assertion(entry);
    const auto* list = entry.value.get_if<List>();
    return list == nullptr ? formula(entry.value) : call_of("$or", each(*list), entry.value.at);
  }

  /// `attribute: [{greater_than: 0}]`, `attribute: {equal: 1}`, `attribute: 1`.
  Value assertion(const MapEntry& entry) {
    if (!is_known(entry.key)) return refuse(entry.value, unknown(entry.key));
    std::vector<Value> words{text_value("SELF", entry.value.at)};
    if (!watched_.capability.empty()) words.push_back(text_value(watched_.capability, entry.value.at));
    words.push_back(text_value(entry.key, entry.value.at));
    const Value attribute = call_of("get_attribute", std::move(words), entry.value.at);
    std::vector<Value> parts;
    if (const auto* list = entry.value.get_if<List>()) {
      for (const Value& item : *list) add_constraint(attribute, item, parts);
    } else {
      add_constraint(attribute, entry.value, parts);
    }
    return all_of(std::move(parts), entry.value.at);
  }

  void add_constraint(const Value& attribute, const Value& constraint, std::vector<Value>& parts) {
    const auto* map = constraint.get_if<Map>();
    if (map == nullptr) {
      parts.push_back(call_of("$equal", {attribute, constraint}, constraint.at));
      return;
    }
    for (const MapEntry& entry : *map) parts.push_back(compare(attribute, entry));
  }

  Value compare(const Value& attribute, const MapEntry& entry) {
    if (std::find(comparisons.begin(), comparisons.end(), entry.key) != comparisons.end())
      return call_of("$" + entry.key, {attribute, entry.value}, entry.value.at);
    const auto* ends = entry.value.get_if<List>();
    if (entry.key != "in_range" || ends == nullptr || ends->size() != 2) return refuse(entry.value);
    std::vector<Value> parts;
    if (to_text(ends->front()) != "UNBOUNDED")
      parts.push_back(call_of("$greater_or_equal", {attribute, ends->front()}, entry.value.at));
    if (to_text(ends->back()) != "UNBOUNDED")
      parts.push_back(call_of("$less_or_equal", {attribute, ends->back()}, entry.value.at));
    return all_of(std::move(parts), entry.value.at);
  }

  [[nodiscard]] bool is_known(const std::string& name) const {
    return name == "state" || !has_known_type(topology_, watched_) || find_member(topology_, watched_, name, true) != nullptr;
  }

  [[nodiscard]] std::string unknown(const std::string& name) const {
    return describe(topology_, watched_) + " has no attribute '" + name + "'" +
           did_you_mean(name, names_of_members(topology_, watched_));
  }

  Value refuse(const Value& value, std::string reason = "it says not which attribute is compared with what") {
    if (!refused_) refused_ = Refusal{value.at, std::move(reason)};
    return Value{false, value.at};
  }

  const Topology& topology_;
  tosca::PathEnd watched_;
  std::optional<Refusal> refused_;
};

/// The clauses, wherever the trigger has them; null if nowhere.
Value clauses_of(const Trigger& trigger) {
  const tosca::Observation& observation = *trigger.observation;
  if (!observation.constraint.is_null()) return observation.constraint;
  const auto* map = trigger.condition.get_if<Map>();
  const auto is_of_observation = [](const MapEntry& entry) {
    return entry.key == "period" || entry.key == "evaluations" || entry.key == "method";
  };
  if (map != nullptr && std::all_of(map->begin(), map->end(), is_of_observation)) return {};
  return trigger.condition;
}

/// The node that the filter of the trigger leads to, else the subject.
std::optional<EntityId> watched_entity(const Topology& topology, const Trigger& trigger, std::optional<EntityId> subject) {
  std::optional<EntityId> watched = subject;
  if (const NodeId node = topology.find_node(trigger.watched.name); node.valid()) {
    watched = node;
  } else if (!trigger.watched.empty()) {  // a type, of which the subject must be
    const auto* own = subject ? std::get_if<NodeId>(&*subject) : nullptr;
    if (own == nullptr || !topology.derives_from(topology.nodes[*own].type, trigger.watched.name)) return std::nullopt;
  }
  const auto* node = watched ? std::get_if<NodeId>(&*watched) : nullptr;
  if (trigger.watched_requirement.empty() || node == nullptr) return watched;
  for (const tosca::RelationshipId id : topology.nodes[*node].outgoing) {
    if (topology.relationships[id].requirement == trigger.watched_requirement.name) return topology.relationships[id].target;
  }
  return watched;
}

std::optional<plan::Expression> refuse_condition(const Trigger& trigger, SourceRange at, const std::string& reason,
                                                 Diagnostics& diagnostics) {
  diagnostics
      .warning(Code::target_cannot, at,
               "the trigger '" + trigger.name + "' never acts, since nobody can judge its condition: " + reason)
      .explain("A condition looks like this: [{load: [{greater_than: 80}]}]");
  return std::nullopt;
}

}  // namespace

std::optional<plan::Expression> condition_of(const Topology& topology, const Trigger& trigger, std::optional<EntityId> subject,
                                             Diagnostics& diagnostics) {
  if (trigger.condition.call() != nullptr) {
    return plan::to_expression(tosca::evaluate({topology, std::nullopt}, trigger.condition));
  }
  const Value clauses = clauses_of(trigger);
  if (clauses.is_null()) return plan::Expression{};
  const auto watched = watched_entity(topology, trigger, subject);
  if (!watched) return refuse_condition(trigger, trigger.at, "its filter leads to nothing", diagnostics);
  Clauses turned(topology, {*watched, trigger.watched_capability.name});
  const Value formula = turned.formula(clauses);
  if (turned.refused()) return refuse_condition(trigger, turned.refused()->at, turned.refused()->reason, diagnostics);
  return plan::to_expression(tosca::evaluate({topology, watched}, formula));
}

namespace {

/// Counts what was replaced; the read that was is kept in `read`.
std::size_t replace_reads(plan::Expression& value, std::string_view input, plan::Expression& read) {
  const plan::Function* function = value.function();
  if (function == nullptr) return 0;
  if (std::holds_alternative<plan::AttributeRead>(function->data)) {
    read = value;
    plan::InputRead of_input;
    of_input.name = std::string(input);
    value = plan::computed({std::move(of_input)}, value.at);
    return 1;
  }
  const auto* formula = std::get_if<plan::Formula>(&function->data);
  if (formula == nullptr) return 0;
  plan::Formula changed = *formula;
  std::size_t count = 0;
  for (plan::Expression& argument : changed.arguments) count += replace_reads(argument, input, read);
  value = plan::computed({std::move(changed)}, value.at);
  return count;
}

}  // namespace

std::optional<plan::Expression> take_sample(plan::Expression& condition, std::string_view input) {
  plan::Expression read;
  if (replace_reads(condition, input, read) != 1) return std::nullopt;
  return read;
}

}  // namespace planbuilder::react
