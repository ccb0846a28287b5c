// Measures what planning costs beside reading: reads a service, derives its build plan, and prints both times.
//
// Usage: derive FILE             one line: seconds to read, seconds to derive (with reduction and checks), activities, edges
//        derive --reduce SIZE    a random order of SIZE activities: seconds of our reduction, seconds of
//        boost::transitive_reduction
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/transitive_reduction.hpp>
#include <iostream>
#include <random>
#include <set>

#include "planbuilder/flow/derive.h"
#include "planbuilder/graph/bare_graph.h"
#include "planbuilder/graph/find_redundant.h"
#include "tests/perf/measure.h"
#include "tests/perf/read_service.h"

namespace planbuilder {
namespace {

int plan_file(const std::string& path) {
  Diagnostics diagnostics;
  Sources sources;
  std::optional<tosca::Topology> topology;
  const double reading = seconds_of([&] { topology = read_service(path, sources, diagnostics); });
  if (!topology) return 1;
  std::size_t activities = 0;
  std::size_t edges = 0;
  const double deriving = seconds_of([&] {
    const auto plan = flow::derive(*topology, flow::PlanRequest{}, diagnostics);
    if (!plan) return;
    activities = plan->activities.size();
    edges = plan->edges.size();
  });
  std::cout << reading << " " << deriving << " " << activities << " " << edges << "\n";
  return activities > 0 || diagnostics.has_errors() ? 0 : 1;
}

int reduce(std::size_t size) {
  using Number = graph::BareGraph::Number;
  std::mt19937 random(1);
  std::set<std::pair<Number, Number>> chosen;
  while (chosen.size() < 3 * size) {
    const auto a = static_cast<Number>(random() % size);
    const auto b = static_cast<Number>(random() % size);
    if (a != b) chosen.emplace(std::min(a, b), std::max(a, b));
  }
  const std::vector<std::pair<Number, Number>> edges(chosen.begin(), chosen.end());
  std::size_t kept = 0;
  const double ours = seconds_of([&] {
    const auto found = graph::find_redundant(size, edges);
    kept = static_cast<std::size_t>(std::count(found.redundant.begin(), found.redundant.end(), 0));
  });
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph graph(size);
  for (const auto& [from, to] : edges) add_edge(from, to, graph);
  Graph reduced;
  const double theirs = seconds_of([&] {
    std::vector<std::size_t> places(size);
    boost::transitive_reduction(graph, reduced,
                                boost::make_iterator_property_map(places.begin(), get(boost::vertex_index, graph)),
                                get(boost::vertex_index, graph));
  });
  std::cout << ours << " " << theirs << " " << kept << " " << num_edges(reduced) << "\n";
  return kept == num_edges(reduced) ? 0 : 1;
}

}  // namespace
}  // namespace planbuilder

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--reduce") return planbuilder::reduce(std::stoul(argv[2]));
  return argc == 2 ? planbuilder::plan_file(argv[1]) : 2;
}
