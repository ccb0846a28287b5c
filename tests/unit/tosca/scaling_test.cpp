// Which parts of a service scale, and how often they may be there.
#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

std::string limits_in_words(const Region& region) {
  if (!region.limits) return "";
  const std::string most = region.limits->maximum ? std::to_string(*region.limits->maximum) : "-";
  return " " + std::to_string(region.limits->minimum) + ".." + most + " at first " + std::to_string(region.limits->initial);
}

/// "tier: app host.app 1..5 at first 3", one line per region, then what was reported.
std::string regions_of(std::string_view text) {
  const Model model(text);
  if (!model.topology) return model.problems();
  std::string out;
  for (const Region& region : model.topology->regions) {
    out += region.name + ":";
    for (const NodeId node : region.nodes) out += " " + model.topology->nodes[node].name;
    for (const RelationshipId id : region.relationships) out += " " + model.topology->relationships[id].id;
    out += limits_in_words(region) + (region.names_strategies ? "" : " (no strategies)") + "\n";
  }
  return out + model.problems();
}

constexpr std::string_view stack = R"(
  node_templates:
    machine: {type: tosca.nodes.Compute}
    server: {type: tosca.nodes.WebServer, requirements: [host: machine]}
    app: {type: tosca.nodes.WebApplication, requirements: [host: server, dependency: store]}
    store: {type: tosca.nodes.Root}
)";

std::string with_policy(std::string_view policy) {
  return testing::file("topology_template:\n") + std::string(stack).substr(1) + std::string(policy);
}

TEST(ScalingRegions, OfAPolicyOfTheSimpleProfileHaveAllThatIsHosted) {
  EXPECT_EQ(regions_of(with_policy(R"(  policies:
    - tier: {type: tosca.policies.Scaling, targets: [server]}
)")),
            "tier: server app server.host app.host app.dependency (no strategies)\n");
}

TEST(ScalingRegions, HaveOnceWhatIsNamedTwice) {
  EXPECT_EQ(regions_of(with_policy(R"(  groups: {tiers: {type: tosca.groups.Root, members: [app, server]}}
  policies:
    - tier: {type: tosca.policies.Scaling, targets: [server, tiers, server]}
)")),
            "tier: server app server.host app.host app.dependency (no strategies)\n");
  EXPECT_EQ(regions_of(with_policy(R"(  policies:
    - tier: {type: planbuilder.policies.ScalingRegion, targets: [store, app, store]}
)")),
            "tier: store app app.host app.dependency\n");
  const Model tag(
      R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t">
<NodeType name="N"/><RelationshipType name="R"/><ServiceTemplate id="s">
<Tags><Tag name="scalingplans" value="r"/><Tag name="r" value="a,a;x,x;"/></Tags><TopologyTemplate>
<NodeTemplate id="a" type="t:N"/><NodeTemplate id="b" type="t:N"/>
<RelationshipTemplate id="x" type="t:R"><SourceElement ref="a"/><TargetElement ref="b"/></RelationshipTemplate>
</TopologyTemplate></ServiceTemplate></Definitions>)");
  ASSERT_TRUE(tag.topology) << tag.problems();
  ASSERT_EQ(tag.topology->regions.size(), 1u);
  EXPECT_EQ(tag.topology->regions[0].nodes.size(), 1u);
  EXPECT_EQ(tag.topology->regions[0].relationships.size(), 1u);
}

TEST(ScalingRegions, OfDerivedPoliciesHaveLimits) {
  EXPECT_EQ(regions_of(testing::file(R"(policy_types:
  Grow:
    derived_from: tosca.policies.Scaling
    properties: {min_instances: {type: integer, default: 2}, max_instances: {type: integer}}
)") + "topology_template:\n" +
                       std::string(stack).substr(1) +
                       R"(  groups: {both: {type: tosca.groups.Root, members: [app, store]}}
  policies:
    - tier: {type: Grow, targets: [both], properties: {max_instances: 4}}
)"),
            "tier: app store app.host app.dependency 2..4 at first 2 (no strategies)\n");
}

TEST(ScalingRegions, OfPlanbuildersOwnPolicyMayHaveLimits) {
  EXPECT_EQ(regions_of(with_policy(R"(  policies:
    - tier:
        type: planbuilder.policies.ScalingRegion
        targets: [app]
        properties: {min_instances: 0, default_instances: 3, strategies: {store: FirstInstance, server: FirstInstance}}
)")),
            "tier: app app.host app.dependency 0..- at first 3\n");
}

std::string scalable(std::string_view properties) {
  return testing::file("topology_template:\n  inputs: {most: {type: integer, default: 7}, any: {type: integer}}\n") +
         "  node_templates:\n"
         "    machine: {type: tosca.nodes.Compute, capabilities: {scalable: {properties: {" +
         std::string(properties) +
         "}}}}\n"
         "    app: {type: tosca.nodes.SoftwareComponent, requirements: [host: machine]}\n"
         "  outputs: {used: {value: [{get_input: most}, {get_input: any}]}}\n";
}

TEST(ScalingRegions, OfAScalableNodeHaveTheNodeAndAllThatIsHosted) {
  EXPECT_EQ(regions_of(scalable("min_instances: 1, max_instances: 5, default_instances: 3")),
            "machine: machine app app.host 1..5 at first 3 (no strategies)\n");
  EXPECT_EQ(regions_of(scalable("max_instances: {get_input: most}")),
            "machine: machine app app.host 1..7 at first 1 (no strategies)\n");
}

TEST(ScalingRegions, AreNotThereForWhatTheStandardSaysOfEveryMachine) {
  EXPECT_EQ(regions_of(scalable("")), "");
  EXPECT_EQ(regions_of(scalable("min_instances: 1, max_instances: 1, default_instances: 1")), "");
}

TEST(ScalingRegions, ReportLimitsThatContradictEachOther) {
  EXPECT_EQ(regions_of(scalable("min_instances: 3, max_instances: 2")),
            "service.yaml:5:114: error[bad-limits]: at least 3 and at most 2 instances: there is no such number\n");
  EXPECT_EQ(regions_of(scalable("max_instances: 2, default_instances: 4")),
            "service.yaml:5:118: error[bad-limits]: 4 instances at first are more than the 2 that there may be\n");
  EXPECT_EQ(regions_of(scalable("max_instances: {get_input: any}")),
            "machine: machine app app.host 1..- at first 1 (no strategies)\n"
            "service.yaml:5:96: warning[bad-limits]: only a run knows this number of instances: it is no limit\n");
}

TEST(ScalingRegions, TakeTheLimitsOfANodeThatAPolicyHas) {
  EXPECT_EQ(regions_of(scalable("max_instances: 4") +
                       "  policies: [{tier: {type: planbuilder.policies.ScalingRegion, targets: [machine]}}]\n"),
            "tier: machine app.host 1..4 at first 1\n");
}

TEST(ScalingRegions, AreOneForPoliciesThatSayWhenItGrowsAndWhenItShrinks) {
  EXPECT_EQ(regions_of(with_policy(R"(  policies:
    - grow: {type: tosca.policies.Scaling, targets: [server]}
    - shrink: {type: tosca.policies.Scaling, targets: [server]}
)")),
            "grow: server app server.host app.host app.dependency (no strategies)\n");
}

std::string counted(std::string_view nodes) {
  return R"(tosca_definitions_version: tosca_2_0
capability_types: {Feature: {}}
relationship_types: {Join: {}}
node_types:
  N:
    properties: {p: {type: string, required: false}}
    capabilities: {feature: {type: Feature}}
    requirements: [next: {capability: Feature, relationship: Join, count_range: [0, UNBOUNDED]}]
service_template:
  inputs: {three: {type: integer, default: 3}, any: {type: integer}, some: {type: list, default: [x], entry_schema: string}}
  node_templates:
)" + std::string(nodes) +
         "  outputs: {used: {value: [{$get_input: three}, {$get_input: any}, {$get_input: some}]}}\n";
}

TEST(ScalingRegions, OfACountHaveWhatTheIndexJoins) {
  EXPECT_EQ(regions_of(counted("    a: {type: N, count: 2, requirements: [next: {node: [b, $node_index]}, next: c]}\n"
                               "    b: {type: N, count: 2}\n"
                               "    c: {type: N, count: {$get_input: three}, requirements: [next: {node: [b, 0]}]}\n"
                               "    d: {type: N, count: 0}\n"
                               "    e: {type: N, requirements: [next: a]}\n")),
            "a: a b a.next a.next.1 c.next e.next 1..- at first 2 (no strategies)\n"
            "c: c a.next.1 c.next 1..- at first 3 (no strategies)\n");
  EXPECT_EQ(regions_of(counted("    a: {type: N, count: {$get_input: any}}\n")), "a: a (no strategies)\n");
  EXPECT_EQ(regions_of(counted("    a: {type: N, count: 2, properties: {p: {$get_input: [some, $node_index]}}}\n")), "");
}

TEST(ScalingRegions, OfACountAreNotMadeWhereThereWouldBeTooMany) {
  std::string nodes;
  for (int i = 0; i < 101; ++i) nodes += "    n" + std::to_string(i) + ": {type: N, count: 2}\n";
  EXPECT_EQ(regions_of(counted(nodes)),
            "service.yaml:12:26: note[count-planned]: 101 nodes have a count: only those that a policy names can be scaled\n");
}

TEST(ScalingRegions, ReportANodeThatIsInTwoOfThem) {
  EXPECT_EQ(regions_of(with_policy(R"(  policies:
    - low: {type: tosca.policies.Scaling, targets: [machine]}
    - high: {type: tosca.policies.Scaling, targets: [app]}
)")),
            "low: machine server app server.host app.host app.dependency (no strategies)\n"
            "high: app app.host app.dependency (no strategies)\n"
            "service.yaml:10:7: warning[region-overlap]: 'app' is in the regions 'low' and 'high': scaling one of them changes "
            "the other\n"
            "  service.yaml:9:7: this is 'low'\n");
}

}  // namespace
}  // namespace planbuilder::tosca
