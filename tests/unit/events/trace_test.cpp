// What a run is told like where the samples say nothing of it: conditions that stay open, names that are shared or hostile.
#include "planbuilder/events/trace/trace.h"

#include <gtest/gtest.h>

#include <sstream>

#include "planbuilder/events/trace/machines.h"
#include "tests/support/plan_kinds.h"
#include "tests/unit/events/derived.h"

namespace planbuilder::events {
namespace {

std::string told(testing::EventService& service) {
  service.model.topology->name = "service";  // it would be that of its folder
  const auto simulation = service.derivation->simulate({kinds::build}, {}, service.diagnostics);
  if (!simulation) return service.problems();
  std::ostringstream out;
  write_text(tell(service.derivation->model(), *simulation, "build", Mode::strict), service.model.sources, out);
  return out.str();
}

TEST(Trace, ShowsWhatOnlyARunKnows) {
  testing::EventService service(R"(tosca_definitions_version: tosca_2_0
interface_types:
  Life:
    attributes:
      mood: {type: string, default: good}
    operations:
      go:
        outputs: {result: [SELF, mood]}
        on_success: {triggers: [{event: rest, condition: {$equal: [{$get_state: [mood]}, bad]}}]}
      rest: {}
node_types:
  Thing: {interfaces: {life: {type: Life, operations: {go: {implementation: go.sh}}}}}
service_template:
  events:
    deploy: {triggers: [{event: [ALL, INTERFACE, life, go]}]}
  node_templates:
    x: {type: Thing}
)");
  ASSERT_TRUE(service.derivation) << service.problems();
  EXPECT_EQ(told(service),
            "build of service, strict\n"
            "\n"
            "  1  service/deploy  handled  <- the start\n"
            "  2  x/go            handled  mood: good -> what only a run knows  <- 1 (service.yaml:15:33)\n"
            "  3  x/rest          handled  if {\"$equal\":[{\"$get_attribute\":[\"node\",\"x\",\"mood\"]},\"bad\"]}  <- 2 "
            "(service.yaml:9:41)\n"
            "\n"
            "at rest\n"
            "  x: mood = what only a run knows\n");
}

constexpr std::string_view two_interfaces = R"(tosca_definitions_version: tosca_2_0
interface_types:
  "Li::fe;":
    attributes: {state: {type: string, default: off}}
    operations:
      "on::now":
        precondition: {$equal: [{$get_state: [state]}, off]}
        on_success: {set: {state: on}}
node_types:
  Thing: {interfaces: {one: {type: "Li::fe;"}, two: {type: "Li::fe;"}}}
service_template:
  events:
    deploy: {triggers: [{event: [ALL, INTERFACE, two, "on::now"]}]}
  node_templates:
    x: {type: Thing}
)";

TEST(Trace, TellsInterfacesApartThatHaveTheSameNames) {
  testing::EventService service(two_interfaces);
  ASSERT_TRUE(service.derivation) << service.problems();
  EXPECT_NE(told(service).find("  2  x/two.on::now   handled  two.state: off -> on  <- 1"), std::string::npos) << told(service);
  EXPECT_NE(told(service).find("  x: one.state = off, two.state = on\n"), std::string::npos) << told(service);
}

TEST(Machines, AreDrawnOncePerTypeAndSurviveHostileNames) {
  testing::EventService service(two_interfaces);
  ASSERT_TRUE(service.derivation) << service.problems();
  EXPECT_EQ(machines_to_mermaid(service.derivation->model()),
            "stateDiagram-v2\n"
            "  state \"Li::fe#59;: state\" as m0 {\n"
            "    state \"off\" as m0s0\n"
            "    state \"on\" as m0s1\n"
            "    [*] --> m0s0\n"
            "    m0s0 --> m0s1: on#58;#58;now\n"
            "  }\n");
}

}  // namespace
}  // namespace planbuilder::events
