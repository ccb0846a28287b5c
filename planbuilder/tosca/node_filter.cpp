#include "planbuilder/tosca/node_filter.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/evaluate.h"
#include "planbuilder/tosca/merge.h"

namespace planbuilder::tosca {

namespace {

/// A number with an optional unit of size, time or frequency, in base units, so that `2 GB` and `2048 MB` compare.
std::optional<double> magnitude(const std::string& text) {
  static const std::pair<std::string_view, double> units[] = {{"B", 1},      {"kB", 1e3},
                                                              {"KB", 1e3},   {"KiB", 1024},
                                                              {"MB", 1e6},   {"MiB", 1048576.0},
                                                              {"GB", 1e9},   {"GiB", 1073741824.0},
                                                              {"TB", 1e12},  {"TiB", 1099511627776.0},
                                                              {"d", 86400},  {"h", 3600},
                                                              {"m", 60},     {"s", 1},
                                                              {"ms", 1e-3},  {"us", 1e-6},
                                                              {"ns", 1e-9},  {"Hz", 1},
                                                              {"kHz", 1e3},  {"MHz", 1e6},
                                                              {"GHz", 1e9},  {"bps", 1},
                                                              {"Kbps", 1e3}, {"Mbps", 1e6},
                                                              {"Gbps", 1e9}};
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit = trim(std::string_view(end, static_cast<std::size_t>(text.data() + text.size() - end)));
  if (unit.empty()) return number;
  for (const auto& [name, factor] : units) {
    if (name == unit) return number * factor;
  }
  return std::nullopt;
}

/// -1, 0, 1; nothing when the two cannot be compared.
std::optional<int> compare(const Value& left, const Value& right) {
  const auto a = magnitude(to_text(left));
  const auto b = magnitude(to_text(right));
  if (a && b) return *a < *b ? -1 : *a > *b ? 1 : 0;
  const int order = to_text(left).compare(to_text(right));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

bool holds(const std::string& clause, const Value& value, const Value& argument) {
  const auto order = [&](const Value& other) { return compare(value, other).value_or(0); };
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

}  // namespace

std::string filter_refusal(const NodeFilter& filter, const Topology& topology, NodeId candidate) {
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

}  // namespace planbuilder::tosca
