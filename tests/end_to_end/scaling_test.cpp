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

}  // namespace
}  // namespace planbuilder::testing
