// What a person would type does what the runtime does.

#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {
namespace {

const emit::Hands& shell_hands() { return emit::find_target("shell")->hands; }

std::string typed_for(const std::string& file, const std::string& type = "") {
  const emit::ByHand by_hand = shell_hands().start({file, type});
  return "cd '" + by_hand.folder + "'; " + by_hand.command;
}

TEST(ByHand, IsAProgramWithItsFile) {
  EXPECT_EQ(typed_for("scripts/app/create.sh"), "cd 'scripts/app'; bash ./create.sh");
  EXPECT_EQ(typed_for("create.py"), "cd ''; python3 ./create.py");
  EXPECT_EQ(typed_for("a/create.sh", "tosca.artifacts.Implementation.Python"), "cd 'a'; python3 ./create.sh");
  EXPECT_EQ(typed_for("a/create"), "cd 'a'; ./create");
  EXPECT_EQ(typed_for("a/it's here.sh"), "cd 'a'; bash './it'\\''s here.sh'");
  EXPECT_EQ(typed_for("a/site.yml"), "cd 'a'; ansible-playbook -e @inputs.json ./site.yml");
  EXPECT_EQ(shell_hands().start({"a/site.yml", ""}).inputs_file, "inputs.json");
  EXPECT_EQ(shell_hands().start({"a/create.sh", ""}).inputs_file, "");
}

TEST(ByHand, NamesVariables) {
  EXPECT_EQ(shell_hands().variable("port"), "port");
  EXPECT_EQ(shell_hands().variable("max-clients"), "INPUT_max_2Dclients");
}

/// The same script in a plan, and typed by a person.
TEST(ByHand, DoesWhatTheRuntimeDoes) {
  for (const std::string file : {"scripts/say.sh", "scripts/say", "scripts/it's.sh"}) {
    const Workbench bench;
    bench.script(file, "#!/bin/bash\necho \"$PWD ${0##*/} $INPUT_max_2Dclients\" >>\"$TRACE\"\n");
    plan::Plan plan = new_plan("build", "build");
    add_provision(plan, "app", file, {{"max-clients", number(5)}});
    bench.install(plan);
    ASSERT_EQ(bench.run("build").exit_code, 0) << file;
    const std::string ran = bench.trace();
    const emit::ByHand by_hand = shell_hands().start({file, ""});
    RunOptions as_person = bench.options();
    as_person.folder = bench.folder() / "files/" + by_hand.folder;
    as_person.environment.emplace_back("INPUT_max_2Dclients", "5");
    run({"bash", "-c", "chmod +x ./*; " + by_hand.command}, as_person);
    EXPECT_EQ(bench.trace(), ran + ran) << file;
  }
}

}  // namespace
}  // namespace planbuilder::testing
