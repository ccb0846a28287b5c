#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

namespace fs = std::filesystem;
using testing::Folder;

std::string said_on_path(const fs::path& path, const Limits& limits = {}) {
  Diagnostics diagnostics;
  const auto archive = Archive::open(path, limits, diagnostics);
  EXPECT_NE(archive.has_value(), diagnostics.has_errors());
  return said(diagnostics);
}

TEST(Input, IsRecognisedByContentThenByName) {
  const Folder folder;
  const std::string zip = bytes_of({{{"a", "1"}}, {}, {}});
  EXPECT_EQ(opened(folder.write("zip-without-name", zip)).kind(), InputKind::zip);
  EXPECT_EQ(opened(folder.write("zip.yaml", zip)).kind(), InputKind::zip);
  EXPECT_EQ(opened(folder.write("service.YAML", "")).kind(), InputKind::single_file);
  EXPECT_EQ(opened(folder.write("service", "tosca_definitions_version: tosca_2_0\n")).kind(), InputKind::single_file);
  EXPECT_EQ(opened(folder.path()).kind(), InputKind::folder);
}

TEST(Input, OfAnotherKindIsRefused) {
  EXPECT_PRED2(contains, said_on_opening(std::string(8, '\0'), {}, "x"), "error[file-unreadable]");
  EXPECT_PRED2(contains, said_on_opening("", {}, "x"), "is empty");
  EXPECT_PRED2(contains, said_on_opening("text", {}, "x.csar"), "error[archive-damaged]");
}

TEST(Input, ThatIsMissingIsNamedWithASimilarOne) {
  const Folder folder;
  folder.write("service.yaml", "");
  const std::string text = said_on_path(folder / "servise.yaml");
  EXPECT_PRED2(contains, text, "error[file-not-found]");
  EXPECT_PRED2(contains, text, "did you mean 'service.yaml'?");
  EXPECT_PRED2(contains, said_on_path(folder / "no/such/folder"), "error[file-not-found]");
}

TEST(Input, PipesAreRefusedWithoutWaiting) {
  const Folder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_PRED2(contains, said_on_path(folder / "pipe"), "is neither a file nor a folder");
  EXPECT_PRED2(contains, said_on_path(folder.path()), "entry \"pipe\" is not a file");
}

TEST(FolderInput, ShowsItsFilesButNotVersionControl) {
  const Folder folder;
  folder.write("s/service.yaml", "a: 1");
  fs::permissions(folder.write("s/scripts/run.sh", "echo"), fs::perms::owner_all);
  folder.write("s/.git/config", "x");
  folder.write("s/sub/.svn/x", "x");
  folder.write("s/sub/.git", "gitdir: elsewhere");
  folder.write("s/.hidden", "x");
  fs::create_directory(folder / "s/empty");
  const Archive archive = opened(folder / "s/");
  EXPECT_EQ(paths_of(archive), ".hidden\nscripts/run.sh*\nservice.yaml\n");
  EXPECT_EQ(content_of(archive, "scripts/../service.yaml"), "a: 1");
  EXPECT_EQ(archive.base_name(), "s");
}

TEST(FolderInput, RefusesLinksAndUnsafeNames) {
  const Folder folder;
  folder.write("s/a", "x");
  fs::create_symlink("/etc", folder / "s/out");
  EXPECT_PRED2(contains, said_on_path(folder / "s"), "error[archive-link]");
  fs::remove(folder / "s/out");
  folder.write("s/a\\b", "x");
  EXPECT_PRED2(contains, said_on_path(folder / "s"), "error[archive-unsafe-name]");
}

TEST(FolderInput, KeepsTheLimits) {
  const Folder folder;
  folder.write("a", "12345");
  folder.write("b", "12345");
  EXPECT_PRED2(contains, said_on_path(folder.path(), {.entries = 1}), "error[archive-limit]");
  EXPECT_PRED2(contains, said_on_path(folder.path(), {.entry_size = 4}), "error[archive-limit]");
  EXPECT_PRED2(contains, said_on_path(folder.path(), {.total_size = 9}), "error[archive-limit]");
  Diagnostics diagnostics;
  const auto archive = Archive::open(folder.path(), {.entry_size = 5}, diagnostics);
  folder.write("a", "grown since");
  EXPECT_FALSE(archive->read("a", diagnostics).has_value());
  EXPECT_PRED2(contains, said(diagnostics), "error[archive-limit]");
}

TEST(FolderInput, AFileThatBecameALinkIsNotFollowed) {
  const Folder folder;
  folder.write("s/a", "x");
  folder.write("secret", "secret");
  const Archive archive = opened(folder / "s");
  fs::remove(folder / "s/a");
  fs::create_symlink(folder / "secret", folder / "s/a");
  EXPECT_PRED2(contains, content_of(archive, "a"), "error[file-unreadable]");
}

TEST(SingleFile, ShowsOnlyWhatIsAskedFor) {
  const Folder folder;
  folder.write("private", "x");
  folder.write("types/t.yaml", "t");
  const Archive archive = opened(folder.write("service.yaml", "s"));
  EXPECT_EQ(archive.given_file(), "service.yaml");
  EXPECT_EQ(archive.base_name(), "service");
  EXPECT_EQ(paths_of(archive), "service.yaml\n");
  EXPECT_EQ(content_of(archive, "types/t.yaml"), "t");
  EXPECT_EQ(content_of(archive, "service.yaml"), "s");
  EXPECT_EQ(paths_of(archive), "service.yaml\ntypes/t.yaml\n");
  EXPECT_PRED2(contains, content_of(archive, "nothing"), "error[file-not-found]");
  EXPECT_PRED2(contains, content_of(archive, "private/x"), "error[file-not-found]");
  EXPECT_PRED2(contains, content_of(archive, "types"), "is not a file");
  // A definitions file may import what lies beside its folder.
  EXPECT_TRUE(archive.find("../" + folder.path().filename().string() + "/private").has_value());
}

TEST(SingleFile, MayBeALinkItselfButFollowsNone) {
  const Folder folder;
  folder.write("real/service.yaml", "s");
  folder.write("real/t.yaml", "t");
  fs::create_symlink("real/service.yaml", folder / "service.yaml");
  fs::create_symlink("real", folder / "types");
  const Archive archive = opened(folder / "service.yaml");
  EXPECT_EQ(content_of(archive, "service.yaml"), "s");
  EXPECT_PRED2(contains, content_of(archive, "types/t.yaml"), "error[archive-link]");
  EXPECT_FALSE(archive.find("types/t.yaml").has_value());
}

}  // namespace
}  // namespace planbuilder::csar
