// Nodes that are there several times, built and removed by plans that bash really runs.

#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view counted_service = R"(tosca_definitions_version: tosca_2_0
imports: [{profile: org.oasis-open.simple:2.0}]
node_types:
  N:
    derived_from: Root
    properties: {name: {type: string, default: plain}}
    attributes: {ip: {type: string}}
    capabilities: {base: {type: Container}, web: {type: Endpoint}}
    requirements:
      - host: {capability: Container, relationship: HostedOn, count_range: [0, 1]}
      - link: {capability: Endpoint, relationship: ConnectsTo, count_range: [0, UNBOUNDED]}
service_template:
  node_templates:
    app:
      type: N
      count: 3
      requirements: [host: {node: [machine, $node_index]}, link: db]
      interfaces:
        Standard:
          operations:
            create:
              implementation: log.sh
              inputs: {me: $node_index, read: {$get_attribute: [SELF, RELATIONSHIP, host, TARGET, ip]}}
            delete:
              implementation: log.sh
              inputs: {me: $node_index, read: {$get_attribute: [SELF, RELATIONSHIP, host, TARGET, ip]}}
    machine:
      type: N
      count: 3
      properties: {name: {$concat: [m, $node_index]}}
      interfaces:
        Standard:
          operations:
            create:
              implementation: log.sh
              inputs: {me: {$get_property: [SELF, name]}, read: ""}
              outputs: {ip: [SELF, ip]}
    db: {type: N, count: 2}
  outputs:
    ips: {value: {$get_attribute: [machine, ALL, ip]}}
    second: {value: {$get_attribute: [machine, 1, ip]}}
)";

class Counts : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", counted_service);
    folder_.write("in/log.sh",
                  "echo \"$PLANBUILDER_INSTANCE $PLANBUILDER_INDEX $me $read\" >>\"$TRACE\"\n"
                  "echo \"ip=10.0.0.$PLANBUILDER_INDEX\" >\"$PLANBUILDER_OUTPUTS\"\n");
    const Result generated = planbuilder({"generate", folder_ / "in", "--target", "shell", "-o", folder_ / "out"});
    ASSERT_EQ(generated.exit_code, 0) << generated.err;
  }

  Result run_plan(const std::string& plan, std::vector<std::string> arguments = {}) {
    RunOptions options;
    options.environment = {{"TRACE", folder_ / "trace"}};
    arguments.insert(arguments.begin(), folder_ / ("out/" + plan + "/shell/plan.sh"));
    for (const std::string& more : {std::string("--state"), folder_ / "state"}) arguments.push_back(more);
    return run(arguments, options);
  }

  /// What the operations saw since it was asked last, sorted: representations are made side by side.
  std::string trace() {
    const Result sorted = run({"sort", folder_ / "trace"});
    folder_.write("trace", "");
    return sorted.out;
  }

  Folder folder_;
};

TEST_F(Counts, EachRepresentationIsAnInstanceOfItsOwn) {
  const Result built = run_plan("build");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(trace(),
            "app/1 0 0 10.0.0.0\n"
            "app/2 1 1 10.0.0.1\n"
            "app/3 2 2 10.0.0.2\n"
            "machine/1 0 m0 \n"
            "machine/2 1 m1 \n"
            "machine/3 2 m2 \n");
  EXPECT_EQ(built.out, "ips=[\"10.0.0.0\",\"10.0.0.1\",\"10.0.0.2\"]\nsecond=10.0.0.1\n");
  const std::string relationships = folder_ / "state/instances/relationships/";
  EXPECT_EQ(run({"cat", relationships + "app.host/3/source", relationships + "app.host/3/target"}).out, "app/3machine/3");
  EXPECT_EQ(run({"cat", relationships + "app.link/2/target"}).out, "db/1\ndb/2");
  const Result removed = run_plan("terminate");
  ASSERT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(trace(),
            "app/1 0 0 10.0.0.0\n"
            "app/2 1 1 10.0.0.1\n"
            "app/3 2 2 10.0.0.2\n");
  EXPECT_EQ(run({"find", folder_ / "state/instances", "-name", "run"}).out, "");
}

TEST_F(Counts, AResumedRunGoesOnWithTheSameInstances) {
  folder_.write("out/files/log.sh",
                "[ -e \"$TRACE.ready\" ] || [ \"$PLANBUILDER_INSTANCE\" != app/2 ] || exit 1\n"
                "echo \"$PLANBUILDER_INSTANCE $PLANBUILDER_INDEX\" >>\"$TRACE\"\n"
                "echo \"ip=10.0.0.$PLANBUILDER_INDEX\" >\"$PLANBUILDER_OUTPUTS\"\n");
  EXPECT_EQ(run_plan("build").exit_code, 1);
  folder_.write("trace.ready", "");
  const Result resumed = run_plan("build", {"resume"});
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(trace(), "app/1 0\napp/2 1\napp/3 2\nmachine/1 0\nmachine/2 1\nmachine/3 2\n");
}

}  // namespace
}  // namespace planbuilder::testing
