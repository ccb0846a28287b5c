// Plugins that a user brings, and the command that lists who fills what.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view service_with_plugin = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Cache: {derived_from: tosca.nodes.Root, interfaces: {Care: {type: tosca.interfaces.Root, warm: warm.sh}}}
topology_template:
  node_templates:
    cache: {type: Cache}
)";
constexpr std::string_view plugin = R"(format: planbuilder/plugin/1
name: warm-cache
kind: type
description: Caches.
match: {types: [Cache]}
transitions:
  provision: [{record: create}, {invoke: warm, interfaces: [Care]}, {set-state: started}]
)";

class Plugins : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", service_with_plugin);
    folder_.write("in/warm.sh", "true\n");
    folder_.write("mine/cache/plugin.yaml", plugin);
  }
  Folder folder_;
};

TEST_F(Plugins, AreFoundInAFolderAndSayWhy) {
  const Result without = planbuilder({"plugins", folder_ / "in"});
  EXPECT_EQ(without.out.find("warm-cache"), std::string::npos) << without.out;
  const Result with = planbuilder({"plugins", folder_ / "in", "--plugin-dir", folder_ / "mine"});
  EXPECT_EQ(with.exit_code, 0) << with.err;
  EXPECT_NE(with.out.find("cache/provision\n  is filled by warm-cache (29): it knows the type 'Cache'; it calls warm\n"),
            std::string::npos)
      << with.out;
}

TEST_F(Plugins, AreListedWithTheirSource) {
  const Result result = planbuilder({"plugins", "--json", "--plugin-dir", folder_ / "mine/cache"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto all = nlohmann::json::parse(result.out)["plugins"];
  EXPECT_EQ(all.front()["source"], "shipped");
  EXPECT_EQ(all.back()["name"], "warm-cache");
  EXPECT_EQ(all.back()["source"], folder_ / "mine/cache");
}

TEST_F(Plugins, OfTheInputAreUsedOnlyWhenAllowed) {
  folder_.write("in/Plugins/cache/plugin.yaml", plugin);
  const Result refused = planbuilder({"plan", folder_ / "in", "--json"});
  EXPECT_EQ(refused.exit_code, 0);
  EXPECT_EQ(refused.out.find("warm-cache"), std::string::npos);
  EXPECT_NE(refused.err.find("--allow-csar-plugins"), std::string::npos) << refused.err;
  const Result allowed = planbuilder({"plan", folder_ / "in", "--json", "--allow-csar-plugins"});
  EXPECT_NE(allowed.out.find("\"filled_by\": \"warm-cache\""), std::string::npos) << allowed.err;
}

TEST_F(Plugins, ThatAreWrongStopTheCommand) {
  folder_.write("mine/cache/plugin.yaml", "format: planbuilder/plugin/1\nname: x\n");
  const Result result = planbuilder({"plan", folder_ / "in", "--plugin-dir", folder_ / "mine"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("plugin.yaml:1:1"), std::string::npos) << result.err;
  EXPECT_EQ(planbuilder({"plan", folder_ / "in", "--plugin-dir", folder_ / "nothing"}).exit_code, 2);
}

/// The plugin warms caches by a template of its own, where the target is the shell.
class PluginTemplates : public Plugins {
 protected:
  void SetUp() override {
    Plugins::SetUp();
    std::string text(plugin);
    const std::string step = "{invoke: warm, interfaces: [Care]}";
    text.replace(text.find(step), step.size(), "{invoke: warm, interfaces: [Care], templates: {shell: warm.sh.inja}}");
    folder_.write("mine/cache/plugin.yaml", text);
    folder_.write("mine/cache/warm.sh.inja", "  printf '%s by %s\\n' <{ sh(entity.id) }> <{ sh(file) }> >>\"$TRACE\"\n");
  }
  Result plan() { return planbuilder({"plan", folder_ / "in", "--json", "--plugin-dir", folder_ / "mine"}); }
};

TEST_F(PluginTemplates, WriteTheStepsOfTheirTarget) {
  const Result made = planbuilder({"generate", folder_ / "in", "-o", folder_ / "out", "--plugin-dir", folder_ / "mine"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  RunOptions options;
  options.environment = {{"TRACE", folder_ / "trace"}};
  const Result ran = run({folder_ / "out/build/shell/plan.sh", "--state", folder_ / "state"}, options);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(read_file(folder_ / "trace"), "cache by warm.sh\n");
}

TEST_F(PluginTemplates, AreCarriedByThePlanDocument) {
  const auto document = nlohmann::json::parse(plan().out);
  EXPECT_EQ(document["activities"][0]["steps"][1]["templates"].dump(), R"({"shell":"warm-cache/warm.sh.inja"})");
  EXPECT_NE(document["templates"]["warm-cache/warm.sh.inja"].get<std::string>().find("entity.id"), std::string::npos);
  EXPECT_FALSE(document["activities"][0]["steps"][2].contains("templates"));
}

TEST_F(PluginTemplates, ThatDoNotParseAreReportedWhereTheyAreWrong) {
  folder_.write("mine/cache/warm.sh.inja", "true\n  <{ sh(file }>\n");
  const Result result = plan();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("warm.sh.inja:2:"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("plugin.yaml:7:"), std::string::npos) << result.err;
}

TEST_F(PluginTemplates, ThatAreMissingOrForNoTargetAreReported) {
  for (const auto& [from, to, message] :
       {std::tuple{"warm.sh.inja", "../x", "there is no template '../x'"},
        std::tuple{"../x", "nowhere.inja", "there is no template 'nowhere.inja' in the folder of the plugin"},
        std::tuple{"shell:", "shel:", "there is no target 'shel' (did you mean 'shell'?)"}}) {
    std::string text = read_file(folder_ / "mine/cache/plugin.yaml");
    text.replace(text.find(from), std::string_view(from).size(), to);
    folder_.write("mine/cache/plugin.yaml", text);
    const Result result = plan();
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("plugin.yaml:7:"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace planbuilder::testing
