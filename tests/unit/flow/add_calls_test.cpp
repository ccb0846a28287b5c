#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "planbuilder/flow/own_operations.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "tests/support/model.h"

namespace planbuilder::flow {
namespace {

/// `backup` of three nodes: two that stand on each other, and one that is connected to.
testing::Model backed_up() {
  return testing::Model(testing::file(R"(node_types:
  N:
    derived_from: tosca.nodes.Root
    capabilities: {base: tosca.capabilities.Container, web: tosca.capabilities.Endpoint}
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}
      - link: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [0, 1]}
    interfaces: {Care: {operations: {backup: s.sh, start: s.sh, check: {}}}}
topology_template:
  node_templates:
    app: {type: N, requirements: [{host: machine}, {link: db}]}
    machine: {type: N}
    db: {type: N}
    other: {type: tosca.nodes.Root}
)"));
}

TEST(OwnOperations, AreThoseThatAreImplementedBesideTheLifeCycle) {
  const testing::Model model = backed_up();
  ASSERT_TRUE(model.topology) << model.problems();
  const std::vector<std::string> backup{"backup"};
  for (const char* asked : {"backup", "Care", "Care.backup"})
    EXPECT_EQ(own_operation_names(*model.topology, asked), backup) << asked;
  for (const char* asked : {"start", "check", "Care.start", "other", ""})
    EXPECT_TRUE(own_operation_names(*model.topology, asked).empty()) << asked;
  EXPECT_EQ(find_own_operations(*model.topology, "backup").size(), 3U);
}

TEST(AddCalls, OrdersTheCallsOfNodesThatARelationshipJoins) {
  const testing::Model model = backed_up();
  ASSERT_TRUE(model.topology) << model.problems();
  Diagnostics problems;
  const auto plan =
      derive(*model.topology, {PlanKinds::shipped().of_events(), nullptr, "backup"}, problems, Semantics::shipped());
  ASSERT_TRUE(plan);
  std::vector<std::string> ids;
  for (const Activity& activity : plan->activities) ids.push_back(activity.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"machine/backup", "app/backup", "db/backup"}));
  ASSERT_EQ(plan->edges.size(), 1U);  // both ends of a connection are side by side
  EXPECT_EQ(plan->activities[plan->edges[0].from].id, "machine/backup");
  EXPECT_EQ(plan->activities[plan->edges[0].to].id, "app/backup");
}

TEST(AddCalls, RefusesWhatNobodyImplements) {
  const testing::Model model = backed_up();
  Diagnostics problems;
  EXPECT_FALSE(derive(*model.topology, {PlanKinds::shipped().of_events(), nullptr, "check"}, problems, Semantics::shipped()));
  ASSERT_EQ(problems.errors(), 1U);
  EXPECT_EQ(problems.since(0).front().summary,
            "relationships do not say what follows from the event 'check', and no node implements an operation of that name");
}

}  // namespace
}  // namespace planbuilder::flow
