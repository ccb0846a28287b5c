// Looking inside a run: what each stage made, and how long it took.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

using nlohmann::json;

std::string dump(const std::string& input, const std::string& stage, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"dump", input, "--stage", stage};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Result result = planbuilder(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

TEST(Dump, ShowsEveryStageTheSameEachTime) {
  for (const char* stage : {"tree", "definitions", "topology", "flow"}) {
    for (const char* sample : {"/guestbook", "/figures/xml", "/events/vnf.yaml"}) {
      const std::string text = dump(samples + sample, stage);
      EXPECT_FALSE(text.empty()) << stage << " of " << sample;
      EXPECT_EQ(dump(samples + sample, stage), text);
    }
  }
}

TEST(Dump, HasTheFilesOfTheServiceAndNotThoseOfPlanbuilder) {
  const json files = json::parse(dump(samples + "/guestbook", "definitions"));
  std::vector<std::string> names;
  for (const json& file : files) names.push_back(file.at("file"));
  ASSERT_GE(names.size(), 2u);
  EXPECT_EQ(names.front(), "guestbook.yaml");
  for (const std::string& name : names) EXPECT_EQ(name.find("profiles/"), std::string::npos) << name;
}

TEST(Dump, HasTheActivitiesOfThePlanThatIsMeant) {
  const json flow = json::parse(dump(samples + "/guestbook", "flow", {"--kind", "terminate"}));
  const json plan = json::parse(planbuilder({"plan", samples + "/guestbook", "--kind", "terminate", "--json"}).out);
  ASSERT_EQ(flow.at("activities").size(), plan.at("activities").size());
  for (std::size_t i = 0; i < flow.at("activities").size(); ++i)
    EXPECT_EQ(flow.at("activities")[i].at("id"), plan.at("activities")[i].at("id"));
  EXPECT_EQ(flow.at("edges").size(), plan.at("edges").size());
}

TEST(Dump, ShowsWhatThereIsOfAnInputWithErrors) {
  const Folder folder;
  const std::string file = folder.write("bad.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\nnodes: {}\n");
  const Result tree = planbuilder({"dump", file, "--stage", "tree"});
  EXPECT_EQ(tree.exit_code, 1);
  EXPECT_NE(tree.out.find("\"nodes\" 2:1 = {} 2:8"), std::string::npos) << tree.out;
  EXPECT_NE(tree.err.find("bad.yaml:2:1"), std::string::npos) << tree.err;
  const Result topology = planbuilder({"dump", file, "--stage", "topology"});
  EXPECT_EQ(topology.exit_code, 1);
  EXPECT_EQ(topology.out, "");
}

TEST(Dump, WantsAStageThatThereIs) {
  const Result none = planbuilder({"dump", samples + "/guestbook"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.err, "planbuilder: --stage is required\nTry 'planbuilder dump --help'.\n");
  const Result wrong = planbuilder({"dump", samples + "/guestbook", "--stage", "leaf"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("leaf not in {tree,definitions,topology,flow}"), std::string::npos) << wrong.err;
}

/// The stages of `-v`, without the times.
std::string stages_of(const std::string& messages) {
  return std::regex_replace(messages, std::regex(" +[0-9]+\\.[0-9] ms  "), "");
}

TEST(Verbose, SaysHowLongEachStageTook) {
  const Folder folder;
  const Result result = planbuilder({"pack", samples + "/figures/xml", "-o", folder / "out.csar", "-v", "-q"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(stages_of(result.err),
            "opening the input: 10 entries\n"
            "reading: 4 files\n"
            "building the topology: 5 nodes, 4 relationships\n"
            "deriving the build plan: 9 activities, 8 edges\n"
            "filling the build plan: 33 steps\n"
            "deriving the terminate plan: 9 activities, 8 edges\n"
            "filling the terminate plan: 25 steps\n"
            "deriving the scale-out-App_Region plan: 9 activities, 8 edges\n"
            "filling the scale-out-App_Region plan: 16 steps\n"
            "deriving the scale-in-App_Region plan: 4 activities, 5 edges\n"
            "filling the scale-in-App_Region plan: 8 steps\n"
            "emitting: 52 files for shell, json, bpel\n"
            "packing: 56 files\n"
            "writing the CSAR\n");
}

TEST(Verbose, ChangesNothingElse) {
  const Result quiet = planbuilder({"plan", samples + "/guestbook", "--json"});
  const Result verbose = planbuilder({"plan", samples + "/guestbook", "--json", "--verbose"});
  EXPECT_EQ(verbose.out, quiet.out);
  EXPECT_TRUE(verbose.err.starts_with(quiet.err));
  EXPECT_NE(verbose.err.find(" ms  filling the build plan: "), std::string::npos) << verbose.err;
}

}  // namespace
}  // namespace planbuilder::testing
