// Why plans are set off, in words.

#include "planbuilder/react/causes.h"

#include <gtest/gtest.h>

#include "planbuilder/react/reactions_of.h"
#include "tests/support/model.h"

namespace planbuilder::react {
namespace {

const std::string service_with_causes = R"(
interface_types:
  Alive: {derived_from: tosca.interfaces.Root, notifications: {failed: {}, load: {}}}
node_types:
  Base:
    derived_from: tosca.nodes.Root
    attributes: {level: {type: integer}}
    interfaces: {Alive: {type: Alive, notifications: {failed: {outputs: {l: [SELF, level]}}}}}
topology_template:
  node_templates: {db: {type: Base}, app: {type: Base}}
  workflows: {recover: {steps: {one: {target: db, activities: [set_state: broken]}}}}
  policies:
    - heal:
        type: tosca.policies.Root
        triggers:
          severe:
            event: Alive.failed
            condition: {constraint: [{level: {greater_than: 2}}], evaluations: 3, period: 1 m}
            action: [{inline: recover}]
    - tidy:
        type: tosca.policies.Root
        targets: [db]
        triggers:
          fire: {event: fire, action: [{inline: recover}]}
          nightly:
            event: night
            schedule: {start_time: 2001-01-01T00:00:00Z, end_time: 2002-01-01T00:00:00Z}
            action: [{inline: undeploy}]
)";

struct Explained {
  testing::Model model{testing::file(service_with_causes)};
  Reactions reactions = reactions_of(*model.topology, model.diagnostics);

  std::string text(const std::string& plan) { return to_text(causes_of(reactions, plan), plan, model.sources); }
};

TEST(Causes, SayWhoTellsWhatMustHoldAndWhere) {
  Explained all;
  EXPECT_EQ(all.text("workflow-recover"), R"(the plan workflow-recover is set off by 2 triggers
  heal.severe  (service.yaml:17:11)
    when db tells Alive.failed, or app tells Alive.failed
    if level of db > 2, or level of app > 2
    it holds 3 times in a row within 60 s
  tidy.fire  (service.yaml:25:11)
    when somebody raises fire
)");
  EXPECT_EQ(all.text("terminate"), R"(the plan terminate is set off by 1 trigger
  tidy.nightly  (service.yaml:26:11)
    when somebody raises night, or the clock says so
    not before 2001-01-01T00:00:00Z
    not after 2002-01-01T00:00:00Z
)");
  EXPECT_EQ(all.text("build"), "the plan build is set off by nothing in the model: somebody runs it\n");
}

TEST(Causes, AreDataToo) {
  Explained all;
  const std::string json = to_json(causes_of(all.reactions, "terminate"), "terminate", all.model.sources);
  EXPECT_NE(json.find(R"("trigger": "tidy.nightly")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("line": 26)"), std::string::npos) << json;
  const std::string overview = overview_json(causes_of(all.reactions), all.reactions, all.model.sources);
  EXPECT_NE(overview.find(R"("l as level of db")"), std::string::npos) << overview;
  EXPECT_NE(overview.find(R"("more": 0)"), std::string::npos) << overview;
}

}  // namespace
}  // namespace planbuilder::react
