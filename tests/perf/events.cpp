// Measures how plans are derived from events: the shipped life cycle laid over large services.
//
// Usage: events FOLDER SHAPE NODES    one line: seconds to derive the build plan, operations handled, edges. FOLDER is any that
// has files.
//   SHAPE: layered (each node needs two of the layer below), chain, hub (all need the first one)
#include <chrono>
#include <iostream>
#include <random>

#include "csar/archive.h"
#include "planbuilder/events/derive.h"
#include "planbuilder/events/profile.h"

namespace planbuilder {
namespace {

constexpr std::size_t layer = 100;

void join(tosca::Topology& topology, std::size_t source, std::size_t target) {
  tosca::Relationship made;
  made.id = "n" + std::to_string(source) + ".needs." + std::to_string(topology.relationships.size());
  made.source = tosca::NodeId(source);
  made.target = tosca::NodeId(target);
  const tosca::RelationshipId id = topology.relationships.add(std::move(made));
  topology.nodes[tosca::NodeId(source)].outgoing.push_back(id);
  topology.nodes[tosca::NodeId(target)].incoming.push_back(id);
}

tosca::Topology make_service(std::string_view shape, std::size_t count) {
  tosca::Topology topology;
  for (std::size_t i = 0; i < count; ++i) {
    tosca::Node node;
    node.name = "n" + std::to_string(i);
    topology.nodes.add(std::move(node));
  }
  std::mt19937 random(1);
  for (std::size_t i = 1; i < count; ++i) {
    if (shape == "chain") join(topology, i, i - 1);
    if (shape == "hub") join(topology, i, 0);
    if (shape != "layered" || i < layer) continue;
    const std::size_t below = (i / layer - 1) * layer;
    const std::size_t first = random() % layer;
    join(topology, i, below + first);
    join(topology, i, below + (first + 1 + random() % (layer - 1)) % layer);
  }
  for (const tosca::NodeId id : topology.nodes.ids()) topology.node_names.emplace(topology.nodes[id].name, id);
  for (const tosca::RelationshipId id : topology.relationships.ids())
    topology.relationship_names.emplace(topology.relationships[id].id, id);
  return topology;
}

int derive(const char* folder, std::string_view shape, std::size_t count) {
  Diagnostics diagnostics;
  Sources sources;
  const auto archive = csar::Archive::open(folder, {}, diagnostics);
  const tosca::Topology topology = make_service(shape, count);
  const auto profile = archive ? events::load_shipped_profile(topology, *archive, sources, diagnostics) : std::nullopt;
  if (!profile) return 1;
  const auto start = std::chrono::steady_clock::now();
  events::Derivation derivation(topology, &*profile, {}, flow::Semantics::shipped());
  const auto plan = derivation.derive(flow::PlanRequest{}, diagnostics);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (!plan) return 1;
  std::cout << time.count() << " " << plan->activities.size() << " " << plan->edges.size() << "\n";
  return 0;
}

}  // namespace
}  // namespace planbuilder

int main(int argc, char** argv) { return argc == 4 ? planbuilder::derive(argv[1], argv[2], std::stoul(argv[3])) : 2; }
