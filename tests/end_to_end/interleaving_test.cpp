// Operations of relationships run between those of the nodes, as the Simple Profile promises, without anyone asking for it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view service_1_3 = R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    machine: {type: tosca.nodes.Compute}
    store:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: machine]
      interfaces: {Standard: {operations: {create: note.sh, configure: note.sh, start: note.sh, stop: note.sh}}}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: machine, dependency: {node: store, relationship: to_store}]
      interfaces: {Standard: {operations: {create: note.sh, configure: note.sh, start: note.sh, delete: note.sh}}}
  relationship_templates:
    to_store:
      type: tosca.relationships.DependsOn
      interfaces:
        Configure:
          operations: {pre_configure_source: note.sh, pre_configure_target: note.sh, post_configure_target: note.sh, add_target: note.sh}
)";

constexpr std::string_view note =
    "echo \"${PLANBUILDER_NODE-}${PLANBUILDER_RELATIONSHIP-} $PLANBUILDER_OPERATION\" >>\"$TRACE\"\n";

class InterleavedPlan : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", service_1_3);
    folder_.write("in/note.sh", note);
  }
  Result run_plan(const std::string& plan) {
    return run({folder_ / ("out/" + plan + "/shell/plan.sh"), "--state", folder_ / "state"},
               {.environment = {{"TRACE", folder_ / "trace"}}});
  }
  std::string summary(const std::vector<std::string>& options) {
    std::vector<std::string> command{"plan", folder_ / "in"};
    command.insert(command.end(), options.begin(), options.end());
    const Result shown = planbuilder(command);
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    return shown.out + shown.err;
  }
  const Folder folder_;
};

TEST_F(InterleavedPlan, RunsAsTheStandardSays) {
  const Result generated = planbuilder({"generate", folder_ / "in", "--target", "shell", "-o", folder_ / "out"});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  const Result built = run_plan("build");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(read_file(folder_ / "trace"),
            "store create\nto_store pre_configure_target\nstore configure\nto_store post_configure_target\nstore start\n"
            "app create\nto_store pre_configure_source\napp configure\napp start\nto_store add_target\n");
  EXPECT_EQ(read_file(folder_ / "state/instances/nodes/machine/1/state"), "started");
  EXPECT_EQ(read_file(folder_ / "state/instances/nodes/app/1/state"), "started");
  folder_.write("trace", "");
  const Result removed = run_plan("terminate");
  ASSERT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(read_file(folder_ / "trace"), "app delete\nstore stop\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "state/instances/nodes/app"));
}

TEST_F(InterleavedPlan, SaysWhyAndCanBeOverridden) {
  const std::string because =
      "derived from events: 'pre_configure_source' of 'to_store' is implemented, which belongs between operations of the nodes";
  EXPECT_NE(summary({}).find(because), std::string::npos) << summary({});
  const std::string other = summary({"--derive", "relationships"});
  EXPECT_EQ(other.find("derived from"), std::string::npos) << other;
  EXPECT_NE(other.find("configure-not-interleaved"), std::string::npos) << other;
  EXPECT_EQ(summary({"--derive", "events"}).find("derived from"), std::string::npos);  // who asks for it knows why
  const auto document = nlohmann::json::parse(summary({"--format", "json", "-q"}));
  EXPECT_EQ(document["derivation"], "events");
  EXPECT_EQ(document["derivation_reason"], because.substr(std::string("derived from events: ").size()));
}

TEST_F(InterleavedPlan, HasNoActivityForWhatCallsNothing) {
  const auto document = nlohmann::json::parse(summary({"--format", "json", "-q"}));
  std::vector<std::string> of_machine;
  for (const auto& activity : document["activities"]) {
    const std::string id = activity["id"];
    if (id.starts_with("machine/") || id.starts_with("app.host/")) of_machine.push_back(id);
  }
  EXPECT_EQ(of_machine, (std::vector<std::string>{"machine/provision", "app.host/provision"}));
}

/// The operations that a failed run takes back are those that relationships would take back.
TEST_F(InterleavedPlan, IsUndone) {
  const auto document = nlohmann::json::parse(summary({"--format", "json", "-q"}));
  std::vector<std::string> undone;
  for (const auto& activity : document["activities"]) {
    for (const auto& step : activity["steps"]) {
      if (step.contains("undo"))
        undone.push_back(step["id"].get<std::string>() + " by " + step["undo"]["operation"].get<std::string>());
    }
  }
  EXPECT_EQ(undone, (std::vector<std::string>{"store/start/start by stop", "app/create/create by delete"}));
}

/// What relationships call besides: connectTo of the ends, and target_changed if an operation before changed the target.
constexpr std::string_view connected_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Part:
    derived_from: tosca.nodes.SoftwareComponent
    attributes: {key: {type: string}}
    capabilities: {port: {type: tosca.capabilities.Endpoint}}
    interfaces: {Connections: {type: tosca.interfaces.Root, operations: {connectTo: {description: joins}}}}
    requirements: [{peer: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [0, UNBOUNDED]}}]
topology_template:
  node_templates:
    machine: {type: tosca.nodes.Compute}
    store:
      type: Part
      requirements: [host: machine]
      interfaces: {Standard: {operations: {create: note.sh, start: note.sh}}, Connections: {operations: {connectTo: note.sh}}}
    app:
      type: Part
      requirements: [host: machine, peer: {node: store, relationship: to_store}]
      interfaces: {Standard: {operations: {create: note.sh, start: note.sh}}}
  relationship_templates:
    to_store:
      type: tosca.relationships.ConnectsTo
      interfaces:
        Configure:
          operations:
            pre_configure_source: note.sh
            post_configure_target: {implementation: note.sh, outputs: {key: [TARGET, key]}}
            target_changed: note.sh
)";

TEST_F(InterleavedPlan, ConnectsEndsAndTellsOfChanges) {
  folder_.write("in/service.yaml", connected_service);
  folder_.write("in/note.sh", std::string(note) + "echo key=1 >\"$PLANBUILDER_OUTPUTS\"\n");
  const Result generated = planbuilder({"generate", folder_ / "in", "--target", "shell,json", "-o", folder_ / "out"});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  const Result built = run_plan("build");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(read_file(folder_ / "trace"),
            "store create\nto_store post_configure_target\nstore start\napp create\nto_store pre_configure_source\napp start\n"
            "to_store connectTo\nto_store target_changed\n");
  const Result why = planbuilder({"explain", folder_ / "in", "to_store/target_changed"});
  EXPECT_NE(why.out.find("target_changed is called since post_configure_target changes 'key' of 'store'"), std::string::npos)
      << why.out;

  folder_.write("in/service.yaml",
                replaced(std::string(connected_service), "{implementation: note.sh, outputs: {key: [TARGET, key]}}", "note.sh"));
  EXPECT_EQ(summary({}).find("target_changed"), std::string::npos) << summary({});  // nothing changes the target
}

/// By events each would wait until the other is started.
TEST_F(InterleavedPlan, IsOneByRelationshipsWhereEventsGetStuck) {
  folder_.write("in/service.yaml", replaced(std::string(connected_service), "      requirements: [host: machine]\n",
                                            "      requirements: [host: machine, peer: app]\n"));
  const std::string shown = summary({"--all"});
  EXPECT_NE(shown.find("note[configure-not-interleaved]"), std::string::npos) << shown;
  EXPECT_NE(shown.find("relationships order the plan, since by events "), std::string::npos) << shown;
  EXPECT_EQ(shown.find("derived from events"), std::string::npos) << shown;
  EXPECT_EQ(planbuilder({"validate", folder_ / "in", "--plan"}).exit_code, 0);
  const Result asked = planbuilder({"plan", folder_ / "in", "--derive", "events"});
  EXPECT_EQ(asked.exit_code, 1);
  EXPECT_NE(asked.err.find("error[stuck]"), std::string::npos) << asked.err;
}

TEST_F(InterleavedPlan, IsTheSameInLaterVersions) {
  folder_.write("in/service.yaml", R"(tosca_definitions_version: tosca_2_0
imports: [{profile: "org.oasis-open.simple:2.0"}]
service_template:
  node_templates:
    store: {type: SoftwareComponent}
    app: {type: SoftwareComponent, requirements: [{dependency: {node: store, relationship: to_store}}]}
  relationship_templates:
    to_store:
      type: DependsOn
      interfaces: {Configure: {operations: {post_configure_source: note.sh}}}
)");
  EXPECT_NE(summary({}).find("derived from events: 'post_configure_source' of 'to_store'"), std::string::npos) << summary({});
}

}  // namespace
}  // namespace planbuilder::testing
