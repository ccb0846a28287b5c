#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "planbuilder/flow/derive.h"
#include "tests/support/model.h"

namespace planbuilder::flow {
namespace {

using testing::Model;

/// The plan as text: one line per edge, redundant ones in parentheses, loose activities alone.
std::string show(const AbstractPlan& plan) {
  std::string out;
  std::set<ActivityId> joined;
  for (const Edge& edge : plan.edges) {
    const std::string line = plan.activities[edge.from].id + " -> " + plan.activities[edge.to].id;
    out += (edge.redundant ? "(" + line + ")" : line) + "\n";
    joined.insert({edge.from, edge.to});
  }
  for (const ActivityId id : plan.activities.ids()) {
    if (!joined.contains(id)) out += plan.activities[id].id + "\n";
  }
  return out;
}

std::string derived(Model& model, PlanKind kind) {
  if (!model.topology) return model.problems();
  const tosca::Region* region = kind == PlanKind::scale_out ? &model.topology->regions.at(0) : nullptr;
  const auto plan = derive(*model.topology, {kind, region}, model.diagnostics);
  return plan ? show(*plan) : model.problems();
}

std::string derived(std::string_view nodes, PlanKind kind) {
  Model model(
      "tosca_definitions_version: tosca_simple_yaml_1_3\n"
      "node_types:\n"
      "  N:\n"
      "    derived_from: tosca.nodes.Root\n"
      "    properties: {p: {type: string, required: false}}\n"
      "    attributes: {a: {type: string}}\n"
      "    capabilities: {base: {type: tosca.capabilities.Container}, web: {type: tosca.capabilities.Endpoint}}\n"
      "    requirements:\n"
      "      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, "
      "1]}\n"
      "      - link: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [0, "
      "UNBOUNDED]}\n"
      "      - odd: {capability: tosca.capabilities.Node, relationship: Odd, occurrences: [0, UNBOUNDED]}\n"
      "relationship_types: {Odd: {derived_from: tosca.relationships.Root}}\n"
      "topology_template:\n" +
      std::string(nodes));
  const std::string plan = derived(model, kind);
  return model.diagnostics.has_errors() ? plan : plan + model.problems();
}

constexpr std::string_view stack = R"(
  node_templates:
    app: {type: N, requirements: [host: machine, link: db]}
    db: {type: N, requirements: [host: machine]}
    machine: {type: N}
)";

TEST(Derive, BuildsTargetsFirstAndConnectionsLast) {
  EXPECT_EQ(derived(stack, PlanKind::build),
            "machine/provision -> app.host/provision\n"
            "machine/provision -> db.host/provision\n"
            "app.host/provision -> app/provision\n"
            "app/provision -> app.link/provision\n"
            "db.host/provision -> db/provision\n"
            "db/provision -> app.link/provision\n");
}

TEST(Derive, TerminatesTheOtherWayRound) {
  EXPECT_EQ(derived(stack, PlanKind::terminate),
            "app.link/terminate -> app/terminate\n"
            "app.link/terminate -> db/terminate\n"
            "app/terminate -> app.host/terminate\n"
            "db/terminate -> db.host/terminate\n"
            "app.host/terminate -> machine/terminate\n"
            "db.host/terminate -> machine/terminate\n");
}

TEST(Derive, ATypeWithoutARuleIsADependencyAndSaysSo) {
  EXPECT_EQ(derived("  node_templates: {a: {type: N, requirements: [odd: b]}, b: {type: N}}\n", PlanKind::build),
            "b/provision -> a.odd/provision\n"
            "a.odd/provision -> a/provision\n"
            "service.yaml:14:48: note[no-relationship-rule]: no rule says in which order a relationship of type 'Odd' wants its "
            "ends: it is taken as a "
            "dependency\n");
}

TEST(Derive, DataOrdersWhatRelationshipsLeaveOpen) {
  EXPECT_EQ(derived("  node_templates:\n"
                    "    a: {type: N, properties: {p: {get_attribute: [b, a]}}}\n"
                    "    b: {type: N}\n",
                    PlanKind::build),
            "b/provision -> a/provision\n");
}

TEST(Derive, ScalesOutARegionAfterSelectingWhatLiesAroundIt) {
  EXPECT_EQ(derived(std::string(stack) + "  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [app], properties: "
                                         "{strategies: {db: FirstInstance, machine: "
                                         "FirstInstance}}}]\n",
                    PlanKind::scale_out),
            "machine/select -> app.host/provision\n"
            "db/select -> db.host/select\n"
            "db/select -> app.link/provision\n"
            "app.host/provision -> app/provision\n"
            "app/provision -> app.link/provision\n");
}

TEST(Derive, RecursiveSelectionGoesDownToTheBottomAndSharedStacksOnce) {
  EXPECT_EQ(derived(R"(
  node_templates:
    app: {type: N, requirements: [link: db, link: cache]}
    db: {type: N, requirements: [host: machine]}
    cache: {type: N, requirements: [host: machine]}
    machine: {type: N, requirements: [host: rack]}
    rack: {type: N}
  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [app], properties: {strategies: {db: FirstInstance, cache: FirstInstance}}}]
)",
                    PlanKind::scale_out),
            "db/select -> db.host/select\n"
            "db/select -> app.link/provision\n"
            "cache/select -> cache.host/select\n"
            "cache/select -> app.link.1/provision\n"
            "db.host/select -> machine/select\n"
            "machine/select -> machine.host/select\n"
            "machine.host/select -> rack/select\n"
            "app/provision -> app.link/provision\n"
            "app/provision -> app.link.1/provision\n");
}

TEST(Derive, BordersAndStrategiesThatDoNotMeetAreReported) {
  const std::string out = derived(std::string(stack) +
                                      "  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [db], properties: "
                                      "{strategies: {app: FirstInstance, db: "
                                      "FirstInstance}}}]\n",
                                  PlanKind::scale_out);
  EXPECT_NE(out.find("warning[border-without-strategy]: the region 'r' does not say how an instance of 'machine' is selected: "
                     "FirstInstance is taken"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("warning[strategy-without-border]: 'db' is not at the border of the region 'r'"), std::string::npos) << out;
  EXPECT_NE(out.find("app/select -> app.link/provision\n"), std::string::npos)
      << out;  // a connection crosses in either direction
}

TEST(Derive, ACycleIsShownEdgeByEdge) {
  EXPECT_EQ(derived("  node_templates: {a: {type: N, requirements: [host: b]}, b: {type: N, requirements: [host: a]}}\n",
                    PlanKind::build),
            "service.yaml:14:87: error[order-cycle]: the build plan would have to do things before themselves: a/provision -> "
            "b.host/provision -> b/provision "
            "-> a.host/provision -> a/provision\n"
            "  service.yaml:14:87: a/provision before b.host/provision: 'b' HostedOn 'a': what it leads to comes first\n"
            "  service.yaml:14:87: b.host/provision before b/provision: 'b' HostedOn 'a': what needs it comes after\n"
            "  service.yaml:14:48: b/provision before a.host/provision: 'a' HostedOn 'b': what it leads to comes first\n"
            "  service.yaml:14:48: a.host/provision before a/provision: 'a' HostedOn 'b': what needs it comes after\n");
}

/// A topology of `count` nodes with random relationships to earlier nodes.
std::string random_topology(std::mt19937& random, int count) {
  std::string text = "  node_templates:\n";
  for (int node = 0; node < count; ++node) {
    text += "    n" + std::to_string(node) + ": {type: N, requirements: [";
    for (int other = 0; other < node; ++other) {
      const auto dice = random() % 6;
      if (dice == 0) text += "odd: n" + std::to_string(other) + ", ";
      if (dice == 1) text += "link: n" + std::to_string(other) + ", ";
    }
    text += "]}\n";
  }
  return text;
}

using Matrix = std::vector<std::vector<bool>>;

/// Reachability by the naive algorithm, over all edges or over those that are not redundant.
Matrix reachability(const AbstractPlan& plan, bool all) {
  const std::size_t n = plan.activities.size();
  Matrix reach(n, std::vector<bool>(n));
  for (const Edge& edge : plan.edges) {
    if (all || !edge.redundant) reach[edge.from.index()][edge.to.index()] = true;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
      }
    }
  }
  return reach;
}

TEST(Derive, ReductionKeepsTheOrderAndNothingMore) {
  std::mt19937 random(20260101);
  for (int round = 0; round < 40; ++round) {
    Model model(
        "tosca_definitions_version: tosca_simple_yaml_1_3\n"
        "node_types:\n"
        "  N:\n"
        "    derived_from: tosca.nodes.Root\n"
        "    capabilities: {web: {type: tosca.capabilities.Endpoint}}\n"
        "    requirements:\n"
        "      - link: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [0, "
        "UNBOUNDED]}\n"
        "      - odd: {capability: tosca.capabilities.Node, relationship: tosca.relationships.DependsOn, occurrences: [0, "
        "UNBOUNDED]}\n"
        "topology_template:\n" +
        random_topology(random, 12));
    ASSERT_TRUE(model.topology) << model.problems();
    const auto plan = derive(*model.topology, {PlanKind::build}, model.diagnostics);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->activities.size(), model.topology->nodes.size() + model.topology->relationships.size());
    const Matrix full = reachability(*plan, true);
    EXPECT_EQ(full, reachability(*plan, false));
    for (const Edge& edge : plan->edges) {
      EXPECT_LT(edge.from, edge.to);  // topological order
      EXPECT_FALSE(edge.origins.empty());
      bool implied = false;
      for (std::size_t k = 0; k < full.size(); ++k) implied = implied || (full[edge.from.index()][k] && full[k][edge.to.index()]);
      EXPECT_EQ(edge.redundant, implied);
    }
  }
}

}  // namespace
}  // namespace planbuilder::flow
