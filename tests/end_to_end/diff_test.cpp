// Plans compared by the binary: on the samples, from every kind of input, and inside git.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "planbuilder/plan/plan_json.h"
#include "planbuilder/plan/read_plan.h"
#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

/// A copy of the guestbook in which a piece of its definitions is another.
std::string edited_guestbook(const Folder& folder, const std::string& piece, const std::string& other) {
  std::filesystem::copy(guestbook, folder / "edited", std::filesystem::copy_options::recursive);
  folder.write("edited/guestbook.yaml", replaced(read_file(guestbook + "/guestbook.yaml"), piece, other));
  return folder / "edited";
}

class EverySample : public ::testing::TestWithParam<std::string> {};

TEST_P(EverySample, IsReadBackFromItsPlanDocumentByteForByte) {
  const Result plans = planbuilder({"plan", samples + "/" + GetParam(), "--all", "--json"});
  ASSERT_EQ(plans.exit_code, 0) << plans.err;
  Sources sources;
  Diagnostics diagnostics;
  const auto document = plan::read_document(sources, sources.add("plans.json", plans.out), diagnostics);
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(plan::to_json(document->plans), plans.out);

  const Folder folder;
  folder.write("plans.json", plans.out);
  const Result same = planbuilder({"diff", folder / "plans.json", samples + "/" + GetParam()});
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  EXPECT_EQ(same.out, "no differences\n");
}

INSTANTIATE_TEST_SUITE_P(Diff, EverySample,
                         ::testing::Values("guestbook", "figures/xml", "figures/yaml-1.3", "figures/yaml-2.0", "events/vnf.yaml",
                                           "events/simple.yaml", "events/desired.yaml"));

TEST(Diff, TakesInputsInAnyMix) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"pack", guestbook, "-o", folder / "packed.csar"}).exit_code, 0);
  const Result document = planbuilder({"plan", guestbook, "--all", "--json"});
  folder.write("plans.json", document.out);
  const std::vector<std::string> forms = {guestbook, guestbook + "/guestbook.yaml", folder / "packed.csar",
                                          folder / "plans.json"};
  for (const std::string& before : forms) {
    const Result result = planbuilder({"diff", before, forms.back()});
    EXPECT_EQ(result.exit_code, 0) << before << "\n" << result.out << result.err;
    for (const std::string& piped : {document.out, read_file(folder / "packed.csar")}) {
      const Result from_pipe = planbuilder({"diff", before, "-"}, {.input = piped});
      EXPECT_EQ(from_pipe.exit_code, 0) << before << "\n" << from_pipe.out << from_pipe.err;
    }
  }
}

TEST(Diff, TellsWhatARelationshipBringsAndWhy) {
  const Folder folder;
  const std::string requirement = "        - application: { node: app, relationship: nginx_to_app }\n";
  const std::string edited = edited_guestbook(folder, requirement, requirement + "        - dependency: redis\n");
  const Result gained = planbuilder({"diff", guestbook, edited, "--kind", "build"});
  EXPECT_EQ(gained.exit_code, 1) << gained.err;
  EXPECT_EQ(gained.out,
            "build plan: 1 activity added, 1 order gained\n"
            "  activities\n"
            "    + nginx.dependency/provision  filled by relationship-configure\n"
            "        after redis/provision; before nginx/provision\n"
            "  order gained\n"
            "    + redis/provision before nginx/provision  (both could run at once)\n"
            "        redis/provision before nginx.dependency/provision\n"
            "            DependsOn: 'nginx' DependsOn 'redis': what it leads to comes first  (guestbook.yaml:48:11)\n"
            "        nginx.dependency/provision before nginx/provision\n"
            "            DependsOn: 'nginx' DependsOn 'redis': what needs it comes after  (guestbook.yaml:48:11)\n");
  const auto lost = nlohmann::json::parse(planbuilder({"diff", edited, guestbook, "--json"}).out);
  EXPECT_EQ(lost["plans"][0]["order"]["lost"][0]["from"], "redis/provision");
  EXPECT_EQ(lost["plans"][0]["order"]["lost"][0]["chain"].size(), 2u);
  for (const char* format : {"html", "mermaid"})
    EXPECT_EQ(planbuilder({"diff", guestbook, edited, "--format", format}).exit_code, 1);
}

TEST(Diff, ShowsALineThatWasAddedToAScript) {
  const Folder folder;
  std::filesystem::copy(guestbook, folder / "edited", std::filesystem::copy_options::recursive);
  folder.write("edited/scripts/redis/stop.sh", read_file(guestbook + "/scripts/redis/stop.sh") + "rm -rf /important\n");
  ASSERT_EQ(planbuilder({"pack", guestbook, "-o", folder / "packed.csar"}).exit_code, 0);
  folder.write("plans.json", planbuilder({"plan", guestbook, "--all", "--json"}).out);
  for (const std::string& before : {guestbook, folder / "packed.csar"}) {
    const Result result = planbuilder({"diff", before, folder / "edited"});
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_TRUE(result.out.starts_with("files: 1 file differs\n    ~ scripts/redis/stop.sh\n        used by ")) << result.out;
    EXPECT_NE(result.out.find(": rm -rf /important\n"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("redis/terminate/stop"), std::string::npos) << result.out;
  }
  const Result document = planbuilder({"diff", folder / "plans.json", folder / "edited", "--json"});
  EXPECT_EQ(document.exit_code, 1) << document.err;
  const auto file = nlohmann::json::parse(document.out)["files"][0];
  EXPECT_EQ(file["file"], "scripts/redis/stop.sh");
  EXPECT_NE(file["before"]["digest"], file["after"]["digest"]);
  EXPECT_FALSE(file.contains("lines"));
}

/// As git hands it over: it says nothing of what is in the scripts.
TEST(Diff, TakesADefinitionsFileWithoutItsScripts) {
  const Folder folder;
  for (const std::string name : {"alone/service.yaml", "whole/service.yaml"}) {
    folder.write(name, R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    shop: {type: tosca.nodes.SoftwareComponent, interfaces: {Standard: {operations: {start: start.sh}}}}
)");
  }
  folder.write("whole/start.sh", "#!/bin/sh\n");
  const Result result = planbuilder({"diff", folder / "alone/service.yaml", folder / "whole"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_EQ(result.out, "no differences\nnot compared: 1 file, whose content only one side has\n");
}

TEST(Diff, RecognisesARenamedNode) {
  const Folder folder;
  const std::string edited = edited_guestbook(folder, "\n    redis:\n", "\n    store:\n");
  for (const auto& [piece, other] : {std::pair("node: redis,", "node: store,"), std::pair("redis: First", "store: First")})
    folder.write("edited/guestbook.yaml", replaced(read_file(folder / "edited/guestbook.yaml"), piece, other));
  const Result result = planbuilder({"diff", guestbook, edited});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(result.out, "renamed\n    ~ node redis -> store\n    and 1 relationship called after them\n") << result.err;
  const Result apart = planbuilder({"diff", guestbook, edited, "--no-renames", "--kind", "build"});
  EXPECT_NE(apart.out.find("build plan: 2 activities added, 2 activities removed"), std::string::npos) << apart.out;
}

TEST(Diff, ColoursWhenAsked) {
  const Folder folder;
  const std::string edited =
      edited_guestbook(folder, "configure: scripts/redis/configure.sh", "configure: scripts/redis/create.sh");
  const std::vector<std::string> command = {"diff", guestbook, edited, "--kind", "build"};
  const std::string change = "~ steps/configure/artifact: \"scripts/redis/configure.sh\" -> \"scripts/redis/create.sh\"";
  EXPECT_NE(planbuilder(command).out.find("        " + change + "\n"), std::string::npos) << planbuilder(command).out;
  auto colored = command;
  colored.insert(colored.end(), {"--color", "always"});
  EXPECT_NE(planbuilder(colored, {.environment = {{"NO_COLOR", "1"}}}).out.find("\033[33m" + change + "\033[0m"),
            std::string::npos);
}

TEST(Diff, ExitsWithTwoForAnyError) {
  const Folder folder;
  folder.write("bad.json", "{\"format\": \"planbuilder/plan/1\",\n  \"name\": 1}");
  folder.write("bad.yaml",
               "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {node_templates: {a: {type: No}}}\n");
  const Result json = planbuilder({"diff", folder / "bad.json", guestbook});
  EXPECT_EQ(json.exit_code, 2);
  EXPECT_NE(json.err.find("bad.json:2:11: error[bad-plan]: a text is expected here, not a number"), std::string::npos)
      << json.err;
  EXPECT_EQ(planbuilder({"diff", guestbook, folder / "bad.yaml"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"diff", guestbook, folder / "none"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"diff", guestbook}).exit_code, 2);
  EXPECT_EQ(planbuilder({"diff", "-", "-"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"diff", guestbook, guestbook, "--kind", "scale-out", "--region", "nowhere"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"diff", guestbook, guestbook, "--region", "app_tier"}).exit_code, 0);
}

/// A repository whose git knows nothing of the user, with planbuilder on its path.
class GitDiff : public ::testing::Test {
 protected:
  GitDiff() {
    EXPECT_EQ(git("git init -q -b main . && git config user.name t && git config user.email t@localhost").exit_code, 0);
    folder_.write("csar/shop.yaml", shop("8080"));
  }

  static std::string shop(const std::string& port) {
    return "tosca_definitions_version: tosca_simple_yaml_1_3\n"
           "topology_template:\n"
           "  node_templates:\n"
           "    vm: {type: tosca.nodes.Compute}\n"
           "    shop:\n"
           "      type: tosca.nodes.SoftwareComponent\n"
           "      requirements: [{host: vm}]\n"
           "      interfaces: {Standard: {create: {implementation: create.sh, inputs: {port: " +
           port + "}}}}\n";
  }

  [[nodiscard]] Result git(const std::string& script) const {
    const std::string bin = std::filesystem::path(PLANBUILDER_BINARY).parent_path().string();
    return run({"sh", "-c", script}, {.folder = folder_.path().string(),
                                      .environment = {{"PATH", bin + ":" + std::getenv("PATH")},
                                                      {"HOME", folder_.path().string()},
                                                      {"GIT_CONFIG_NOSYSTEM", "1"},
                                                      {"GIT_CONFIG_GLOBAL", "/dev/null"}}});
  }
  /// A CSAR of the service is committed, another one lies in the working tree.
  void commit_and_change() const {
    folder_.write("csar/create.sh", "#!/bin/sh\n");
    ASSERT_EQ(git("planbuilder pack csar -q -o shop.csar && git add . && git commit -qm first").exit_code, 0);
    folder_.write("csar/shop.yaml", shop("9090"));
    ASSERT_EQ(git("planbuilder pack csar -q -o shop.csar").exit_code, 0);
  }

  Folder folder_;
};

/// The commands stand in planbuilder/diff/README.md as well.
TEST_F(GitDiff, IsDrivenByPlanbuilder) {
  commit_and_change();
  folder_.write(".gitattributes", "*.csar diff=planbuilder\n");
  const std::string driver =
      R"(git config diff.planbuilder.command "sh -c 'planbuilder diff \"\$2\" \"\$5\"; test \$? -lt 2' planbuilder")";
  ASSERT_EQ(git(driver).exit_code, 0);
  const Result changed = git("git diff shop.csar");
  EXPECT_EQ(changed.exit_code, 0) << changed.err;
  EXPECT_NE(changed.out.find("        ~ steps/create/inputs/port: 8080 -> 9090\n"), std::string::npos) << changed.out;
  // A file that is new has nothing on the other side.
  const Result added =
      git("git rm -q --cached shop.csar && git commit -qm gone && git add -f shop.csar && git diff --cached shop.csar");
  EXPECT_NE(added.out.find("build plan: added"), std::string::npos) << added.out << added.err;
}

TEST_F(GitDiff, ShowsPlansAsText) {
  commit_and_change();
  folder_.write(".gitattributes", "*.csar diff=plans\n");
  ASSERT_EQ(git("git config diff.plans.textconv 'planbuilder plan --all --json'").exit_code, 0);
  const Result changed = git("git diff shop.csar");
  EXPECT_EQ(changed.exit_code, 0) << changed.err;
  EXPECT_NE(changed.out.find("-                  \"value\": 8080"), std::string::npos) << changed.out;
  EXPECT_NE(changed.out.find("+                  \"value\": 9090"), std::string::npos) << changed.out;
}

TEST_F(GitDiff, ChecksABranchInCi) {
  commit_and_change();
  ASSERT_EQ(git("git worktree add -q --detach ../$(basename \"$PWD\").base main").exit_code, 0);
  const Result different = git("planbuilder diff ../$(basename \"$PWD\").base/csar csar --json");
  EXPECT_EQ(different.exit_code, 1) << different.err;
  EXPECT_FALSE(nlohmann::json::parse(different.out)["equal"]);
  EXPECT_EQ(git("git checkout -q csar && planbuilder diff ../$(basename \"$PWD\").base/csar csar").exit_code, 0);
  EXPECT_EQ(git("git worktree remove --force ../$(basename \"$PWD\").base").exit_code, 0);
}

}  // namespace
}  // namespace planbuilder::testing
