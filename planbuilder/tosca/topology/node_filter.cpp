#include "planbuilder/tosca/topology/node_filter.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/scalars/scalar_unit.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::tosca {

namespace {

std::optional<double> parse_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

int sign(double difference) { return difference < 0 ? -1 : difference > 0 ? 1 : 0; }

/// -1, 0, 1: as numbers, as amounts of one kind (`2 GB` and `2048 MB`), else as text.
int compare(const Value& left_value, const Value& right_value) {
  const std::string left = to_text(left_value);
  const std::string right = to_text(right_value);
  const auto a = parse_number(left);
  const auto b = parse_number(right);
  if (a && b) return sign(*a - *b);
  for (const UnitKind kind : {UnitKind::size, UnitKind::time, UnitKind::frequency, UnitKind::bitrate}) {
    const auto amount = parse_scalar_unit(kind, left);
    const auto other = parse_scalar_unit(kind, right);
    if (amount && other) return sign(*amount - *other);
  }
  return sign(left.compare(right));
}

bool holds(const std::string& clause, const Value& value, const Value& argument) {
  const auto order = [&](const Value& other) { return compare(value, other); };
  const List* list = argument.get_if<List>();
  if (clause == "equal") return order(argument) == 0;
  if (clause == "greater_than") return order(argument) > 0;
  if (clause == "greater_or_equal") return order(argument) >= 0;
  if (clause == "less_than") return order(argument) < 0;
  if (clause == "less_or_equal") return order(argument) <= 0;
  if (clause == "valid_values" && list != nullptr)
    return std::any_of(list->begin(), list->end(), [&](const Value& item) { return order(item) == 0; });
  if (clause == "in_range" && list != nullptr && list->size() == 2) {
    return order((*list)[0]) >= 0 && (to_text((*list)[1]) == "UNBOUNDED" || order((*list)[1]) <= 0);
  }
  return true;  // other clauses are checked where values are
}

/// A clause that the value breaks, in words; empty when it breaks none.
std::string broken_clause(const NodeFilter::Condition& condition, const Value& value) {
  for (const Value& clause : condition.clauses) {
    const Map* map = clause.get_if<Map>();
    if (map == nullptr) {
      if (is_literal(clause) && !holds("equal", value, clause)) return "equal " + to_text(clause);
      continue;
    }
    for (const MapEntry& entry : *map) {
      if (is_literal(entry.value) && !holds(entry.key, value, entry.value)) return entry.key + " " + to_text(entry.value);
    }
  }
  return "";
}

std::string condition_refusal(const NodeFilter::Condition& condition, const Topology& topology, NodeId node, const Value* given,
                              const std::string& where) {
  if (given == nullptr) return "has no " + where + "property '" + condition.property + "'";
  const Value value = evaluate({topology, node}, *given);
  if (!is_literal(value)) return "";
  const std::string broken = broken_clause(condition, value);
  return broken.empty() ? "" : "has " + where + "'" + condition.property + "' " + to_text(value) + ", which is not " + broken;
}

/// The part of a condition that is false: of several that must all hold the first.
const Value& false_part(const Value& condition, const EvaluationContext& context) {
  const Call* call = condition.call();
  if (call == nullptr || call->function != "$and") return condition;
  for (const Value& part : call->arguments) {
    const Value result = evaluate(context, part);
    if (const bool* known = result.get_if<bool>(); known != nullptr && !*known) return false_part(part, context);
  }
  return condition;
}

/// "$greater_or_equal of 2, 4": with what the arguments are for this candidate.
std::string in_words(const Value& condition, const EvaluationContext& context) {
  const Call* call = condition.call();
  if (call == nullptr) return to_text(condition);
  std::vector<std::string> arguments;
  for (const Value& argument : call->arguments) arguments.push_back(to_text(evaluate(context, argument)));
  return call->function + " of " + join(arguments, ", ");
}

/// 2.0: what only a run knows may hold.
std::string expression_refusal(const Value& condition, const Topology& topology, NodeId candidate) {
  Diagnostics problems;
  const Value result = evaluate({topology, candidate, &problems}, condition);
  if (problems.has_errors()) return "does not fit the node filter: " + problems.since(0).front().summary;
  const bool* known = result.get_if<bool>();
  if (known == nullptr || *known) return "";
  const EvaluationContext context{topology, candidate};
  return "does not fit the node filter: " + in_words(false_part(condition, context), context) + " is false";
}

}  // namespace

std::string filter_refusal(const NodeFilter& filter, const Topology& topology, NodeId candidate) {
  if (!filter.condition.is_null()) return expression_refusal(filter.condition, topology, candidate);
  for (const NodeFilter::Condition& condition : filter.properties) {
    std::string problem = condition_refusal(condition, topology, candidate, topology.property(candidate, condition.property), "");
    if (!problem.empty()) return problem;
  }
  for (const NodeFilter::Capability& capability : filter.capabilities) {
    for (const NodeFilter::Condition& condition : capability.properties) {
      const Value* value = topology.capability_property(candidate, capability.name.name, condition.property);
      std::string problem =
          condition_refusal(condition, topology, candidate, value, "in its capability '" + capability.name.name + "' ");
      if (!problem.empty()) return problem;
    }
  }
  return "";
}

std::string filter_refusal(const NodeFilter& filter, const Topology& topology, const CandidateRelationship& relationship) {
  if (filter.condition.is_null()) return filter_refusal(filter, topology, relationship.candidate);
  return expression_refusal(seen_from_candidate(filter.condition, relationship, topology), topology, relationship.candidate);
}

bool satisfies(const NodeFilter& filter, const Topology& topology, const CandidateRelationship& relationship) {
  if (filter.condition.is_null()) return filter_refusal(filter, topology, relationship.candidate).empty();
  Diagnostics problems;
  const Value condition = seen_from_candidate(filter.condition, relationship, topology);
  const Value result = evaluate({topology, relationship.candidate, &problems}, condition);
  const bool* known = result.get_if<bool>();
  return !problems.has_errors() && (known == nullptr || *known);
}

std::string to_text(const NodeFilter& filter) {
  std::string text = to_text(filter.condition);
  const auto add = [&](const std::vector<NodeFilter::Condition>& conditions) {
    for (const NodeFilter::Condition& condition : conditions) {
      text += "\n " + json_quote(condition.property);
      for (const Value& clause : condition.clauses) text += " " + json_quote(to_text(clause));
    }
  };
  add(filter.properties);
  for (const NodeFilter::Capability& capability : filter.capabilities) {
    text += "\n" + json_quote(capability.name.name);
    add(capability.properties);
  }
  return text;
}

}  // namespace planbuilder::tosca
