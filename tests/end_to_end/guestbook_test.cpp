// The guestbook, all the way: the same bytes every time, and plans that really run.

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

TEST(Guestbook, IsPackedIntoTheSameBytesFromEverywhere) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"pack", samples + "/guestbook", "-o", folder / "a.csar"}).exit_code, 0);
  ASSERT_EQ(planbuilder({"pack", ".", "-o", folder / "b.csar"},
                        {.folder = samples + "/guestbook", .environment = {{"TZ", "Asia/Tokyo"}}})
                .exit_code,
            0);
  std::filesystem::copy(samples + "/guestbook", folder / "elsewhere", std::filesystem::copy_options::recursive);
  ASSERT_EQ(planbuilder({"pack", folder / "elsewhere", "-o", folder / "c.csar"}).exit_code, 0);
  EXPECT_EQ(read_file(folder / "a.csar"), read_file(folder / "b.csar"));
  EXPECT_EQ(read_file(folder / "a.csar"), read_file(folder / "c.csar"));
}

TEST(Guestbook, KeepsEveryEntryWhenAPackedCsarIsPackedAgain) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"pack", samples + "/guestbook", "-o", folder / "a.csar"}).exit_code, 0);
  ASSERT_EQ(planbuilder({"pack", folder / "a.csar", "-o", folder / "b.csar"}).exit_code, 0);
  EXPECT_EQ(read_file(folder / "a.csar"), read_file(folder / "b.csar"));
}

TEST(Guestbook, GeneratedScriptsAreCleanAndTheFolderCanBeMoved) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"generate", samples + "/guestbook", "-o", folder / "out"}).exit_code, 0);
  std::filesystem::rename(folder / "out", folder / "moved");
  // runtime.sh is the same beside all plans, and checked once: by ShellHostile.ScriptsAreClean.
  for (const std::string plan : {"build", "terminate", "scale-out-app_tier"}) {
    const std::string script = folder / ("moved/" + plan + "/shell/plan.sh");
    EXPECT_EQ(run({"bash", "-n", script}).exit_code, 0);
    const Result shellcheck = run({"shellcheck", script});
    EXPECT_EQ(shellcheck.exit_code, 0) << shellcheck.out;
    const Result list = run({"bash", script, "--list"});
    EXPECT_EQ(list.exit_code, 0) << list.err;
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "moved/files/scripts/app/guestbook.py"));
}

/// What samples/run shows to people, as a test: built, visited, scaled out, removed, nothing left.
class GuestbookLife : public ::testing::TestWithParam<std::string> {};

TEST_P(GuestbookLife, LeavesNothingBehind) {
  const Folder folder;
  const Folder traces;
  const Result result =
      run({samples + "/run", "--derive", GetParam()}, {.environment = {{"PLANBUILDER", PLANBUILDER_BINARY},
                                                                       {"TMPDIR", folder.path().string()},
                                                                       {"PLANBUILDER_JSON_LOG", traces / "log.json"}}});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_EQ(folder.listing(), "");
  const Result order = check_trace({samples + "/guestbook", "--derive", GetParam()}, traces / "log.json", traces / "plans.json");
  EXPECT_EQ(order.exit_code, 0) << order.out << order.err;
}

INSTANTIATE_TEST_SUITE_P(By, GuestbookLife, ::testing::Values("relationships", "events"),
                         [](const auto& derivation) { return derivation.param; });

}  // namespace
}  // namespace planbuilder::testing
