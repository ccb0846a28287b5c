#include "planbuilder/flow/workflow/step_graph.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace planbuilder::flow {

namespace {

std::vector<StepGraph::Edge> edges_of(const tosca::Workflow& workflow) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < workflow.steps.size(); ++i) numbers.emplace(workflow.steps[i].name, i);
  std::vector<StepGraph::Edge> edges;
  for (std::uint32_t from = 0; from < workflow.steps.size(); ++from) {
    const auto add = [&](const std::vector<tosca::Reference>& names, bool on_failure) {
      for (const tosca::Reference& name : names) {
        // That there is such a step was checked with the service.
        if (const auto to = numbers.find(name.name); to != numbers.end())
          edges.push_back({from, to->second, on_failure, name.at});
      }
    };
    add(workflow.steps[from].on_success, false);
    add(workflow.steps[from].on_failure, true);
  }
  return edges;
}

/// Kahn's algorithm; edges stand by their `from`.
std::vector<std::uint32_t> order_of(std::size_t steps, const std::vector<StepGraph::Edge>& edges) {
  std::vector<std::uint32_t> waits_for(steps);
  std::vector<std::uint32_t> first(steps + 1);
  for (const StepGraph::Edge& edge : edges) {
    ++waits_for[edge.to];
    ++first[edge.from + 1];
  }
  for (std::size_t i = 0; i < steps; ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> order;
  for (std::uint32_t step = 0; step < steps; ++step) {
    if (waits_for[step] == 0) order.push_back(step);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (std::uint32_t i = first[order[next]]; i < first[order[next] + 1]; ++i) {
      if (--waits_for[edges[i].to] == 0) order.push_back(edges[i].to);
    }
  }
  return order;
}

/// What must have come to pass before a step can start, of 64 others at a time.
struct Needs {
  std::uint64_t success = 0;
  std::uint64_t failure = 0;

  [[nodiscard]] std::uint64_t both() const { return success & failure; }
  Needs& operator|=(const Needs& more) {
    success |= more.success;
    failure |= more.failure;
    return *this;
  }
  Needs& operator&=(const Needs& other) {
    success &= other.success;
    failure &= other.failure;
    return *this;
  }
};

class JoinChecker {
 public:
  JoinChecker(const StepGraph& graph, Diagnostics& diagnostics)
      : graph_(graph), diagnostics_(diagnostics), dead_(graph.workflow.steps.size()), into_(graph.workflow.steps.size() + 1) {
    for (const StepGraph::Edge& edge : graph.edges) ++into_[edge.to + 1];
    for (std::size_t i = 1; i < into_.size(); ++i) into_[i] += into_[i - 1];
    std::vector<std::uint32_t> next(into_.begin(), into_.end() - 1);
    incoming_.resize(graph.edges.size());
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i) incoming_[next[graph.edges[i].to]++] = i;
  }

  void check() {
    const std::vector<std::uint32_t> branching = find_branching();
    for (std::size_t first = 0; first < branching.size(); first += 64)
      check(std::vector(branching.begin() + static_cast<std::ptrdiff_t>(first),
                        branching.begin() + static_cast<std::ptrdiff_t>(std::min(first + 64, branching.size()))));
  }

 private:
  /// Steps whose branches for success and failure both come to a join: only there can they meet.
  [[nodiscard]] std::vector<std::uint32_t> find_branching() const {
    std::vector<char> joins(dead_.size());  // by step: it, or one after it, waits for several
    std::vector<char> branches(dead_.size());
    for (auto step = graph_.order.rbegin(); step != graph_.order.rend(); ++step) {
      if (into_[*step + 1] - into_[*step] > 1) joins[*step] = 1;
      if (joins[*step] == 0) continue;
      for (std::uint32_t i = into_[*step]; i < into_[*step + 1]; ++i) {
        const StepGraph::Edge& edge = graph_.edges[incoming_[i]];
        joins[edge.from] = 1;
        branches[edge.from] = static_cast<char>(branches[edge.from] | (edge.on_failure ? 1 : 2));
      }
    }
    std::vector<std::uint32_t> branching;
    for (std::uint32_t step = 0; step < branches.size(); ++step) {
      if (branches[step] == 3) branching.push_back(step);
    }
    return branching;
  }

  void check(const std::vector<std::uint32_t>& branching) {
    std::vector<std::uint64_t> bits(dead_.size());
    for (std::size_t i = 0; i < branching.size(); ++i) bits[branching[i]] = std::uint64_t{1} << i;
    std::vector<Needs> needs(dead_.size());
    for (const std::uint32_t step : graph_.order) {
      bool follows_dead = add_successes(step, bits, needs);
      if (waits_for_failure(step)) follows_dead = !add_failures(step, bits, needs) || follows_dead;
      if (needs[step].both() == 0 && !follows_dead) continue;
      if (!follows_dead && dead_[step] == 0) report(step, branching, needs[step].both());
      dead_[step] = 1;
    }
  }

  /// All of them. True if one never comes.
  bool add_successes(std::uint32_t step, const std::vector<std::uint64_t>& bits, std::vector<Needs>& needs) const {
    bool follows_dead = false;
    for (std::uint32_t i = into_[step]; i < into_[step + 1]; ++i) {
      const StepGraph::Edge& edge = graph_.edges[incoming_[i]];
      if (edge.on_failure) continue;
      needs[step] |= needs[edge.from];
      needs[step].success |= bits[edge.from];
      follows_dead = follows_dead || dead_[edge.from] != 0;
    }
    return follows_dead;
  }

  [[nodiscard]] bool waits_for_failure(std::uint32_t step) const {
    const auto begin = incoming_.begin();
    return std::any_of(begin + into_[step], begin + into_[step + 1], [&](std::uint32_t i) { return graph_.edges[i].on_failure; });
  }

  /// One of them: needed is what all have in common that can come to pass; if none can, what the first one needs. False if none
  /// ever comes.
  bool add_failures(std::uint32_t step, const std::vector<std::uint64_t>& bits, std::vector<Needs>& needs) const {
    std::optional<Needs> common;
    std::optional<Needs> in_vain;
    for (std::uint32_t i = into_[step]; i < into_[step + 1]; ++i) {
      const StepGraph::Edge& edge = graph_.edges[incoming_[i]];
      if (!edge.on_failure || dead_[edge.from] != 0) continue;
      Needs one = needs[edge.from];
      one.failure |= bits[edge.from];
      Needs whole = needs[step];
      if ((whole |= one).both() != 0) {
        in_vain = in_vain.value_or(one);
      } else {
        common = common ? * common &= one : one;
      }
    }
    if (!common && !in_vain) return false;
    needs[step] |= common ? *common : *in_vain;
    return true;
  }

  void report(std::uint32_t dead, const std::vector<std::uint32_t>& branching, std::uint64_t both) {
    std::size_t number = 0;
    while ((both >> number & 1) == 0) ++number;
    const tosca::WorkflowStep& step = graph_.workflow.steps[dead];
    const tosca::WorkflowStep& branch = graph_.workflow.steps[branching[number]];
    Diagnostic& problem = diagnostics_.error(
        Code::dead_join, step.at,
        "the step '" + step.name + "' would never start: it waits for the success and for the failure of '" + branch.name + "'");
    for (std::uint32_t i = into_[dead]; i < into_[dead + 1]; ++i) {
      const StepGraph::Edge& edge = graph_.edges[incoming_[i]];
      problem.note(std::string("it waits for the ") + (edge.on_failure ? "failure" : "success") + " of '" +
                       graph_.workflow.steps[edge.from].name + "'",
                   edge.at);
    }
    problem.explain(
        "a step waits for the success of all steps that name it in on_success, and for one failure of those that do in "
        "on_failure");
  }

  const StepGraph& graph_;
  Diagnostics& diagnostics_;
  std::vector<char> dead_;
  std::vector<std::uint32_t> into_;      // by step: where its edges begin in `incoming_`
  std::vector<std::uint32_t> incoming_;  // numbers of edges
};

}  // namespace

StepGraph::StepGraph(const tosca::Workflow& of)
    : workflow(of),
      edges(edges_of(of)),
      order(order_of(of.steps.size(), edges)),
      is_initial(of.steps.size(), 1),
      is_usual(of.steps.size(), 1) {
  for (const Edge& edge : edges) {
    is_initial[edge.to] = 0;
    if (edge.on_failure) is_usual[edge.to] = 0;
  }
  std::vector<std::vector<std::uint32_t>> next(of.steps.size());
  for (const Edge& edge : edges) next[edge.from].push_back(edge.to);
  for (const std::uint32_t step : order) {
    for (const std::uint32_t after : next[step]) is_usual[after] = static_cast<char>(is_usual[after] & is_usual[step]);
  }
  is_final = is_usual;
  for (const Edge& edge : edges) {
    if (!edge.on_failure && is_usual[edge.to] != 0) is_final[edge.from] = 0;
  }
}

void check_joins(const StepGraph& graph, Diagnostics& diagnostics) {
  if (!graph.has_cycle()) JoinChecker(graph, diagnostics).check();
}

}  // namespace planbuilder::flow
