// Plugins that bring files of their own: the example of plugins/README.md, run for real.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/end_to_end/page_blocks.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view service_of_sites = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Site:
    derived_from: tosca.nodes.Root
    properties: {root: {type: string}}
    attributes: {location: {type: string}}
topology_template:
  inputs: {where: {type: string}}
  node_templates:
    site: {type: my.Site, properties: {root: {get_input: where}}}
    later:
      type: tosca.nodes.Root
      requirements: [dependency: site]
      interfaces: {Standard: {operations: {create: later.sh}}}
  outputs: {where: {value: {get_attribute: [site, location]}}}
)";

class PluginFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", service_of_sites);
    folder_.write("in/later.sh", "exit \"${LATER:-0}\"\n");
    write_plugin("mine/site");
  }

  void write_plugin(const std::string& into) const {
    const std::string page = read_file(PLANBUILDER_SOURCE "/plugins/README.md");
    const auto plugins = blocks_of(page, "yaml");
    const auto scripts = blocks_of(page, "sh");
    ASSERT_EQ(plugins.size(), 2u);
    ASSERT_EQ(scripts.size(), 2u);
    folder_.write(into + "/plugin.yaml", plugins[1]);
    folder_.write(into + "/make.sh", scripts[0]);
    folder_.write(into + "/remove.sh", scripts[1]);
  }

  Result with_plugin(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--plugin-dir", folder_ / "mine"});
    return planbuilder(arguments);
  }

  /// Runs a plan that lies in a folder of the test.
  Result run_plan(const std::string& plan, std::vector<std::string> options = {}, const std::string& later = "0") const {
    if (plan.find("build") != std::string::npos)
      options.insert(options.end(), {"--inputs", folder_.write("inputs", "where=" + (folder_ / "sites") + "\n")});
    options.insert(options.begin(), {folder_ / plan, "--state", folder_ / "state"});
    return run(options, {.environment = {{"LATER", later}}});
  }

  /// The pages of all sites that are there.
  [[nodiscard]] std::string sites() const {
    std::string pages;
    std::error_code none;
    for (const auto& site : fs::directory_iterator(folder_ / "sites", none)) pages += read_file(site.path() / "index.html");
    return pages;
  }

  void edit_plugin(std::string_view from, std::string_view to) const {
    const std::string file = folder_ / "mine/site/plugin.yaml";
    folder_.write("mine/site/plugin.yaml", replaced(read_file(file), from, to));
  }

  Folder folder_;
};

TEST_F(PluginFiles, AreRunAndTheirOutputsAreAttributes) {
  const Result made = with_plugin({"generate", folder_ / "in", "-o", folder_ / "out"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  fs::remove_all(folder_ / "mine");  // a plan needs none of it any more
  const Result built = run_plan("out/build/shell/plan.sh");
  EXPECT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(sites(), "<h1>in: site</h1>\n");
  const Result outputs = run({folder_ / "out/build/shell/plan.sh", "outputs", "--state", folder_ / "state"});
  EXPECT_NE(outputs.out.find(folder_ / "sites/site."), std::string::npos) << outputs.out << outputs.err;
  const Result ended = run_plan("out/terminate/shell/plan.sh");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(sites(), "");
}

TEST_F(PluginFiles, AreTakenBackWhenALaterStepFails) {
  ASSERT_EQ(with_plugin({"generate", folder_ / "in", "-o", folder_ / "out"}).exit_code, 0);
  EXPECT_EQ(run_plan("out/build/shell/plan.sh", {"--stop-on-failure"}, "1").exit_code, 1);
  EXPECT_NE(sites(), "");
  fs::remove_all(folder_ / "state");
  fs::remove_all(folder_ / "sites");
  const Result undone = run_plan("out/build/shell/plan.sh", {"--undo-on-failure"}, "1");
  EXPECT_EQ(undone.exit_code, 4) << undone.err;
  EXPECT_EQ(sites(), "");
  EXPECT_TRUE(fs::exists(folder_ / "sites"));
}

TEST_F(PluginFiles, ArePackedAndInspected) {
  const std::string csar = folder_ / "out.csar";
  const Result packed = with_plugin({"pack", folder_ / "in", "-o", csar});
  ASSERT_EQ(packed.exit_code, 0) << packed.err;
  ASSERT_EQ(run({"unzip", "-q", csar, "-d", folder_ / "unpacked"}).exit_code, 0);
  const Result built = run_plan("unpacked/Plans/build/shell/plan.sh");
  EXPECT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(sites(), "<h1>in: site</h1>\n");

  const Result shown = planbuilder({"inspect", csar});
  EXPECT_NE(shown.out.find("other files\n"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("Plans/plugins/site/make.sh\n"), std::string::npos) << shown.out;
  EXPECT_EQ(shown.out.find("added:"), std::string::npos) << shown.out;
  const auto found = nlohmann::json::parse(planbuilder({"inspect", csar, "--json"}).out);
  EXPECT_EQ(found["brought"].size(), 2u);
  EXPECT_EQ(found["brought"][0]["state"], "unchanged");

  std::ofstream(folder_ / "unpacked/Plans/plugins/site/make.sh", std::ios::app) << "true\n";
  const Result changed = planbuilder({"inspect", folder_ / "unpacked", "--check"});
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_NE(changed.out.find("Plans/plugins/site/make.sh  changed"), std::string::npos) << changed.out;
}

TEST_F(PluginFiles, OfAnEarlierPackAreKeptTrue) {
  const std::string csar = folder_ / "in.csar";
  ASSERT_EQ(with_plugin({"pack", folder_ / "in", "-o", csar}).exit_code, 0);
  const std::string before = read_file(csar);
  const Result again = with_plugin({"pack", csar, "--in-place"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_TRUE(read_file(csar) == before);
  ASSERT_EQ(planbuilder({"pack", csar, "-o", folder_ / "without.csar"}).exit_code, 0);
  EXPECT_EQ(run({"unzip", "-Z1", folder_ / "without.csar"}).out.find("Plans/plugins"), std::string::npos);
}

TEST_F(PluginFiles, DoNotOverwriteFilesOfTheInput) {
  folder_.write("in/Plans/plugins/site/make.sh", "mine\n");
  const Result refused = with_plugin({"pack", folder_ / "in", "-o", folder_ / "out.csar"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("'Plans/plugins/site/make.sh' is not planbuilder's: it is not overwritten"), std::string::npos)
      << refused.err;
  EXPECT_FALSE(fs::exists(folder_ / "out.csar"));
  const Result replaced = with_plugin({"pack", folder_ / "in", "-o", folder_ / "out.csar", "--replace"});
  EXPECT_EQ(replaced.exit_code, 0) << replaced.err;
  EXPECT_EQ(run({"unzip", "-p", folder_ / "out.csar", "Plans/plugins/site/make.sh"}).out,
            read_file(folder_ / "mine/site/make.sh"));
}

/// Plans go to another folder then, but name these files by their path.
TEST_F(PluginFiles, HaveNoPlaceBesideFilesOfTheInput) {
  folder_.write("in/Plans/plugins/site/make.sh", "mine\n");
  folder_.write("in/Plans/build/shell/plan.sh", "mine\n");
  const Result refused = with_plugin({"pack", folder_ / "in", "-o", folder_ / "out.csar", "--beside"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("'Plans/plugins/site/make.sh' is not planbuilder's: it is not overwritten"), std::string::npos)
      << refused.err;
  EXPECT_FALSE(fs::exists(folder_ / "out.csar"));
  fs::remove_all(folder_ / "in/Plans/plugins");
  const Result beside = with_plugin({"pack", folder_ / "in", "-o", folder_ / "out.csar", "--beside"});
  ASSERT_EQ(beside.exit_code, 0) << beside.err;
  ASSERT_EQ(run({"unzip", "-q", folder_ / "out.csar", "-d", folder_ / "unpacked"}).exit_code, 0);
  EXPECT_EQ(read_file(folder_ / "unpacked/Plans/build/shell/plan.sh"), "mine\n");
  const Result built = run_plan("unpacked/Plans-2/build/shell/plan.sh");
  EXPECT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(sites(), "<h1>in: site</h1>\n");
}

TEST_F(PluginFiles, OfPluginsInTheInputStayWhereTheyAre) {
  write_plugin("in/Plugins/site");
  const Result made = planbuilder({"generate", folder_ / "in", "-o", folder_ / "out", "--allow-csar-plugins"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_TRUE(fs::exists(folder_ / "out/files/Plugins/site/make.sh"));
  EXPECT_FALSE(fs::exists(folder_ / "out/files/Plans"));
  const Result built = run_plan("out/build/shell/plan.sh");
  EXPECT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(sites(), "<h1>in: site</h1>\n");
}

TEST_F(PluginFiles, LeaveNoTraceOfTheMachineInPlans) {
  write_plugin("elsewhere/other-name");
  const Result here = with_plugin({"plan", folder_ / "in", "--all", "--json"});
  const Result there = planbuilder({"plan", folder_ / "in", "--all", "--json", "--plugin-dir", folder_ / "elsewhere"});
  ASSERT_EQ(here.exit_code, 0) << here.err;
  EXPECT_EQ(here.out, there.out);
  EXPECT_EQ(here.out.find(folder_.path().string()), std::string::npos);
  const auto step = nlohmann::json::parse(here.out)["plans"][0]["activities"][0]["steps"][1];
  EXPECT_EQ(step["plugin"], "site") << step.dump(2);
  EXPECT_EQ(step["artifact"]["file"], "Plans/plugins/site/make.sh");
  EXPECT_EQ(step["undo"]["artifact"]["file"], "Plans/plugins/site/remove.sh");
}

TEST_F(PluginFiles, AreShownByTheCommands) {
  const Result offers = with_plugin({"plugins", folder_ / "in"});
  EXPECT_NE(offers.out.find("is filled by site (29): it knows the type 'my.Site'; it runs make.sh\n"), std::string::npos)
      << offers.out;
  EXPECT_NE(with_plugin({"plugins"}).out.find("    runs its files make.sh, remove.sh\n"), std::string::npos);
  const auto listed = nlohmann::json::parse(with_plugin({"plugins", "--json"}).out)["plugins"];
  EXPECT_EQ(listed.back()["files"].dump(), R"(["make.sh","remove.sh"])");
  const Result explained = with_plugin({"explain", folder_ / "in", "site"});
  EXPECT_NE(explained.out.find("is filled by site: run make.sh\n"), std::string::npos) << explained.out;
  EXPECT_NE(
      explained.out.find("runs Plans/plugins/site/make.sh of the plugin site, taken back by Plans/plugins/site/remove.sh\n"),
      std::string::npos)
      << explained.out;
  ASSERT_EQ(with_plugin({"review", folder_ / "in", "-o", folder_ / "page.html"}).exit_code, 0);
  EXPECT_NE(read_file(folder_ / "page.html").find("Plans/plugins/site/make.sh"), std::string::npos);
}

TEST_F(PluginFiles, ThatAreNotThereAreErrorsAtTheirPlace) {
  for (const auto& [from, to] : {std::pair{"run: make.sh", "run: mak.sh"}, {"run: mak.sh", "run: ../site/make.sh"}}) {
    edit_plugin(from, to);
    const Result result = with_plugin({"plan", folder_ / "in"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("plugin.yaml:10:12: error[bad-plugin]: there is no file '" + std::string(to).substr(5) +
                              "' in the folder of the plugin"),
              std::string::npos)
        << result.err;
  }
}

TEST_F(PluginFiles, AskForANameThatAFolderCanHave) {
  for (const auto& [from, to] :
       {std::pair{"name: site", "name: ../site"}, {"name: ../site", "name: .."}, {"name: ..", "name: a b"}}) {
    edit_plugin(from, to);
    const Result result = with_plugin({"plan", folder_ / "in"});
    EXPECT_EQ(result.exit_code, 1) << to;
    EXPECT_NE(result.err.find("the name of a plugin that runs files has only letters"), std::string::npos) << result.err;
  }
}

TEST_F(PluginFiles, OfTwoPluginsWithOneNameAreRefused) {
  write_plugin("mine/another");
  const Result result = with_plugin({"plan", folder_ / "in"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("there is a plugin 'site' already"), std::string::npos) << result.err;
}

TEST_F(PluginFiles, CannotBeRunByTheOpentoscaContainer) {
  const Result result = with_plugin({"generate", folder_ / "in", "-o", folder_ / "out", "--target", "bpel-opentosca"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("the container runs operations of the model, and no files of plugins"), std::string::npos)
      << result.err;
  EXPECT_EQ(with_plugin({"generate", folder_ / "in", "-o", folder_ / "out", "--target", "bpel"}).exit_code, 0);
}

}  // namespace
}  // namespace planbuilder::testing
