// Secrets: nobody but the operation that needs them sees them.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

namespace fs = std::filesystem;

bool is_private(const fs::path& path) {
  return (fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none;
}

TEST(ShellSecret, IsInNoArgumentLogOrFileOfOthers) {
  const std::string secret = "hush-4711";
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {{"password", "string", true, {}, true, ""}};
  plan::Activity& activity = add_activity(plan, "n", "provision");
  const plan::Expression value = call_of("get_input", {"password"});
  add_step(activity, "record", plan::Record{plan::Record::What::create, {{"password", value, true}}, {}, "", ""});
  add_step(activity, "create", invoke("create", "x.sh", {{"password", value, true}}));
  add_step(activity, "fail", invoke("fail", "x.sh", {{"password", value, true}}));
  Workbench bench;
  bench.script("x.sh",
               "[[ $password == hush-4711 ]] && ps -eo args >>\"$TRACE\" && touch \"$TRACE.made\"\n"
               "[[ $PLANBUILDER_OPERATION != fail ]]\n");
  bench.install(plan);
  bench.folder().write("in", "password=" + secret + "\n");
  Result result = bench.run("build", {"--inputs", "in", "--json-log", "log.json"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ((result.out + result.err + read_file(bench.folder() / "log.json")).find(secret), std::string::npos);
  ASSERT_NE(bench.trace(), "");
  EXPECT_EQ(bench.trace().find(secret), std::string::npos) << bench.trace();
  EXPECT_FALSE(is_private(bench.folder() / "trace.made"));  // operations have the user's own umask
  int holders = 0;
  for (const auto& entry : fs::recursive_directory_iterator(bench.folder() / "state")) {
    EXPECT_TRUE(is_private(entry.path())) << entry.path();
    const bool holds = entry.is_regular_file() && read_file(entry.path().string()).find(secret) != std::string::npos;
    const std::string folder = entry.path().parent_path().filename().string();
    if (holds) ++holders;
    EXPECT_TRUE(!holds || folder == "inputs" || folder == "1") << entry.path();
  }
  EXPECT_EQ(holders, 2);  // the input, and the property of the instance
  result = bench.run("build", {"--dry-run", "--state", "none", "--inputs", "in"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.find(secret), std::string::npos) << result.out;
}

}  // namespace

}  // namespace planbuilder::testing
