#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

using testing::Folder;

/// What opening a zip of just these entries says.
std::string said_on_zip(std::vector<RawEntry> entries, const Limits& limits = {}) {
  return said_on_opening(bytes_of({std::move(entries), {}, {}}), limits);
}

TEST(Zip, ShowsItsEntriesSorted) {
  const Folder folder;
  const Archive archive = opened(folder.write(
      "shop.csar",
      bytes_of(
          {{{"b.sh", "echo", 8, 0100755}, {"./a/x.yaml", "x: 1", 8}, {"a-b", "stored"}, {"empty/", "", 0, 040755}, {"z", ""}},
           {},
           {}})));
  EXPECT_EQ(archive.kind(), InputKind::zip);
  EXPECT_EQ(archive.base_name(), "shop");
  EXPECT_EQ(archive.given_file(), std::nullopt);
  EXPECT_EQ(paths_of(archive), "a-b\na/x.yaml\nb.sh*\nempty/\nz\n");
  EXPECT_EQ(content_of(archive, "a/x.yaml"), "x: 1");
  EXPECT_EQ(content_of(archive, "a/../b.sh"), "echo");
  EXPECT_EQ(content_of(archive, "a-b"), "stored");
  EXPECT_EQ(content_of(archive, "z"), "");
  EXPECT_EQ(archive.find("b.sh")->size, 4u);
  EXPECT_FALSE(archive.find("b").has_value());
  EXPECT_FALSE(archive.find("../b.sh").has_value());
}

TEST(Zip, MayBeEmpty) { EXPECT_EQ(said_on_zip({}), ""); }

TEST(Zip, ReadingWhatIsNotThereSaysSo) {
  const Folder folder;
  const Archive archive = opened(folder.write("a.csar", bytes_of({{{"service.yaml", ""}, {"d/", ""}}, {}, {}})));
  EXPECT_SAYS(content_of(archive, "servce.yaml"), "error[file-not-found]");
  EXPECT_SAYS(content_of(archive, "servce.yaml"), "did you mean 'service.yaml'?");
  EXPECT_SAYS(content_of(archive, "../x"), "error[archive-unsafe-name]");
  EXPECT_SAYS(content_of(archive, "d"), "is a folder");
}

TEST(Zip, RefusesTwoHeadersThatDiffer) {
  RawEntry forged{"good", "x"};
  forged.local_name = "evil";
  EXPECT_SAYS(said_on_zip({{"other", "x"}, forged}),
              "x.csar: entry \"good\" has another header before its content than the directory at the end says");
  forged.local_name = "good.sh";
  EXPECT_SAYS(said_on_zip({forged, {"other", "x"}}), "error[archive-damaged]");
  forged.local_name = "good";
  EXPECT_EQ(said_on_zip({forged}), "");
  forged.local_method = 8;
  EXPECT_SAYS(said_on_zip({forged}), "error[archive-damaged]");
}

TEST(Zip, RefusesUnsafeNames) {
  const std::string nul("a\0b", 3);
  for (const std::string& name :
       {std::string("../x"), std::string("a/../../x"), std::string("/x"), std::string("a\\b"), std::string("C:/x"),
        std::string(""), std::string("a\nb"), std::string("\xff"), std::string("."), nul, std::string(5000, 'n')}) {
    const std::string text = said_on_zip({{"good", "x"}, {name, "x"}});
    EXPECT_SAYS(text, "error[archive-unsafe-name]: ");
    EXPECT_SAYS(text, "x.csar: entry ");
    EXPECT_EQ(text.find("error", 5 + text.find("error")), std::string::npos) << text;
  }
}

TEST(Zip, RefusesDoubles) {
  EXPECT_SAYS(said_on_zip({{"a", "1"}, {"b", ""}, {"a", "2"}}), "error[archive-duplicate-name]");
  EXPECT_SAYS(said_on_zip({{"a", "1"}, {"./a", "2"}}), "entry \"a\" is there more than once");
  EXPECT_SAYS(said_on_zip({{"a/", ""}, {"a", "2"}}), "error[archive-duplicate-name]");
  EXPECT_SAYS(said_on_zip({{"a", "1"}, {"a-b", ""}, {"a/b", "2"}}), "entry \"a\" is a file, but \"a/b\" lies below it");
  EXPECT_EQ(said_on_zip({{"a/", ""}, {"a-b", ""}, {"a/b", "2"}}), "");
}

TEST(Zip, RefusesLinksAndDevices) {
  EXPECT_SAYS(said_on_zip({{"l", "/etc/passwd", 0, 0120777}}), "error[archive-link]");
  EXPECT_SAYS(said_on_zip({{"l", "/etc/passwd", 0, 0120777, 0}}), "entry \"l\" is a symbolic link");
  EXPECT_SAYS(said_on_zip({{"d", "", 0, 0020666}}), "error[archive-link]");
  EXPECT_SAYS(said_on_zip({{"p", "", 0, 0010666}}), "error[archive-link]");
}

TEST(Zip, RefusesEncryptedEntries) {
  EXPECT_SAYS(said_on_zip({{"s", "0123456789abcdef", 0, 0100644, 3, 1}}), "entry \"s\" is encrypted");
}

TEST(Zip, RefusesFoldersWithContent) { EXPECT_SAYS(said_on_zip({{"d/", "x"}}), "error[archive-damaged]"); }

TEST(Zip, RefusesMoreThanTheLimits) {
  EXPECT_SAYS(said_on_zip({{"a", ""}, {"b", ""}, {"c", ""}}, {.entries = 2}), "entry \"c\" is one too many");
  EXPECT_SAYS(said_on_zip({{"a", "12345"}}, {.entry_size = 4}), "error[archive-limit]");
  EXPECT_SAYS(said_on_zip({{"a", "123"}, {"b", "456"}}, {.total_size = 5}), "entry \"b\" makes the whole too large");
  EXPECT_EQ(said_on_zip({{"a", "123"}, {"b", "456"}}, {.total_size = 6}), "");
  RawEntry bomb{"bomb", "x", 8};
  bomb.size = 1u << 30;
  EXPECT_SAYS(said_on_zip({bomb}), "is compressed suspiciously well");
  bomb.size = 0xfffffffe;
  EXPECT_SAYS(said_on_zip({bomb}, {.ratio = ~std::uint64_t{0}}), "error[archive-limit]");
}

TEST(Zip, ShowsOnlyTheFirstOfManyProblems) {
  std::vector<RawEntry> entries;
  for (int i = 0; i < 100; ++i) entries.push_back({"../" + std::to_string(i), ""});
  const std::string text = said_on_zip(entries);
  EXPECT_SAYS(text, "only the first are shown");
  EXPECT_LT(std::ranges::count(text, '\n'), 60);
}

TEST(Zip, FindsDamageWhenReading) {
  const Folder folder;
  const auto read = [&](const RawEntry& entry) {
    return content_of(opened(folder.write("a.csar", bytes_of({{entry}, {}, {}}))), "a");
  };
  for (const std::uint16_t method : {std::uint16_t{0}, std::uint16_t{8}}) {
    RawEntry entry{"a", "some content", method};
    entry.crc = 1;
    EXPECT_SAYS(read(entry), "error[archive-damaged]");
    entry = {"a", "some content", method};
    entry.size = 5;
    EXPECT_SAYS(read(entry), "error[archive-damaged]");
    entry.size = 500;
    EXPECT_SAYS(read(entry), "error[archive-damaged]");
    entry = {"a", "some content", method};
    entry.compressed_size = 3;
    EXPECT_SAYS(read(entry), "error[archive-damaged]");
  }
  EXPECT_SAYS(read({"a", "x", 97}), "error[file-unreadable]");
}

TEST(Zip, RefusesDirectoriesThatDoNotAddUp) {
  RawZip zip{{{"a", "1"}, {"b", "2"}}, {}, {}};
  for (const int count : {0, 1, 3, 5000}) {
    zip.count = static_cast<std::uint16_t>(count);
    EXPECT_SAYS(said_on_opening(bytes_of(zip)), "error[archive-damaged]");
  }
  zip.count.reset();
  EXPECT_SAYS(said_on_opening(bytes_of(zip) + "trailing"), "error[archive-damaged]");
  zip.comment = "a comment";
  EXPECT_EQ(said_on_opening(bytes_of(zip)), "");
}

TEST(Zip, MayHaveAsManyEntriesAsFitWithoutZip64) {
  RawZip zip;
  for (int i = 0; i < 0xffff; ++i) zip.entries.push_back({std::to_string(i), ""});
  EXPECT_EQ(said_on_opening(bytes_of(zip)), "");
}

TEST(Zip, CutOffAnywhereIsRefused) {
  const Folder folder;
  const RawZip inner{{{"in", "side"}}, {}, {}};
  const std::string whole =
      bytes_of({{{"a.yaml", "content: 1", 8}, {"inner.zip", bytes_of(inner)}, {"b", "stored"}}, "comment", {}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Diagnostics diagnostics;
    EXPECT_FALSE(Archive::open(folder.write("cut.csar", whole.substr(0, size)), {}, diagnostics).has_value()) << size;
    EXPECT_EQ(diagnostics.errors(), 1u) << size;
  }
}

TEST(Zip, AnyChangedByteIsFoundOrHarmless) {
  const Folder folder;
  const std::string whole = bytes_of({{{"a.yaml", "content: 1", 8}, {"b", "stored"}}, {}, {}});
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ change);
      Diagnostics diagnostics;
      const auto archive = Archive::open(folder.write("changed.csar", changed), {}, diagnostics);
      if (!archive) {
        EXPECT_TRUE(diagnostics.has_errors());
        continue;
      }
      for (const Entry& entry : archive->entries()) {
        const auto content = archive->read(entry.path, diagnostics);
        EXPECT_TRUE(!content || *content == "content: 1" || *content == "stored") << at;
      }
    }
  }
}

}  // namespace
}  // namespace planbuilder::csar
