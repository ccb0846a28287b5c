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

}  // namespace
}  // namespace planbuilder::testing
