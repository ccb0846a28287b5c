// CSARs in other shapes than zip, and limits, as a user meets them.
#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

/// The guestbook as an archive that tar made.
std::string guestbook_as(const Folder& folder, const std::string& name, const std::string& options) {
  const Result tar = run({"tar", options, folder / name, "-C", samples + "/guestbook", "."});
  EXPECT_EQ(tar.exit_code, 0) << tar.err;
  return folder / name;
}

TEST(Archives, ATarIsTheServiceThatTheFolderIs) {
  const Folder folder;
  const Result expected = planbuilder({"validate", samples + "/guestbook"});
  ASSERT_EQ(expected.exit_code, 0) << expected.err;
  const std::string plan = planbuilder({"plan", samples + "/guestbook", "--all", "--json"}).out;
  for (const std::string& input :
       {guestbook_as(folder, "guestbook.tar", "-cf"), guestbook_as(folder, "guestbook.tar.gz", "-czf")}) {
    const Result result = planbuilder({"validate", input});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.out, expected.out);
    EXPECT_EQ(result.err, expected.err);
    EXPECT_EQ(planbuilder({"plan", input, "--all", "--json"}).out, plan);
  }
}

TEST(Archives, ATarIsPackedAsTheFolderIs) {
  const Folder folder;
  const std::string input = guestbook_as(folder, "guestbook.tar.gz", "-czf");
  ASSERT_EQ(planbuilder({"pack", samples + "/guestbook", "-o", folder / "from-folder.zip"}).exit_code, 0);
  ASSERT_EQ(planbuilder({"pack", input, "-o", folder / "from-tar.zip"}).exit_code, 0);
  // tar lists folders, too; the files are the same.
  const auto sums = [&](const std::string& name) {
    return run({"python3", "-c",
                "import sys, zipfile\n"
                "for i in zipfile.ZipFile(sys.argv[1]).infolist():\n"
                "  if not i.is_dir(): print(i.filename, i.CRC, i.external_attr >> 16)",
                folder / name})
        .out;
  };
  EXPECT_NE(sums("from-tar.zip"), "");
  EXPECT_EQ(sums("from-tar.zip"), sums("from-folder.zip"));
}

TEST(Archives, APackageThatIsNotWhatItsManifestSaysIsRefused) {
  const Folder folder;
  folder.write("s/service.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n");
  folder.write("s/service.mf", "metadata:\n  a: b\n\nSource: service.yaml\nAlgorithm: SHA-256\nHash: 00\n");
  const Result result = planbuilder({"validate", folder / "s", "--color", "never"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("service.mf:6:7: error[archive-manifest]: \"service.yaml\" is not the file"), std::string::npos)
      << result.err;
}

TEST(Limits, AreRaisedAndLoweredByName) {
  const Folder folder;
  const std::string input = guestbook_as(folder, "guestbook.tar.gz", "-czf");
  const Result refused = planbuilder({"validate", "--limit", "archive-entries=3", input});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("--limit archive-entries=VALUE"), std::string::npos) << refused.err;
  EXPECT_EQ(planbuilder({"validate", "--limit", "archive-entries=3", "--limit", "archive-entries=1K", input}).exit_code, 0);
  const Result deep = planbuilder({"validate", input, "--limit=yaml-depth=2"});
  EXPECT_EQ(deep.exit_code, 1);
  EXPECT_NE(deep.err.find("--limit yaml-depth=VALUE"), std::string::npos) << deep.err;
}

TEST(Limits, WrongOnesAreExplained) {
  const auto err = [](const std::string& limit) {
    const Result result = planbuilder({"validate", "x", "--limit", limit});
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_EQ(err("archive-rato=5"),
            "planbuilder: --limit: there is no limit 'archive-rato' (did you mean 'archive-ratio'?)\n"
            "Try 'planbuilder validate --help'.\n");
  EXPECT_NE(err("zzz=5").find("known are archive-entries, "), std::string::npos) << err("zzz=5");
  EXPECT_NE(err("archive-ratio").find("is not of the form NAME=VALUE"), std::string::npos);
  for (const std::string value : {"", "many", "-1", "0", "99999999999999999999", "5X", "99999999999G"}) {
    EXPECT_NE(err("archive-ratio=" + value).find("is no amount for archive-ratio"), std::string::npos) << value;
  }
}

}  // namespace
}  // namespace planbuilder::testing
