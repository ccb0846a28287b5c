// What is asked about targets, for all that are registered.

#include "planbuilder/emit/registry/targets.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {
namespace {

using emit::find_target;
using Names = std::vector<std::string_view>;

Names listed(const std::vector<const emit::Target*>& targets) {
  Names names;
  for (const emit::Target* target : targets) names.push_back(target->name);
  return names;
}

TEST(Targets, AreFoundByName) {
  EXPECT_EQ(emit::target_names(), (Names{"shell", "json", "bpel", "bpel-opentosca"}));
  for (const emit::Target* target : emit::targets()) EXPECT_EQ(find_target(target->name), target);
  EXPECT_EQ(find_target("cobol"), nullptr);
}

TEST(Targets, AreAFolderEach) {
  for (const emit::Target* target : emit::targets()) {
    const std::string folder = std::string(PLANBUILDER_SOURCE) + "/planbuilder/emit/" + std::string(target->name);
    EXPECT_TRUE(std::filesystem::exists(folder + "/target.h")) << folder;
  }
}

TEST(Targets, AnswerWhatOthersAsk) {
  std::set<int> operation_ranks;
  std::set<int> workflow_ranks;
  for (const emit::Target* target : emit::targets()) {
    EXPECT_FALSE(target->summary.empty()) << target->name;
    EXPECT_FALSE(target->packing.language.empty()) << target->name;
    EXPECT_TRUE(operation_ranks.insert(target->packing.operation_rank).second) << target->name;
    EXPECT_TRUE(workflow_ranks.insert(target->packing.workflow_rank).second) << target->name;
    EXPECT_TRUE(target->packing.archive_place.empty() || target->packing.archived) << target->name;
    for (const emit::Companion& companion : target->brings) EXPECT_NE(find_target(companion.target), nullptr) << target->name;
    for (const emit::Option& option : target->options)
      EXPECT_EQ(emit::check_value(option, std::string(option.usual)), std::nullopt) << option.name;
    EXPECT_FALSE(emit_for(target->name, new_plan("build", "build")).files.empty()) << target->name;
  }
}

TEST(Targets, SuitALanguage) {
  EXPECT_EQ(emit::usual_targets(Language::yaml), (Names{"shell", "json"}));
  EXPECT_EQ(emit::usual_targets(Language::xml), (Names{"shell", "json", "bpel"}));
}

TEST(Targets, BringWhatTheyNeed) {
  const auto chosen = emit::with_companions({find_target("json"), find_target("bpel")});
  EXPECT_EQ(listed(chosen), (Names{"shell", "json", "bpel"}));
  EXPECT_EQ(listed(emit::with_companions(chosen)), listed(chosen));
  EXPECT_EQ(listed(emit::with_companions({find_target("bpel-opentosca")})), (Names{"bpel-opentosca"}));
  const emit::Target& shell = *find_target("shell");
  EXPECT_TRUE(emit::parts_of(shell, {&shell, find_target("json")}).empty());
  const auto files = emit_for("shell", new_plan("build", "build"), {.parts = emit::parts_of(shell, chosen)}).files;
  std::vector<std::string> paths;
  for (const OutputFile& file : files) paths.push_back(file.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"plan.sh", "runtime.sh", "invoker.py", "invoker_http.py", "invoker_messages.py",
                                             "invoker_plans.py"}));
}

TEST(Targets, ShareOptions) {
  Names names;
  for (const emit::Option* option : emit::options_of(emit::targets())) names.push_back(option->name);
  EXPECT_EQ(names, (Names{"bpel-calls", "bpel-engine", "bpel-invoker", "bpel-timeout"}));
  EXPECT_TRUE(emit::options_of({find_target("shell"), find_target("json")}).empty());
}

TEST(Targets, CheckTheValuesOfOptions) {
  const auto problem = [](std::string_view name, const std::string& value) -> std::string {
    for (const emit::Option* option : emit::options_of(emit::targets())) {
      if (option->name == name) return emit::check_value(*option, value).value_or("none");
    }
    return "there is no such option";
  };
  EXPECT_EQ(problem("bpel-calls", "callback"), "none");
  EXPECT_EQ(problem("bpel-calls", "shout"), "one of sync, callback is wanted, not 'shout'");
  EXPECT_EQ(problem("bpel-timeout", "60"), "none");
  for (const std::string value : {"", "0", "-1", "1.5", "1h", "5000000000"})
    EXPECT_EQ(problem("bpel-timeout", value), "a whole number of seconds is wanted, not '" + value + "'");
}

TEST(Targets, ReadTheirOptions) {
  const plan::Plan plan = [] {
    plan::Plan made = new_plan("build", "build");
    add_provision(made, "a", "a.sh");
    return made;
  }();
  const auto process = [&](const emit::OptionValues& values) {
    std::string all;
    for (const OutputFile& file : emit_for("bpel", plan, {.values = values}).files) all += file.content;
    return all;
  };
  EXPECT_NE(process({}).find("'PT3600S'"), std::string::npos);
  EXPECT_NE(process({{"bpel-timeout", "7"}}).find("'PT7S'"), std::string::npos);
  EXPECT_NE(process({{"bpel-invoker", "http://there/"}}).find("http://there/"), std::string::npos);
  EXPECT_NE(process({{"bpel-engine", "http://engine"}}).find("http://engine/shop_build"), std::string::npos);
}

}  // namespace
}  // namespace planbuilder::testing
