// The steps of a workflow as a graph: which follow the success of others, and which their failure.
#pragma once

#include <cstdint>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

struct StepGraph {
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    bool on_failure;
    SourceRange at;  // where `from` names `to`
  };
  explicit StepGraph(const tosca::Workflow& workflow);

  const tosca::Workflow& workflow;
  std::vector<Edge> edges;           // in the order of the model
  std::vector<std::uint32_t> order;  // what comes before comes first; shorter than the steps where there is a cycle
  std::vector<char> is_initial;      // by step: it waits for nothing
  std::vector<char> is_usual;        // it waits for no failure, nor does what it waits for
  std::vector<char> is_final;        // of these: no other usual step follows

  [[nodiscard]] bool has_cycle() const { return order.size() < workflow.steps.size(); }
};

/// Reports steps that wait for the success and the failure of the same step, perhaps over others.
void check_joins(const StepGraph& graph, Diagnostics& diagnostics);

}  // namespace planbuilder::flow
