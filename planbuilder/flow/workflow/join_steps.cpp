#include "planbuilder/flow/workflow/join_steps.h"

#include <map>
#include <set>

#include "planbuilder/support/text.h"

namespace planbuilder::flow {

namespace {

/// Those that one step waits for, of which one is enough.
struct Failures {
  StepGraph::Edge first = {};
  std::vector<std::string> names = {};
  std::vector<ActivityId> parts = {};

  void add(const StepGraph::Edge& edge, const std::string& name, const std::vector<ActivityId>& open) {
    if (names.empty()) first = edge;
    names.push_back(name);
    parts.insert(parts.end(), open.begin(), open.end());
  }

  [[nodiscard]] std::string in_words(const std::string& quote) const {
    constexpr std::size_t most = 3;
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) shown.push_back(quote + names[i] + quote);
    if (names.size() > most) shown.push_back(count_of(names.size() - most, "other"));
    return join(shown, " or ");
  }
};

Origin origin_of(const Scope& scope, const StepGraph::Edge& edge, const std::string& after) {
  return {"workflow",
          "'" + scope.workflow.steps[edge.to].name + "' follows the " + after + " in the workflow '" + scope.workflow.name + "'",
          edge.at};
}

/// By the step that waits. One whose success it waits for as well can never be the one that failed.
std::map<std::uint32_t, Failures> failures_of(const StepGraph& graph, const std::vector<Parts>& steps) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> successes;
  for (const StepGraph::Edge& edge : graph.edges) {
    if (!edge.on_failure) successes.emplace(edge.from, edge.to);
  }
  std::map<std::uint32_t, Failures> failures;
  for (const StepGraph::Edge& edge : graph.edges) {
    if (edge.on_failure && !successes.contains({edge.from, edge.to}))
      failures[edge.to].add(edge, graph.workflow.steps[edge.from].name, steps[edge.from].open);
  }
  return failures;
}

}  // namespace

void join_steps(Flow& flow, const Scope& scope, const StepGraph& graph, const std::vector<Parts>& steps) {
  for (const StepGraph::Edge& edge : graph.edges) {
    if (edge.on_failure) continue;
    const std::string& name = scope.workflow.steps[edge.from].name;
    join_parts(flow, steps[edge.from].last, steps[edge.to].first,
               {origin_of(scope, edge, "success of '" + name + "'"), escape_id(scope.prefix + name) + ".done"});
  }
  for (const auto& [step, failures] : failures_of(graph, steps)) {
    join_parts(flow, failures.parts, steps[step].first,
               {origin_of(scope, failures.first, "failure of " + failures.in_words("'")),
                escape_id(scope.prefix + failures.names.front()) + ".failed", scope.prefix + failures.in_words("")});
  }
}

}  // namespace planbuilder::flow
