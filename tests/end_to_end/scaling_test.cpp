// A region is scaled out and in again, by plans that bash really runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

std::string instances(const std::filesystem::path& state, const std::string& kind, const std::string& entity) {
  std::vector<std::string> numbers;
  const auto folder = state / "instances" / kind / entity;
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) numbers.push_back(entry.path().filename().string());
  }
  std::sort(numbers.begin(), numbers.end());
  std::string all;
  for (const std::string& number : numbers) all += number + " ";
  return all;
}

TEST(Scaling, InTakesAwayWhatOneScalingOutMade) {
  const Folder folder;
  const Result generated = planbuilder({"generate", samples + "/figures/yaml-1.3", "--target", "shell", "-o", folder / "out"});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  const std::string state = folder / "state";
  const auto run_plan = [&](const std::string& plan, const std::vector<std::string>& more = {}) {
    std::vector<std::string> command{folder / ("out/" + plan + "/shell/plan.sh"), "--state", state, "--json-log",
                                     folder / "log.json"};
    command.insert(command.end(), more.begin(), more.end());
    const Result result = run(command);
    EXPECT_EQ(result.exit_code, 0) << plan << "\n" << result.out << result.err;
    return result.out + result.err;
  };
  run_plan("build");
  run_plan("scale-out-App_Region");
  run_plan("scale-out-App_Region");
  EXPECT_EQ(instances(state, "nodes", "App"), "1 2 3 ");
  const std::string log = run_plan("scale-in-App_Region");
  EXPECT_NE(log.find("App/terminate/delete of instance 3"), std::string::npos) << log;
  EXPECT_EQ(log.find("of instance 2"), std::string::npos) << log;
  EXPECT_EQ(instances(state, "nodes", "App"), "1 2 ");
  EXPECT_EQ(instances(state, "relationships", "App_to_DB"), "1 2 ");
  EXPECT_EQ(instances(state, "relationships", "App_on_Serv"), "1 2 ");
  EXPECT_EQ(instances(state, "nodes", "Serv"), "1 ");  // not of the region
  run_plan("terminate");
  EXPECT_EQ(instances(state, "nodes", "App"), "");
  const Result order = check_trace({samples + "/figures/yaml-1.3"}, folder / "log.json", folder / "plans.json");
  EXPECT_EQ(order.exit_code, 0) << order.out << order.err;
}

/// Of `b` there is one when an `a` is added twice; then there are two, and it is added three times. The targets of these last
/// three connections, one after the other.
std::string targets_chosen_by(const std::string& strategy) {
  const Folder folder;
  folder.write("in/service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
policy_types:
  planbuilder.policies.ScalingRegion:
    derived_from: tosca.policies.Scaling
    properties: {strategies: {type: map, entry_schema: {type: string}}}
node_types:
  B: {derived_from: tosca.nodes.Root, capabilities: {link: {type: tosca.capabilities.Endpoint}}}
  A:
    derived_from: tosca.nodes.Root
    requirements: [link: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo}]
topology_template:
  node_templates:
    a: {type: A, requirements: [link: b]}
    b: {type: B}
  policies:
    - more_a: {type: planbuilder.policies.ScalingRegion, targets: [a], properties: {strategies: {b: )" +
                                      strategy +
                                      R"(}}}
    - more_b: {type: planbuilder.policies.ScalingRegion, targets: [b], properties: {strategies: {a: FirstInstance}}}
)");
  const Result generated = planbuilder({"generate", folder / "in/service.yaml", "--target", "shell", "-o", folder / "out"});
  EXPECT_EQ(generated.exit_code, 0) << generated.err;
  for (const std::string plan : {"build", "more_a", "more_a", "more_b", "more_a", "more_a", "more_a"}) {
    const std::string script = "out/" + (plan == "build" ? plan : "scale-out-" + plan) + "/shell/plan.sh";
    const Result result = run({folder / script, "--state", folder / "state"});
    EXPECT_EQ(result.exit_code, 0) << plan << "\n" << result.out << result.err;
  }
  std::string targets;
  for (const char* connection : {"5", "6", "7"})
    targets += read_file(folder / ("state/instances/relationships/a.link/" + std::string(connection) + "/target")) + " ";
  return targets;
}

TEST(Scaling, StrategiesChooseAmongInstances) {
  // Before that three connections lead to b/1, and one to b/2, which was made with it.
  EXPECT_EQ(targets_chosen_by("FirstInstance"), "b/1 b/1 b/1 ");
  EXPECT_EQ(targets_chosen_by("LastInstance"), "b/2 b/2 b/2 ");
  EXPECT_EQ(targets_chosen_by("RoundRobin"), "b/2 b/1 b/2 ");
  EXPECT_EQ(targets_chosen_by("WorkloadBased"), "b/2 b/2 b/1 ");
}

/// A machine of which there may be one to four, two at first, with an app on it that writes down what happens. While the file
/// `trace.fail` is there, it cannot be created a fourth time.
class ScalingLimits : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: {colour: {type: string}}
  node_templates:
    machine:
      type: tosca.nodes.Compute
      capabilities: {scalable: {properties: {min_instances: 1, max_instances: 4, default_instances: 2}}}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: machine]
      interfaces:
        Standard:
          operations:
            create: {implementation: create.sh, inputs: {colour: {get_input: colour}}}
            delete: delete.sh
)");
    folder_.write(
        "in/create.sh",
        "[ ! -e \"$TRACE.fail\" ] || [ \"$(wc -l <\"$TRACE\")\" != 3 ] || exit 1\necho \"create $colour\" >>\"$TRACE\"\n");
    folder_.write("in/delete.sh", "echo delete >>\"$TRACE\"\n");
    folder_.write("trace", "");
    const Result generated = planbuilder({"generate", folder_ / "in", "--target", "shell", "-o", folder_ / "out"});
    ASSERT_EQ(generated.exit_code, 0) << generated.err;
  }

  Result run_plan(const std::string& plan, const std::vector<std::string>& more = {}) {
    RunOptions options;
    options.environment = {{"TRACE", folder_ / "trace"}};
    std::vector<std::string> command{folder_ / ("out/" + plan + "/shell/plan.sh")};
    command.insert(command.end(), more.begin(), more.end());  // a command comes first
    command.insert(command.end(), {"--state", folder_ / "state"});
    return run(command, options);
  }
  Result run_with_input(const std::string& plan, std::vector<std::string> more = {}) {
    more.insert(more.end(), {"--input", "colour=red"});
    return run_plan(plan, more);
  }
  [[nodiscard]] std::string machines() const { return instances(folder_ / "state", "nodes", "machine"); }
  [[nodiscard]] std::string runs() const {
    std::string all;
    for (int number = 1; std::filesystem::exists(folder_ / ("state/runs/" + std::to_string(number))); ++number)
      all += std::to_string(number) + " ";
    return all;
  }

  const Folder folder_;
};

TEST_F(ScalingLimits, AreKeptByRuns) {
  const Result built = run_with_input("build");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(run_plan("scale-in-machine").exit_code, 0);

  const Result below = run_plan("scale-in-machine");
  EXPECT_EQ(below.exit_code, 3);
  EXPECT_EQ(below.err, "planbuilder: the region machine has 1 instance and must have 1 at least: 1 fewer is too many\n");
  const Result beyond = run_with_input("scale-out-machine", {"--by", "4"});
  EXPECT_EQ(beyond.exit_code, 3);
  EXPECT_EQ(beyond.err, "planbuilder: the region machine has 1 instance and may have 4 at most: 4 more is too many\n");
  EXPECT_EQ(runs(), "1 2 3 ");  // nothing was begun

  const Result three = run_with_input("scale-out-machine", {"--by", "3"});
  EXPECT_EQ(three.exit_code, 0) << three.err;
  EXPECT_EQ(machines(), "1 2 3 4 ");
  EXPECT_EQ(runs(), "1 2 3 4 5 6 ");
  EXPECT_EQ(run_with_input("scale-out-machine").exit_code, 3);
  EXPECT_EQ(run_plan("scale-in-machine", {"--by", "2"}).exit_code, 0);
  EXPECT_EQ(machines(), "1 2 ");
  EXPECT_EQ(run_plan("scale-in-machine", {"--by", "2"}).exit_code, 3);
  EXPECT_EQ(run_plan("terminate").exit_code, 0);
  EXPECT_EQ(machines(), "");
}

TEST_F(ScalingLimits, AreKeptWhereEnginesBegin) {
  ASSERT_EQ(run_with_input("build").exit_code, 0);
  ASSERT_EQ(run_plan("scale-in-machine").exit_code, 0);
  const Result begun = run_plan("scale-in-machine", {"begin"});
  EXPECT_EQ(begun.exit_code, 3);
  EXPECT_NE(begun.err.find("must have 1 at least"), std::string::npos) << begun.err;
  EXPECT_EQ(run_plan("scale-in-machine", {"begin", "--by", "2"}).exit_code, 2);
  EXPECT_EQ(run_with_input("build", {"--by", "2"}).exit_code, 2);
}

TEST_F(ScalingLimits, AreNotForARowAndOneInstance) {
  ASSERT_EQ(run_with_input("build").exit_code, 0);
  const Result both = run_plan("scale-in-machine", {"--by", "1", "--instance", "machine=1"});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_EQ(both.err, "planbuilder: --by does not go with --instance: that chooses for one run, and these are several\n");
  EXPECT_EQ(machines(), "1 2 ");
}

TEST_F(ScalingLimits, BuildingGoesOnToTheNumberAtFirst) {
  const Result shown = run_with_input("build", {"--dry-run"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_NE(shown.out.find("Then scale-out-machine follows, 1 time.\n"), std::string::npos) << shown.out;
  const Result built = run_with_input("build");
  ASSERT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(built.err.find("is to have"), std::string::npos) << built.err;
  EXPECT_NE(built.err.find("scale-out-machine finished"), std::string::npos) << built.err;
  EXPECT_EQ(machines(), "1 2 ");
  EXPECT_EQ(instances(folder_ / "state", "relationships", "app.host"), "1 2 ");
  EXPECT_EQ(runs(), "1 2 ");
  EXPECT_EQ(read_file(folder_ / "trace"), "create red\ncreate red\n");  // with the inputs of the build
  EXPECT_EQ(run_plan("scale-in-machine").exit_code, 0);
  EXPECT_EQ(machines(), "1 ");
  EXPECT_EQ(run_plan("terminate").exit_code, 0);
  EXPECT_EQ(machines(), "");
}

/// Whoever built the service goes on with the same command, whichever plan the run belongs to that failed.
TEST_F(ScalingLimits, BuildingIsResumedWhereItEnded) {
  folder_.write("trace", "x\nx\n");  // so that the second one fails
  folder_.write("trace.fail", "");
  const Result failed = run_with_input("build");
  EXPECT_EQ(failed.exit_code, 1) << failed.err;
  EXPECT_NE(failed.err.find("scale-out-machine failed"), std::string::npos) << failed.err;
  EXPECT_EQ(run_with_input("build").exit_code, 3);  // that run comes first
  std::filesystem::remove(folder_ / "trace.fail");
  const Result resumed = run_plan("build", {"resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(machines(), "1 2 ");
  EXPECT_EQ(runs(), "1 2 ");
  EXPECT_EQ(run_plan("build", {"resume"}).exit_code, 3);  // there is nothing left
}

TEST_F(ScalingLimits, BuildingIsResumedBetweenTwoRuns) {
  std::filesystem::rename(folder_ / "out/scale-out-machine", folder_ / "out/away");
  const Result alone = run_with_input("build");
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_NE(alone.err.find("The region machine is to have 2 instances and has 1: scale-out-machine with --by 1 adds the others."),
            std::string::npos)
      << alone.err;
  std::filesystem::rename(folder_ / "out/away", folder_ / "out/scale-out-machine");
  folder_.write("state/runs/1/row", "1 scale-out-machine\n");  // as if somebody had killed it there
  const Result resumed = run_plan("build", {"resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(machines(), "1 2 ");
}

TEST_F(ScalingLimits, EnginesAreToldWhatIsToFollow) {
  ASSERT_EQ(run_with_input("build", {"begin"}).exit_code, 0);
  const Result listed = run({folder_ / "out/build/shell/plan.sh", "--list"});
  std::vector<std::string> steps{"step"};
  for (std::size_t at = 0; (at = listed.out.find("  step  ", at)) != std::string::npos;) {
    at += 8;
    steps.push_back(listed.out.substr(at, listed.out.find('\n', at) - at));
  }
  ASSERT_EQ(run_plan("build", steps).exit_code, 0);
  const Result finished = run_plan("build", {"finish"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_NE(finished.err.find("scale-out-machine with --by 1 adds the others"), std::string::npos) << finished.err;
}

TEST_F(ScalingLimits, ProcessesSayWhatTheyDoNotSeeTo) {
  const auto noted = [&](const std::string& target) {
    return planbuilder({"generate", folder_ / "in", "--target", target, "-o", folder_ / ("out-" + target)}).err;
  };
  const std::string plain = noted("bpel");
  EXPECT_NE(plain.find("the build plan as 'bpel' makes 1 of the 2 instances that the region 'machine' is to have at first"),
            std::string::npos)
      << plain;
  EXPECT_EQ(plain.find("limits"), std::string::npos) << plain;
  EXPECT_NE(
      noted("bpel-opentosca")
          .find("the scale-out-machine plan as 'bpel-opentosca' does not keep the limits of the region 'machine': at least 1, "
                "at most 4"),
      std::string::npos);
}

TEST_F(ScalingLimits, ARowOfRunsIsResumedWhereItFailed) {
  ASSERT_EQ(run_with_input("build").exit_code, 0);
  ASSERT_EQ(run_plan("scale-in-machine").exit_code, 0);
  folder_.write("trace", "create red\ncreate red\n");
  folder_.write("trace.fail", "");
  const Result failed = run_with_input("scale-out-machine", {"--by", "3"});
  EXPECT_EQ(failed.exit_code, 1) << failed.err;
  EXPECT_EQ(runs(), "1 2 3 4 5 ");
  std::filesystem::remove(folder_ / "trace.fail");
  const Result resumed = run_plan("scale-out-machine", {"resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(runs(), "1 2 3 4 5 6 ");
  EXPECT_EQ(machines(), "1 2 3 4 ");

  // Killed between two runs: the last one is finished, and one is to follow.
  ASSERT_EQ(run_plan("scale-in-machine").exit_code, 0);
  folder_.write("state/runs/7/row", "1 scale-in-machine\n");
  const Result between = run_plan("scale-in-machine", {"resume"});
  EXPECT_EQ(between.exit_code, 0) << between.err;
  EXPECT_EQ(runs(), "1 2 3 4 5 6 7 8 ");
  EXPECT_EQ(machines(), "1 2 ");
  EXPECT_EQ(run_plan("scale-in-machine", {"resume"}).exit_code, 3);  // there is nothing left
}

TEST(Scaling, InTakesAwayOneRepresentationOfACountedNode) {
  const Folder folder;
  folder.write("in/service.yaml", R"(tosca_definitions_version: tosca_2_0
policy_types: {Scaling: {}}
capability_types: {Feature: {}}
relationship_types: {Join: {}}
node_types:
  Thing:
    capabilities: {feature: {type: Feature}}
    requirements: [next: {capability: Feature, relationship: Join, count_range: [0, UNBOUNDED]}]
service_template:
  node_templates:
    base: {type: Thing}
    worker: {type: Thing, count: 3, requirements: [{next: base}]}
  policies: [{crew: {type: Scaling, targets: [worker]}}]
)");
  const Result generated = planbuilder({"generate", folder / "in/service.yaml", "--target", "shell", "-o", folder / "out"});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  const auto run_plan = [&](const std::string& plan) {
    const Result result = run({folder / ("out/" + plan + "/shell/plan.sh"), "--state", folder / "state"});
    EXPECT_EQ(result.exit_code, 0) << plan << "\n" << result.out << result.err;
    EXPECT_EQ(result.err.find("is to have"), std::string::npos) << result.err;
  };
  run_plan("build");
  EXPECT_EQ(instances(folder / "state", "nodes", "worker"), "1 2 3 ");
  run_plan("scale-in-crew");
  EXPECT_EQ(instances(folder / "state", "nodes", "worker"), "1 2 ");
  EXPECT_EQ(instances(folder / "state", "relationships", "worker.next"), "1 2 ");
  EXPECT_EQ(instances(folder / "state", "nodes", "base"), "1 ");
  run_plan("scale-out-crew");
  run_plan("scale-in-crew");
  run_plan("scale-in-crew");
  EXPECT_EQ(instances(folder / "state", "nodes", "worker"), "1 ");
  run_plan("terminate");
  EXPECT_EQ(instances(folder / "state", "nodes", "worker"), "");
}

/// Two nodes that an index joins. Both say their index when they come and go.
TEST(Scaling, ACountIsARegionThatGoesOnCounting) {
  const Folder folder;
  folder.write("in/service.yaml", R"(tosca_definitions_version: tosca_2_0
imports: [{profile: org.oasis-open.simple:2.0}]
node_types:
  N:
    derived_from: Root
    properties: {name: {type: string, default: plain}}
    attributes: {ip: {type: string}}
    capabilities: {base: {type: Container}}
    requirements: [host: {capability: Container, relationship: HostedOn, count_range: [0, 1]}]
service_template:
  node_templates:
    app:
      type: N
      count: 2
      requirements: [host: {node: [machine, $node_index]}]
      interfaces: {Standard: {operations: {create: {implementation: log.sh, inputs: {read: {$get_attribute: [SELF, RELATIONSHIP, host, TARGET, ip]}}}, delete: {implementation: log.sh, inputs: {read: gone}}}}}
    machine:
      type: N
      count: 2
      properties: {name: {$concat: [m, $node_index]}}
      interfaces: {Standard: {operations: {create: {implementation: log.sh, inputs: {read: {$get_property: [SELF, name]}}, outputs: {ip: [SELF, ip]}}}}}
)");
  folder.write("in/log.sh",
               "echo \"$PLANBUILDER_INSTANCE $PLANBUILDER_INDEX $read\" >>\"$TRACE\"\n"
               "echo \"ip=10.0.0.$PLANBUILDER_INDEX\" >\"$PLANBUILDER_OUTPUTS\"\n");
  const Result generated = planbuilder({"generate", folder / "in", "--target", "shell", "-o", folder / "out"});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  EXPECT_EQ(generated.err.find("border-without-strategy"), std::string::npos) << generated.err;
  const auto trace_of = [&](const std::string& plan) {
    folder.write("trace", "");
    const Result result = run({folder / ("out/" + plan + "/shell/plan.sh"), "--state", folder / "state"},
                              {.environment = {{"TRACE", folder / "trace"}}});
    EXPECT_EQ(result.exit_code, 0) << plan << "\n" << result.out << result.err;
    return read_file(folder / "trace");
  };
  trace_of("build");
  EXPECT_EQ(trace_of("scale-out-app"), "machine/3 2 m2\napp/3 2 10.0.0.2\n");
  EXPECT_EQ(read_file(folder / "state/instances/relationships/app.host/3/target"), "machine/3");
  EXPECT_EQ(trace_of("scale-in-app"), "app/3 2 gone\n");
  EXPECT_EQ(trace_of("scale-in-app"), "app/2 1 gone\n");
  EXPECT_EQ(instances(folder / "state", "nodes", "machine"), "1 ");
  EXPECT_EQ(trace_of("scale-out-app"), "machine/2 1 m1\napp/2 1 10.0.0.1\n");
  EXPECT_EQ(trace_of("terminate"), "app/2 1 gone\napp/1 0 gone\n");
  EXPECT_EQ(instances(folder / "state", "nodes", "machine"), "");
}

}  // namespace
}  // namespace planbuilder::testing
