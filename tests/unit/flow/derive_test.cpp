#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "planbuilder/flow/derive.h"
#include "planbuilder/flow/interleaving.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

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
  const bool of_region = kind == kinds::scale_out || kind == kinds::scale_in;
  const tosca::Region* region = of_region ? &model.topology->regions.at(0) : nullptr;
  const auto plan = derive(*model.topology, {kind, region}, model.diagnostics);
  return plan ? show(*plan) : model.problems();
}

constexpr std::string_view types =
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
    "topology_template:\n";

std::string derived(std::string_view nodes, PlanKind kind) {
  Model model(std::string(types) + std::string(nodes));
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
  EXPECT_EQ(derived(stack, kinds::build),
            "machine/provision -> app.host/provision\n"
            "machine/provision -> db.host/provision\n"
            "app.host/provision -> app/provision\n"
            "app/provision -> app.link/provision\n"
            "db.host/provision -> db/provision\n"
            "db/provision -> app.link/provision\n");
}

TEST(Derive, TerminatesTheOtherWayRound) {
  EXPECT_EQ(derived(stack, kinds::terminate),
            "app.link/terminate -> app/terminate\n"
            "app.link/terminate -> db/terminate\n"
            "app/terminate -> app.host/terminate\n"
            "db/terminate -> db.host/terminate\n"
            "app.host/terminate -> machine/terminate\n"
            "db.host/terminate -> machine/terminate\n");
}

TEST(Derive, ATypeWithoutARuleIsADependencyAndSaysSo) {
  EXPECT_EQ(derived("  node_templates: {a: {type: N, requirements: [odd: b]}, b: {type: N}}\n", kinds::build),
            "b/provision -> a.odd/provision\n"
            "a.odd/provision -> a/provision\n"
            "service.yaml:14:48: note[no-relationship-rule]: no rule says in which order a relationship of type 'Odd' wants its "
            "ends: it is taken as a dependency\n"
            "  if that is wrong, give the type a row in a file for --semantics\n");
}

TEST(Derive, DataOrdersWhatRelationshipsLeaveOpen) {
  EXPECT_EQ(derived("  node_templates:\n"
                    "    a: {type: N, properties: {p: {get_attribute: [b, a]}}}\n"
                    "    b: {type: N}\n",
                    kinds::build),
            "b/provision -> a/provision\n");
}

TEST(Derive, ScalesOutARegionAfterSelectingWhatLiesAroundIt) {
  EXPECT_EQ(derived(std::string(stack) + "  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [app], properties: "
                                         "{strategies: {db: FirstInstance, machine: "
                                         "FirstInstance}}}]\n",
                    kinds::scale_out),
            "machine/select -> app.host/provision\n"
            "db/select -> db.host/select\n"
            "db/select -> app.link/provision\n"
            "app.host/provision -> app/provision\n"
            "app/provision -> app.link/provision\n");
}

TEST(Derive, EveryKindThatMakesOrRemovesHasPasses) {
  Model model(std::string(types) + std::string(stack) +
              "  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [app], properties: "
              "{strategies: {db: FirstInstance, machine: FirstInstance}}}]\n");
  ASSERT_TRUE(model.topology);
  for (const PlanKind& kind : PlanKinds::shipped()) {
    const bool of_region = kind->subject == Subject::region;
    const auto derives = [&](const tosca::Region* region) {
      return derive(*model.topology, {kind, region}, model.diagnostics).has_value();
    };
    const bool expected = kind->direction != Direction::none;
    EXPECT_EQ(derives(of_region ? &model.topology->regions.at(0) : nullptr), expected) << kind->name;
    const tosca::Region part = part_of(*model.topology, {model.topology->find_node("app")}, kind, true);
    if (kind->takes_part && expected) {
      EXPECT_TRUE(derives(&part)) << kind->name;
    }
  }
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
                    kinds::scale_out),
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
                                  kinds::scale_out);
  EXPECT_NE(out.find("note[border-without-strategy]: the region 'r' does not say how instances around it are selected: "
                     "FirstInstance is taken for 'machine'\n"
                     "  to say it, write strategies: {machine: FirstInstance} into the properties of the region\n"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("warning[strategy-without-border]: 'db' is not at the border of the region 'r'"), std::string::npos) << out;
  EXPECT_NE(out.find("app/select -> app.link/provision\n"), std::string::npos)
      << out;  // a connection crosses in either direction
}

TEST(Derive, ACycleIsShownEdgeByEdge) {
  EXPECT_EQ(
      derived("  node_templates: {a: {type: N, requirements: [host: b]}, b: {type: N, requirements: [host: a]}}\n", kinds::build),
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
    const auto plan = derive(*model.topology, {kinds::build}, model.diagnostics);
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

/// The plan for some nodes only.
std::string derived_part(std::string_view nodes, const std::vector<std::string>& names, PlanKind kind, bool with_dependencies) {
  Model model(std::string(types) + std::string(nodes));
  if (!model.topology) return model.problems();
  std::vector<tosca::NodeId> wanted;
  for (const std::string& name : names) wanted.push_back(model.topology->find_node(name));
  const tosca::Region part = part_of(*model.topology, wanted, kind, with_dependencies);
  const auto plan = derive(*model.topology, {kind, &part}, model.diagnostics);
  return plan ? show(*plan) + model.problems() : model.problems();
}

TEST(Derive, BuildsAPartOnWhatIsThereAlready) {
  EXPECT_EQ(derived_part(stack, {"app"}, kinds::build, false),
            "machine/select -> app.host/provision\n"
            "db/select -> db.host/select\n"
            "db/select -> app.link/provision\n"
            "app.host/provision -> app/provision\n"
            "app/provision -> app.link/provision\n");
}

TEST(Derive, BuildsAPartWithAllThatItNeeds) {
  EXPECT_EQ(derived_part(stack, {"db"}, kinds::build, true),
            "machine/provision -> db.host/provision\n"
            "db.host/provision -> db/provision\n");
}

TEST(Derive, TerminatesAPartWithWhatLeadsToIt) {
  EXPECT_EQ(derived_part(stack, {"db"}, kinds::terminate, false),
            "app.link/terminate -> db/terminate\n"
            "db/terminate -> db.host/terminate\n");
  EXPECT_EQ(derived_part(stack, {"machine"}, kinds::terminate, true), derived(stack, kinds::terminate));
}

TEST(Derive, ScalesInWhatWasMadeTogether) {
  Model model(std::string(types) + R"(
  node_templates:
    app: {type: N, requirements: [host: server, link: db]}
    server: {type: N, requirements: [host: machine]}
    machine: {type: N}
    db: {type: N}
  policies:
    - group: {type: planbuilder.policies.ScalingRegion, targets: [server, app], properties: {strategies: {machine: FirstInstance, db: FirstInstance}}}
)");
  EXPECT_EQ(derived(model, kinds::scale_in),
            "app/select -> app.link/terminate\n"
            "(app/select -> app/terminate)\n"
            "(app/select -> app.host/terminate)\n"
            "(app/select -> server/terminate)\n"
            "(app/select -> server.host/terminate)\n"
            "app.link/terminate -> app/terminate\n"
            "app/terminate -> app.host/terminate\n"
            "app.host/terminate -> server/terminate\n"
            "server/terminate -> server.host/terminate\n");
  const auto plan = derive(*model.topology, {kinds::scale_in, &model.topology->regions.at(0)}, model.diagnostics);
  ASSERT_TRUE(plan);
  for (const Activity& activity : plan->activities) {
    if (activity.transition != Transition::terminate) continue;
    EXPECT_TRUE(activity.loops);
    EXPECT_EQ(activity.made_with, model.topology->find_node("app")) << activity.id;
  }
}

TEST(Derive, WhatRunsAlreadyIsThereWithoutAStepAndSaysSo) {
  Model model(std::string(types) + R"(
  node_templates:
    machine: {type: N, attributes: {state: started}}
    app: {type: N, requirements: [host: machine]}
)");
  ASSERT_TRUE(model.topology) << model.problems();
  const auto plan = derive(*model.topology, {kinds::build}, model.diagnostics);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->activities[ActivityId(0)].runs_already);
  EXPECT_EQ(plan->activities[ActivityId(0)].reason, "it is a node of the service, and runs already: there is nothing to do");
  EXPECT_FALSE(plan->activities[ActivityId(2)].runs_already);
}

TEST(Derive, WhatIsToBeSelectedIsSelected) {
  EXPECT_EQ(derived(R"(
  node_templates:
    machine: {type: N, directives: [select]}
    app: {type: N, requirements: [host: machine]}
)",
                    kinds::build),
            "machine/select -> app.host/provision\n"
            "app.host/provision -> app/provision\n");
}

TEST(Derive, ARelationshipCannotReadWhatComesAfterIt) {
  EXPECT_EQ(derived(R"(
  node_templates:
    machine: {type: N}
    app: {type: N, requirements: [host: {node: machine, relationship: to_machine}]}
  relationship_templates:
    to_machine:
      type: tosca.relationships.HostedOn
      interfaces:
        Configure: {operations: {pre_configure_source: {implementation: a.sh, inputs: {x: {get_attribute: [SOURCE, a]}}}}}
)",
                    kinds::build),
            "service.yaml:22:91: error[data-too-late]: 'to_machine' reads 'a' of 'app', which is there only after it\n"
            "  service.yaml:17:35: 'app' comes after this\n");
}

/// The operation that makes the plans of a service those of events; what is said if relationships order it all the same.
std::string interleaving_of(std::string_view templates) {
  Model model(std::string(types) + std::string(templates));
  if (!model.topology) return model.problems();
  const auto found = find_interleaving(*model.topology);
  if (!found) return "none";
  note_not_interleaved(*found, *model.topology, "", model.diagnostics);
  return in_words(*found, *model.topology) + "\n" + model.problems();
}

TEST(Interleaving, IsAskedForByRelationshipsThatAreUsed) {
  EXPECT_EQ(interleaving_of(R"(
  node_templates:
    machine: {type: N}
    app: {type: N, requirements: [host: {node: machine, relationship: to_machine}]}
  relationship_templates:
    to_machine:
      type: tosca.relationships.HostedOn
      interfaces: {Configure: {operations: {pre_configure_source: a.sh}}}
)"),
            "'pre_configure_source' of 'to_machine' is implemented, which belongs between operations of the nodes\n"
            "service.yaml:17:35: note[configure-not-interleaved]: 'pre_configure_source' of 'to_machine' is called inside the "
            "relationship's own activity, not between operations of its ends\n"
            "  --derive events interleaves them\n");
}

TEST(Interleaving, IsNotAskedForByOtherOperationsNorByWhatIsNotUsed) {
  EXPECT_EQ(interleaving_of(R"(
  node_templates:
    machine: {type: N}
    app: {type: N, requirements: [host: {node: machine, relationship: to_machine}]}
  relationship_templates:
    to_machine:
      type: tosca.relationships.HostedOn
      interfaces: {Configure: {operations: {add_target: a.sh}}}
    unused:
      type: tosca.relationships.HostedOn
      interfaces: {Configure: {operations: {pre_configure_source: a.sh}}}
)"),
            "none");
}

}  // namespace
}  // namespace planbuilder::flow
