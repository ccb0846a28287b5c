// Models that give no plans, or wrong ones: who asks for plans is told.

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

/// A node whose interface is of the type I, which says this.
std::string with_interface(const std::string& says) {
  return "tosca_definitions_version: tosca_simple_yaml_1_3\n"
         "interface_types:\n  I: {derived_from: tosca.interfaces.Root, " +
         says +
         "}\n"
         "node_types:\n  N: {derived_from: tosca.nodes.Root, interfaces: {watch: {type: I}}}\n"
         "topology_template:\n  node_templates: {a: {type: N}}\n";
}

TEST(NoPlans, NotificationsAloneAreNoEventGrammar) {
  const Folder folder;
  const std::string input = folder.write("service.yaml", with_interface("notifications: {changed: {}}"));
  const Result result = planbuilder({"generate", input, "-o", folder / "deep/er/out"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, (folder / "deep/er/out") + ": 2 plans (build, terminate), 10 files\n");
}

TEST(NoPlans, NoneIsAnErrorForAllWhoAskForPlans) {
  const Folder folder;
  const std::string grammar =
      "attributes: {state: {type: string, default: initial}}, operations: {go: {on_success: {set: {state: gone}}}}";
  const std::string input = folder.write("service.yaml", with_interface(grammar));
  const std::vector<std::vector<std::string>> commands = {{"plan", "--all", input},
                                                          {"generate", input, "-o", folder / "new/out"},
                                                          {"pack", input, "-o", folder / "out.csar"},
                                                          {"review", input, "-o", folder / "out.html"},
                                                          {"validate", "--plan", input},
                                                          {"diff", "/dev/null", input}};
  for (const auto& command : commands) {
    const Result result = planbuilder(command);
    EXPECT_NE(result.exit_code, 0) << command[0];
    EXPECT_EQ(result.out, "") << command[0];
    EXPECT_NE(result.err.find("error[no-plans]: the service has no plans"), std::string::npos) << command[0] << result.err;
  }
  EXPECT_EQ(folder.listing(), "service.yaml\n");
  EXPECT_EQ(planbuilder({"validate", input}).exit_code, 0);
}

TEST(ValidatePlan, ReportsWhatIsWrongWithPlansToo) {
  const Folder folder;
  const std::string input = folder.write("service.yaml",
                                         "tosca_definitions_version: tosca_simple_yaml_1_3\n"
                                         "topology_template:\n  node_templates:\n"
                                         "    a: {type: tosca.nodes.Root, requirements: [dependency: b]}\n"
                                         "    b: {type: tosca.nodes.Root, requirements: [dependency: a]}\n");
  EXPECT_EQ(planbuilder({"validate", input}).exit_code, 0);
  const Result planned = planbuilder({"validate", "--plan", input});
  EXPECT_EQ(planned.exit_code, 1);
  EXPECT_NE(planned.err.find("error[order-cycle]"), std::string::npos) << planned.err;
  const Result as_json = planbuilder({"validate", "--plan", "--json", input});
  EXPECT_EQ(as_json.exit_code, 1);
  EXPECT_EQ(as_json.out.find("{\"valid\": false, \"plans\": [], \"diagnostics\": "), 0u) << as_json.out;
}

TEST(ValidatePlan, ListsThePlansOfASoundModel) {
  const Result result = planbuilder({"validate", "--plan", guestbook});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(", 4 plans (build, terminate, scale-out-app_tier, scale-in-app_tier)"), std::string::npos)
      << result.out;
  EXPECT_NE(planbuilder({"validate", "--plan", "--json", guestbook}).out.find("\"plans\": [\"build\", \"terminate\", "),
            std::string::npos);
}

}  // namespace
}  // namespace planbuilder::testing
