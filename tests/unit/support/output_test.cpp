#include "planbuilder/support/output.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "planbuilder/support/staging.h"
#include "tests/support/folder.h"

namespace planbuilder {
namespace {

using testing::Folder;
using testing::read_file;

TEST(WriteFolder, MakesANewFolderWhole) {
  const Folder folder;
  Diagnostics diagnostics;
  EXPECT_TRUE(write_folder(folder / "out", {{"a/b.txt", "x"}, {"run.sh", "y", true}}, diagnostics));
  EXPECT_EQ(read_file(folder / "out/a/b.txt"), "x");
  EXPECT_NE(std::filesystem::status(folder / "out/run.sh").permissions() & std::filesystem::perms::owner_exec,
            std::filesystem::perms::none);
  EXPECT_EQ(folder.listing(), "out\n");
}

TEST(WriteFolder, ReplacesItsOwnEntriesAndLeavesOthers) {
  const Folder folder;
  folder.write("out/mine/old", "old");
  folder.write("out/other", "other");
  Diagnostics diagnostics;
  EXPECT_TRUE(write_folder(folder / "out/", {{"mine/new", "new"}}, diagnostics));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/mine/old"));
  EXPECT_EQ(read_file(folder / "out/mine/new"), "new");
  EXPECT_EQ(read_file(folder / "out/other"), "other");
  EXPECT_EQ(folder.listing(), "out\n");
}

TEST(WriteFolder, MakesTheFoldersAboveIt) {
  const Folder folder;
  Diagnostics diagnostics;
  EXPECT_TRUE(write_folder(folder / "a/b/c/", {{"f", "x"}}, diagnostics));
  EXPECT_EQ(read_file(folder / "a/b/c/f"), "x");
  EXPECT_EQ(folder.listing(), "a\n");
}

TEST(WriteFolder, LeavesNothingWhenItFails) {
  const Folder folder;
  folder.write("file", "x");
  Diagnostics diagnostics;
  EXPECT_FALSE(write_folder(folder / "file", {{"a", "x"}}, diagnostics));
  EXPECT_FALSE(write_folder(folder / "file/below", {{"a", "x"}}, diagnostics));
  EXPECT_FALSE(write_folder(folder / "new/above", {{"a", "x"}, {"a/b", "y"}}, diagnostics));
  EXPECT_FALSE(write_folder(folder / "out", {{"a", "x"}, {"a/b", "y"}}, diagnostics));
  EXPECT_FALSE(write_folder(folder / std::string(300, 'n'), {{"a", "x"}}, diagnostics));
  EXPECT_EQ(diagnostics.errors(), 5u);
  EXPECT_EQ(folder.listing(), "file\n");
}

TEST(WriteFolder, LetsThoseRunAProgramWhoMayReadIt) {
  const Folder folder;
  Diagnostics diagnostics;
  for (const auto& [mask, mode] : {std::pair(mode_t{0077}, 0700), std::pair(mode_t{0027}, 0750)}) {
    const mode_t before = ::umask(mask);
    EXPECT_TRUE(write_folder(folder / std::to_string(mask), {{"run.sh", "y", true}}, diagnostics));
    ::umask(before);
    EXPECT_EQ(static_cast<int>(std::filesystem::status(folder / (std::to_string(mask) + "/run.sh")).permissions()), mode);
  }
}

TEST(WriteFolder, RemovesWhatKilledProcessesLeftAndPutsBackWhatTheyTookAway) {
  const Folder folder;
  folder.write("out/kept/file", "stays");
  folder.write(".out.4711.tmp/arriving/new/file", "never arrived");
  folder.write(".out.4711.tmp/leaving/old/file", "was taken away");
  folder.write(".out.4711.tmp/leaving/kept/file", "was replaced");
  folder.write(".out.of.order.tmp/file", "of somebody else");
  Diagnostics diagnostics;
  ASSERT_TRUE(write_folder(folder / "out", {{"a/x", "1"}}, diagnostics));
  EXPECT_EQ(folder.listing(), ".out.of.order.tmp\nout\n");
  EXPECT_EQ(read_file(folder / "out/old/file"), "was taken away");
  EXPECT_EQ(read_file(folder / "out/kept/file"), "stays");
}

TEST(WriteFolder, LeavesAloneWhatALivingProcessUses) {
  const Folder folder;
  const StagingFolder used(folder / "out");
  ASSERT_FALSE(used.problem());
  Diagnostics diagnostics;
  ASSERT_TRUE(write_folder(folder / "out", {{"a/x", "1"}}, diagnostics));
  EXPECT_TRUE(std::filesystem::exists(used.arriving()));
}

TEST(WriteFile, ReplacesByRename) {
  const Folder folder;
  folder.write("f", "old");
  Diagnostics diagnostics;
  EXPECT_TRUE(write_file(folder / "f", "new", diagnostics));
  EXPECT_EQ(read_file(folder / "f"), "new");
  EXPECT_FALSE(write_file(folder / "no/f", "new", diagnostics));
  EXPECT_EQ(folder.listing(), "f\n");
}

TEST(WriteFile, KeepsLinksAndReplacesWhatTheyLeadTo) {
  const Folder folder;
  folder.write("there/f", "old");
  std::filesystem::create_symlink("there/f", folder / "link");
  std::filesystem::create_symlink("there/later", folder / "dangling");
  Diagnostics diagnostics;
  EXPECT_TRUE(write_file(folder / "link", "new", diagnostics));
  EXPECT_TRUE(write_file(folder / "dangling", "made", diagnostics));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "there/f"), "new");
  EXPECT_EQ(read_file(folder / "there/later"), "made");
}

TEST(WriteFile, WritesToDevicesAndSaysWhenTheyAreFull) {
  Diagnostics diagnostics;
  EXPECT_TRUE(write_file("/dev/null", "text", diagnostics));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_FALSE(write_file("/dev/full", "text", diagnostics));
  EXPECT_EQ(diagnostics.errors(), 1u);
}

}  // namespace
}  // namespace planbuilder
