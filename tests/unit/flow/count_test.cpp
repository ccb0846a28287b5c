// Nodes and requirements with a count: one activity per representation.
#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::flow {
namespace {

using testing::Model;

constexpr std::string_view counted_types = R"(tosca_definitions_version: tosca_2_0
imports: [{profile: org.oasis-open.simple:2.0}]
node_types:
  N:
    derived_from: Root
    properties: {p: {type: string, required: false}}
    attributes: {a: {type: string}}
    capabilities: {base: {type: Container}, web: {type: Endpoint}}
    requirements:
      - host: {capability: Container, relationship: HostedOn, count_range: [0, 1]}
      - link: {capability: Endpoint, relationship: ConnectsTo, count_range: [0, UNBOUNDED]}
service_template:
)";

std::string derived_counted(const std::string& service, PlanKind kind = kinds::build) {
  Model model(std::string(counted_types) + service);
  if (!model.topology) return model.problems();
  const std::size_t before = model.diagnostics.size();
  const auto plan = derive(*model.topology, {kind}, model.diagnostics);
  std::string out;
  if (plan) {
    for (const Activity& activity : plan->activities) {
      out += activity.id;
      for (const Edge& edge : plan->edges) {
        if (!edge.redundant && plan->activities[edge.to].id == activity.id) out += " <" + plan->activities[edge.from].id;
      }
      out += "\n";
    }
  }
  for (const Diagnostic& item : model.diagnostics.since(before))
    out += std::string(to_string(item.severity)) + ": " + item.summary + "\n";
  return out;
}

TEST(Counts, MakeOneActivityPerRepresentation) {
  EXPECT_EQ(derived_counted(R"(
  node_templates:
    app: {type: N, count: 2, requirements: [host: machine]}
    machine: {type: N}
)"),
            "machine/provision\n"
            "app.host[0]/provision <machine/provision\n"
            "app[0]/provision <app.host[0]/provision\n"
            "app.host[1]/provision <machine/provision\n"
            "app[1]/provision <app.host[1]/provision\n");
}

TEST(Counts, LeadToTheRepresentationThatIsNamed) {
  EXPECT_EQ(derived_counted(R"(
  node_templates:
    app: {type: N, count: 2, requirements: [host: {node: [machine, $node_index]}]}
    other: {type: N, requirements: [host: {node: [machine, 1]}]}
    machine: {type: N, count: 2}
)"),
            "machine[0]/provision\n"
            "machine[1]/provision\n"
            "app.host[0]/provision <machine[0]/provision\n"
            "app[0]/provision <app.host[0]/provision\n"
            "app.host[1]/provision <machine[1]/provision\n"
            "app[1]/provision <app.host[1]/provision\n"
            "other.host/provision <machine[1]/provision\n"
            "other/provision <other.host/provision\n");
}

TEST(Counts, LeadToAllWhereNoneIsNamed) {
  EXPECT_EQ(derived_counted(R"(
  node_templates:
    app: {type: N, requirements: [host: machine]}
    machine: {type: N, count: 2}
)"),
            "machine[0]/provision\n"
            "machine[1]/provision\n"
            "app.host/provision <machine[0]/provision <machine[1]/provision\n"
            "app/provision <app.host/provision\n");
}

TEST(Counts, OfRequirementsMultiplyThoseOfNodes) {
  EXPECT_EQ(derived_counted(R"(
  node_templates:
    app: {type: N, count: 2, requirements: [link: {node: db, count: 2}]}
    db: {type: N}
)"),
            "app[0]/provision\n"
            "app[1]/provision\n"
            "db/provision\n"
            "app.link[0]/provision <app[0]/provision <db/provision\n"
            "app.link[1]/provision <app[0]/provision <db/provision\n"
            "app.link[2]/provision <app[1]/provision <db/provision\n"
            "app.link[3]/provision <app[1]/provision <db/provision\n");
}

TEST(Counts, ReadOfTheRepresentationThatBelongsToThem) {
  EXPECT_EQ(derived_counted(R"(
  node_templates:
    app: {type: N, count: 2, properties: {p: {$get_attribute: [db, $node_index, a]}}}
    first: {type: N, properties: {p: {$get_attribute: [db, a]}}}
    db: {type: N, count: 2}
)"),
            "db[0]/provision\n"
            "app[0]/provision <db[0]/provision\n"
            "first/provision <db[0]/provision\n"
            "db[1]/provision\n"
            "app[1]/provision <db[1]/provision\n");
}

TEST(Counts, AreOneLoopWhenTerminating) {
  EXPECT_EQ(derived_counted(
                "  node_templates: {app: {type: N, count: 3, requirements: [host: machine]}, machine: {type: N, count: 2}}\n",
                kinds::terminate),
            "app/terminate\n"
            "app.host/terminate <app/terminate\n"
            "machine/terminate <app.host/terminate\n");
}

TEST(Counts, SayWhatIsPlannedWhereThatIsNotObvious) {
  EXPECT_EQ(derived_counted(R"(
  inputs: {two: {type: integer, default: 2}, any: {type: integer}}
  node_templates:
    none: {type: N, count: 0, requirements: [host: open]}
    given: {type: N, count: {$get_input: two}}
    open: {type: N, count: {$get_input: any}, requirements: [link: none]}
)"),
            "given[0]/provision\n"
            "given[1]/provision\n"
            "open[0]/provision\n"
            "note: 'none' is there 0 times: nothing is planned for it\n"
            "note: 'given' is planned 2 times, by the default of an input: another number is another plan\n"
            "warning: only a run knows how often 'open' is there: one is planned\n");
}

TEST(Counts, ThatCannotBeAreErrors) {
  EXPECT_EQ(derived_counted(
                "  node_templates: {a: {type: N, count: 2, requirements: [link: {node: [b, 2]}]}, b: {type: N, count: 2}}\n"),
            "error: 'b' is there 2 times: there is no 2, counted from 0\n");
  EXPECT_EQ(derived_counted("  node_templates: {a: {type: N, count: 2000000}}\n"),
            "error: 'a' is there 2000000 times, which is too much\n");
  EXPECT_EQ(
      derived_counted("  node_templates: {a: {type: N, count: 2000, requirements: [link: b]}, b: {type: N, count: 2000}}\n"),
      "error: 2000 of 'a.link' lead to each of the 2000 of 'b': say which by [b, $node_index]\n");
}

}  // namespace
}  // namespace planbuilder::flow
