// Where the shipped life cycle and the semantics of relationships agree on the order of nodes, and where they differ. The table
// in planbuilder/events/README.md says the same.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "planbuilder/flow/derive.h"
#include "tests/support/plan_kinds.h"
#include "tests/unit/events/derived.h"

namespace planbuilder::events {
namespace {

struct Join {
  std::string source;
  std::string type;
  std::string target;
};

/// A service of software components; `a HostedOn b` and so on are its relationships.
std::string service_of(const std::vector<Join>& joins) {
  std::string text(testing::v1_3);
  text += "topology_template:\n  node_templates:\n";
  std::map<std::string, std::string> nodes;
  for (const Join& join : joins) {
    nodes.try_emplace(join.target);
    nodes[join.source] +=
        "        - dependency: {node: " + join.target + ", relationship: tosca.relationships." + join.type + "}\n";
  }
  for (const auto& [name, requirements] : nodes) {
    text += "    " + name + ":\n      type: tosca.nodes.SoftwareComponent\n";
    if (!requirements.empty()) text += "      requirements:\n" + requirements;
  }
  return text;
}

/// "b<a c<a": b is finished before a begins. A node is finished with its last activity, and begins with its first.
std::string orders(const std::optional<flow::AbstractPlan>& plan, const std::string& first, const std::string& last) {
  if (!plan) return "no plan";
  std::set<std::string> nodes;
  for (const flow::Activity& activity : plan->activities) {
    if (std::holds_alternative<tosca::NodeId>(activity.entity) && activity.id.ends_with(first))
      nodes.insert(activity.id.substr(0, activity.id.size() - first.size()));
  }
  std::string found;
  for (const std::string& node : nodes) {
    for (const std::string& other : nodes) {
      if (node != other && testing::is_before(*plan, node + last, other + first))
        found += (found.empty() ? "" : " ") + node + "<" + other;
    }
  }
  return found;
}

struct Orders {
  std::string relationships;
  std::string events;
  bool operator==(const Orders&) const = default;
};
void PrintTo(const Orders& orders, std::ostream* out) { *out << "{" << orders.relationships << " | " << orders.events << "}"; }

Orders both(const std::vector<Join>& joins, PlanKind kind) {
  testing::EventService service(service_of(joins));
  EXPECT_TRUE(service.derivation) << service.model.problems();
  if (!service.derivation) return {};
  Diagnostics diagnostics;
  const bool up = kind == kinds::build;
  const std::string whole = up ? "/provision" : "/terminate";
  return {orders(flow::derive(*service.model.topology, {kind}, diagnostics), whole, whole),
          orders(service.plan({kind}), up ? "/create" : "/stop", up ? "/start" : "/delete")};
}

Orders built(const std::vector<Join>& joins) { return both(joins, kinds::build); }
Orders terminated(const std::vector<Join>& joins) { return both(joins, kinds::terminate); }
Orders agreed(const std::string& order) { return {order, order}; }

TEST(Agreement, OfChains) {
  for (const std::string type : {"HostedOn", "DependsOn"}) {
    const std::vector<Join> chain{{"a", type, "b"}, {"b", type, "c"}};
    EXPECT_EQ(built(chain), agreed("b<a c<a c<b")) << type;
    EXPECT_EQ(terminated(chain), agreed("a<b a<c b<c")) << type;
  }
}

TEST(Agreement, OfDiamonds) {
  const std::vector<Join> diamond{
      {"a", "DependsOn", "b"}, {"a", "DependsOn", "c"}, {"b", "HostedOn", "d"}, {"c", "HostedOn", "d"}};
  EXPECT_EQ(built(diamond), agreed("b<a c<a d<a d<b d<c"));
  EXPECT_EQ(terminated(diamond), agreed("a<b a<c a<d b<d c<d"));
}

TEST(Difference, OfConnections) {
  const std::vector<Join> connection{{"a", "ConnectsTo", "b"}};
  EXPECT_EQ(built(connection), (Orders{"", "b<a"}));
  EXPECT_EQ(terminated(connection), (Orders{"", "a<b"}));
  const std::vector<Join> stacks{{"a", "HostedOn", "x"}, {"b", "HostedOn", "y"}, {"a", "ConnectsTo", "b"}};
  EXPECT_EQ(built(stacks), (Orders{"x<a y<b", "b<a x<a y<a y<b"}));
}

TEST(Difference, OfConnectionsInBothDirections) {
  const std::vector<Join> circle{{"a", "ConnectsTo", "b"}, {"b", "ConnectsTo", "a"}};
  EXPECT_EQ(built(circle), (Orders{"", "no plan"}));
}

TEST(Agreement, OnCirclesOfDependencies) {
  const std::vector<Join> circle{{"a", "DependsOn", "b"}, {"b", "DependsOn", "a"}};
  EXPECT_EQ(built(circle), agreed("no plan"));
}

}  // namespace
}  // namespace planbuilder::events
