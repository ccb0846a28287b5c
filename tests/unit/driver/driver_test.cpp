// planbuilder as a program in C++ uses it: by one header.

#include "planbuilder/driver/driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "planbuilder/driver/limits.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view service_text = R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
    shop:
      type: tosca.nodes.SoftwareComponent
      requirements: [{host: server}]
      interfaces: {Standard: {operations: {create: create.sh}}}
)";

/// A small service in a folder of its own.
class Driver : public ::testing::Test {
 protected:
  Driver() {
    folder_.write("service/service.yaml", service_text);
    folder_.write("service/create.sh", "#!/bin/sh\n");
  }
  [[nodiscard]] driver::Options options() const { return {.input = folder_ / "service"}; }
  [[nodiscard]] static std::vector<std::string> ids_of(const plan::Plan& plan) {
    std::vector<std::string> ids;
    for (const plan::Activity& activity : plan.activities) ids.push_back(activity.id);
    return ids;
  }

  Folder folder_;
};

TEST_F(Driver, PlansAService) {
  driver::Service service(options());
  EXPECT_TRUE(service.valid());
  const auto plan = service.plan();
  ASSERT_TRUE(plan);
  EXPECT_EQ(ids_of(*plan), (std::vector<std::string>{"server/provision", "shop.host/provision", "shop/provision"}));
  const auto part = service.plan({.kind = "terminate", .only = {"shop"}});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->kind->name, "terminate");
  const auto plans = service.plans();
  ASSERT_TRUE(plans);
  EXPECT_EQ(plans->size(), 2u);
}

TEST_F(Driver, ListsTheFilesThatAPlanUses) {
  folder_.write("plugins/copy/plugin.yaml", R"(format: planbuilder/plugin/1
name: copy
description: brings a folder to the machine
kind: type
match: {types: [tosca.nodes.SoftwareComponent], interfaces: [Standard]}
transitions:
  provision:
    - {transfer: data, to: data}
    - {transfer: nowhere, to: nowhere}
    - invoke: create
)");
  folder_.write("service/data/one", "1\n");
  folder_.write("service/data/deep/two", "");
  folder_.write("service/database", "not in the folder");
  driver::Options options = this->options();
  options.plugin_dirs = {folder_ / "plugins"};
  driver::Service service(options);
  const auto plan = service.plan();
  ASSERT_TRUE(plan) << service.problems_in_words();
  const std::string nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  EXPECT_EQ(plan->files,
            (std::vector<plan::UsedFile>{{"create.sh", "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf", 10},
                                         {"data/"},
                                         {"data/deep/two", nothing, 0},
                                         {"data/one", "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865", 2},
                                         {"nowhere"}}));
  driver::Service alone({.input = folder_ / "service/service.yaml"});
  ASSERT_TRUE(alone.plan());
  EXPECT_EQ(alone.plan()->files, (std::vector<plan::UsedFile>{plan->files.front()}));
  std::filesystem::remove(folder_ / "service/create.sh");
  driver::Service missing(this->options());
  ASSERT_TRUE(missing.plan());
  EXPECT_EQ(missing.plan()->files, (std::vector<plan::UsedFile>{{"create.sh"}}));
}

TEST_F(Driver, GivesProblemsAsData) {
  const std::string file = folder_.write("bad.yaml", std::string(service_text) + "    lost: {type: nowhere.Type}\n");
  driver::Service service({.input = file});
  EXPECT_FALSE(service.valid());
  EXPECT_FALSE(service.plans());
  const auto problems = service.problems();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].severity, "error");
  EXPECT_EQ(problems[0].code, "unknown-type");
  ASSERT_TRUE(problems[0].at);
  EXPECT_EQ(problems[0].at->file, "bad.yaml");
  EXPECT_EQ(problems[0].at->line, 10u);
  EXPECT_NE(service.problems_in_words().find("bad.yaml:10"), std::string::npos);
}

TEST_F(Driver, ReportsAChoiceThatIsNotThere) {
  driver::Service service(options());
  EXPECT_FALSE(service.plan({.kind = "scale-out"}));
  ASSERT_EQ(service.problems().size(), 1u);
  EXPECT_EQ(service.problems()[0].summary, "the service has no region that could be scaled");
}

TEST_F(Driver, EmitsTheFilesOfTargetsWithWhatTheyUse) {
  driver::Service service(options());
  const auto files = service.emit({.targets = "shell"});
  ASSERT_TRUE(files);
  std::vector<std::string> paths;
  for (const OutputFile& file : *files) paths.push_back(file.path);
  for (const char* expected : {"build/shell/plan.sh", "terminate/shell/plan.sh", "files/create.sh"})
    EXPECT_NE(std::find(paths.begin(), paths.end(), expected), paths.end()) << expected;
  EXPECT_EQ(std::count_if(paths.begin(), paths.end(), [](const std::string& path) { return path.ends_with(".json"); }), 0);
}

TEST_F(Driver, RefusesTargetsThatAreNotThere) {
  driver::Service service(options());
  EXPECT_FALSE(service.emit({.targets = "shel"}));
  ASSERT_EQ(service.problems().size(), 1u);
  EXPECT_EQ(service.problems()[0].summary, "there is no target 'shel' (did you mean 'shell'?)");
}

TEST_F(Driver, ApprovesWhatWasPacked) {
  driver::PackOptions how;
  how.input = folder_ / "service";
  how.output = folder_ / "service.csar";
  ASSERT_EQ(driver::pack(how).plans.size(), 2u);
  driver::ApproveOptions who;
  who.input = how.output;
  who.by = "Ada";
  const driver::ApprovalResult given = driver::approve(who);
  ASSERT_TRUE(given.approved) << given.problems.size();
  EXPECT_EQ(given.approved->plans, (std::vector<std::string>{"build", "terminate"}));
  EXPECT_FALSE(given.approved->is_signed);
  who.input = folder_ / "service";
  const driver::ApprovalResult refused = driver::approve(who);
  EXPECT_FALSE(refused.approved);
  ASSERT_EQ(refused.problems.size(), 1u);
  EXPECT_EQ(refused.problems[0].code, "not-approvable");
}

TEST_F(Driver, PacksAndComparesWhatCameOfIt) {
  driver::PackOptions how;
  how.input = folder_ / "service";
  how.output = folder_ / "service.csar";
  const driver::Packed packed = driver::pack(how);
  EXPECT_EQ(packed.plans, (std::vector<std::string>{"build", "terminate"}));

  driver::Service before(options());
  driver::Service after({.input = how.output});
  const auto old_plans = before.plans();
  const auto new_plans = after.plans();
  ASSERT_TRUE(old_plans && new_plans);
  EXPECT_TRUE(diff::compare(*old_plans, *new_plans).empty());

  driver::Options with_undo = options();
  EXPECT_EQ(driver::set_option("on-failure", "undo", with_undo), "");
  driver::Service undoing(with_undo);
  const auto undo_plans = undoing.plans();
  ASSERT_TRUE(undo_plans);
  EXPECT_FALSE(diff::compare(*old_plans, *undo_plans).empty());
}

TEST_F(Driver, SaysWhyItCouldNotPack) {
  driver::PackOptions how;
  how.input = folder_ / "service";
  how.output = folder_ / "service/inside.csar";
  const driver::Packed packed = driver::pack(how);
  EXPECT_TRUE(packed.plans.empty());
  ASSERT_FALSE(packed.problems.empty());
  EXPECT_EQ(packed.problems.back().severity, "error");
}

TEST_F(Driver, WritesThePageOfAReview) {
  driver::Options options = this->options();
  EXPECT_EQ(driver::set_option("on-failure", "retry=5", options), "");
  driver::Service service(options);
  const auto page = service.page();
  ASSERT_TRUE(page);
  EXPECT_NE(page->find("--on-failure retry=5"), std::string::npos);
}

TEST(Options, AreSetByTheirNames) {
  driver::Options options;
  EXPECT_EQ(driver::set_option("derive", "events", options), "");
  EXPECT_EQ(driver::set_option("strict-tosca", "", options), "");
  EXPECT_EQ(driver::set_option("limit", "yaml-depth=300", options), "");
  EXPECT_EQ(options.derive, "events");
  EXPECT_TRUE(options.strict_tosca);
  EXPECT_EQ(options.limits.yaml.depth, 300u);
  EXPECT_EQ(driver::set_option("derive", "dice", options), "'dice' is none of auto, relationships, events");
  EXPECT_EQ(driver::set_option("on-failure", "cry", options), "stop, undo, retry or retry=N is wanted, not 'cry'");
  EXPECT_EQ(driver::set_option("limit", "yaml-dept=3", options), "there is no limit 'yaml-dept' (did you mean 'yaml-depth'?)");
  EXPECT_EQ(driver::set_option("semantic", "x", options), "there is no option 'semantic' (did you mean 'semantics'?)");
}

TEST(Limits, ThePageListsEachWithItsValueAndItsCode) {
  std::set<std::string> explained;
  std::istringstream page(testing::read_file(PLANBUILDER_SOURCE "/planbuilder/driver/limits.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| `")) explained.insert(line.substr(0, line.find('|', line.find('|', line.find('|', 1) + 1) + 1)));
  }
  std::set<std::string> known;
  for (const driver::KnownLimit& limit : driver::known_limits()) {
    known.insert("| `" + std::string(limit.name) + "` | " + std::to_string(limit.usual) + " | `" +
                 std::string(to_string(limit.code)) + "` ");
  }
  EXPECT_EQ(explained, known);
}

TEST(Limits, OfTheDepthEndsWhereTheReaderDoes) {
  driver::InputLimits limits;
  EXPECT_EQ(driver::set_limit("yaml-depth=450", limits), "");
  EXPECT_EQ(driver::set_limit("yaml-depth=451", limits), "yaml-depth can be at most 450, not 451");
  EXPECT_EQ(driver::set_limit("yaml-depth=1K", limits), "yaml-depth can be at most 450, not 1K");
  EXPECT_EQ(limits.yaml.depth, 450u);
}

/// A text for each option that takes any, and that it is not set to usually.
std::string some_text(const driver::Option& option) {
  if (!option.choices.empty()) return std::string(option.choices.back());
  if (option.name == "on-failure") return "retry=4";
  if (option.name == "limit") return "yaml-nodes=7";
  return option.is_file ? "some/where/" + std::string(option.name) : "word";
}

TEST(Options, AreShownAsTheyAreRead) {
  for (const driver::Option& option : driver::option_table()) {
    driver::Options options;
    EXPECT_TRUE(option.show(options).empty()) << option.name;
    EXPECT_EQ(option.read(some_text(option), options), "") << option.name;
    const std::string shown = option.value.empty() ? "true" : some_text(option);
    EXPECT_EQ(option.show(options), std::vector<std::string>{shown}) << option.name;
    driver::Options again;
    EXPECT_EQ(option.read(shown, again), "");
    EXPECT_EQ(option.show(again), option.show(options));
  }
}

TEST(Options, ThatDecidePlansAreRecordedAndListed) {
  driver::Options options;
  EXPECT_TRUE(driver::options_to_record(options).empty());
  EXPECT_TRUE(driver::options_in_words(options).empty());
  for (const driver::Option& option : driver::option_table()) option.read(some_text(option), options);
  driver::set_option("plugin-dir", "my/plugins", options);
  EXPECT_EQ(driver::options_to_record(options), (std::map<std::string, std::string>{{"allow-csar-plugins", "true"},
                                                                                    {"also", "word"},
                                                                                    {"derive", "events"},
                                                                                    {"desired", "word"},
                                                                                    {"events", "deferred"},
                                                                                    {"generated", "true"},
                                                                                    {"import-map", "import-map"},
                                                                                    {"kinds", "kinds"},
                                                                                    {"on-failure", "retry=4"},
                                                                                    {"plugin-dir", "plugin-dir,plugins"},
                                                                                    {"semantics", "semantics"},
                                                                                    {"send", "word"},
                                                                                    {"strict-tosca", "true"}}));
  EXPECT_EQ(driver::options_in_words(options),
            (std::vector<std::string>{"--import-map some/where/import-map", "--strict-tosca", "--semantics some/where/semantics",
                                      "--kinds some/where/kinds", "--also word", "--generated", "--derive events",
                                      "--events deferred", "--send word", "--desired word", "--plugin-dir some/where/plugin-dir",
                                      "--plugin-dir my/plugins", "--allow-csar-plugins", "--on-failure retry=4"}));
}

}  // namespace
}  // namespace planbuilder::testing
