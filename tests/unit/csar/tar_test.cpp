#include <gtest/gtest.h>

#include "csar/write.h"
#include "tests/unit/csar/raw_tar.h"
#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

using testing::Folder;

std::string said_on_tar(const std::vector<RawTarEntry>& entries, const Limits& limits = {}) {
  return said_on_opening(tar_bytes_of(entries), limits);
}

const std::vector<RawTarEntry> small = {{"./", "", '5', 0755},
                                        {"./service.yaml", "a: 1\n"},
                                        {"scripts/", "", '5', 0755},
                                        {"scripts/run.sh", "echo", '0', 0755},
                                        {"empty", ""},
                                        {"large", std::string(200'000, 'x')}};

void expect_small(const Archive& archive) {
  EXPECT_EQ(archive.kind(), InputKind::tar);
  EXPECT_TRUE(archive.packed());
  EXPECT_EQ(paths_of(archive), "empty\nlarge\nscripts/\nscripts/run.sh*\nservice.yaml\n");
  EXPECT_EQ(content_of(archive, "service.yaml"), "a: 1\n");
  EXPECT_EQ(content_of(archive, "scripts/run.sh"), "echo");
  EXPECT_EQ(content_of(archive, "large"), std::string(200'000, 'x'));
  EXPECT_EQ(content_of(archive, "empty"), "");
  EXPECT_EQ(content_of(archive, "service.yaml"), "a: 1\n");
}

TEST(Tar, ShowsItsEntriesPlainAndInGzip) {
  const Folder folder;
  const std::string tar = tar_bytes_of(small);
  expect_small(opened(folder.write("x.csar", tar)));
  expect_small(opened(folder.write("x.tar.gz", gzip(tar))));
  expect_small(opened(folder.write("named-like.yaml", gzip(tar))));
  EXPECT_EQ(opened(folder / "x.tar.gz").base_name(), "x");
}

TEST(Tar, OfOtherTimesIsReadToo) {
  const Folder folder;
  const std::string gnu = tar_bytes_of({{.name = "a", .content = "1", .magic = std::string("ustar  \0", 8)}});
  EXPECT_EQ(content_of(opened(folder.write("gnu", gnu)), "a"), "1");
  const std::string oldest = tar_bytes_of({{.name = "a", .content = "1", .type = '\0', .magic = ""}});
  EXPECT_EQ(content_of(opened(folder.write("old.tar", oldest)), "a"), "1");
  const std::string long_name = std::string(150, 'l') + "/x";
  const std::string gnu_long = tar_bytes_of({{"././@LongLink", long_name + std::string(1, '\0'), 'L'}, {"cut", "1"}});
  EXPECT_EQ(paths_of(opened(folder.write("long", gnu_long))), long_name + "\n");
}

TEST(Tar, PaxHeadersCount) {
  const Folder folder;
  const std::string name =
      "d\xC3\xA9"
      "finitions/e\xCC\x81-\xE2\x82\xAC.yaml";  // composed and decomposed: as they are
  const std::string tar = tar_bytes_of({pax_header("path", name), {"short", "1"}, {"\xC3\xA4", "2"}});
  EXPECT_EQ(paths_of(opened(folder.write("x.tar", tar))), name + "\n\xC3\xA4\n");
  EXPECT_SAYS(said_on_tar({pax_header("path", "../x"), {"x", "1"}}), "error[archive-unsafe-name]");
  EXPECT_SAYS(said_on_tar({pax_header("path", "\xFF"), {"x", "1"}}), "its name is not UTF-8");
  EXPECT_SAYS(said_on_tar({pax_header("size", "99999"), {"x", "1"}}), "error[archive-damaged]");
  EXPECT_SAYS(said_on_tar({{"PaxHeader", "nonsense", 'x'}, {"x", "1"}}), "error[archive-damaged]");
}

TEST(Tar, RefusesUnsafeNames) {
  for (const std::string name : {"../x", "a/../../x", "/etc/passwd", "a\\b", "C:x", "a\nb", "\xFF\xFE"}) {
    EXPECT_SAYS(said_on_tar({{name, "1"}}), "error[archive-unsafe-name]");
  }
}

TEST(Tar, RefusesLinksAndDevices) {
  EXPECT_SAYS(said_on_tar({{.name = "l", .type = '2', .link = "/etc"}}), "entry \"l\" is a symbolic link");
  EXPECT_SAYS(said_on_tar({{"a", "1"}, {.name = "l", .type = '1', .link = "a"}}), "entry \"l\" is a hard link");
  EXPECT_SAYS(said_on_tar({{"a", "1"}, {.name = "l", .content = "2", .type = '1', .link = "a"}}), "entry \"l\" is a hard link");
  for (const char type : {'3', '4', '6'}) {
    EXPECT_SAYS(said_on_tar({{.name = "d", .type = type}}), "error[archive-link]");
  }
}

TEST(Tar, RefusesDoubles) {
  EXPECT_SAYS(said_on_tar({{"a", "1"}, {"./a", "2"}}), "error[archive-duplicate-name]");
  EXPECT_SAYS(said_on_tar({{"a", "1"}, {"a/b", "2"}}), "error[archive-duplicate-name]");
}

TEST(Tar, KeepsTheLimits) {
  EXPECT_SAYS(said_on_tar({{"a", "1"}, {"b", "1"}}, {.entries = 1}), "--limit archive-entries=VALUE");
  EXPECT_SAYS(said_on_tar({{"a", "12345"}}, {.entry_size = 4}), "--limit archive-entry-size=VALUE");
  EXPECT_SAYS(said_on_tar({{"a", "12345"}, {"b", "12345"}}, {.total_size = 9}), "--limit archive-total-size=VALUE");
  EXPECT_SAYS(said_on_tar({{.name = "a", .size = 077777777777}}), "error[archive-limit]");
}

TEST(Tar, RefusesBombs) {
  const std::string zeros(100'000'000, '\0');
  const std::string bomb = gzip(tar_bytes_of({{"zeros", zeros}}));
  EXPECT_LT(bomb.size(), 120'000u);
  const std::string text = said_on_opening(bomb);
  EXPECT_SAYS(text, "error[archive-limit]");
  EXPECT_SAYS(text, "--limit archive-ratio=VALUE");
  EXPECT_EQ(said_on_opening(bomb, {.ratio = 2000}), "");
  EXPECT_SAYS(said_on_opening(bomb, {.entry_size = 1000, .ratio = 2000}), "error[archive-limit]");
  EXPECT_SAYS(said_on_opening(gzip(zeros)), "error[archive-limit]");
}

/// A file that is one hole of a gigabyte, with a few bytes before it.
TEST(Tar, RefusesHolesThatAreBombs) {
  std::string map = "2\n0\n3\n1073741824\n0\n";
  map.resize(512, '\0');
  const std::string tar = tar_bytes_of(
      {RawTarEntry{"PaxHeader",
                   pax_header("GNU.sparse.major", "1").content + pax_header("GNU.sparse.minor", "0").content +
                       pax_header("GNU.sparse.name", "hole").content + pax_header("GNU.sparse.realsize", "1073741824").content,
                   'x'},
       {"x", map + "abc"}});
  EXPECT_SAYS(said_on_opening(tar), "error[archive-");
}

TEST(Tar, CutOffAnywhereIsDamaged) {
  const std::string tar = tar_bytes_of({{"a.yaml", "12345"}, {"b", std::string(1500, 'b')}, {"c/", "", '5'}, {"d", "4"}});
  for (std::size_t size = 512; size < tar.size() - 512; size += 512) {
    EXPECT_SAYS(said_on_opening(tar.substr(0, size)), "error[archive-damaged]") << size;
  }
  for (const std::size_t size : {513u, 517u, 1023u, 1025u, 2047u, 3000u}) {
    EXPECT_SAYS(said_on_opening(tar.substr(0, size)), "error[archive-damaged]") << size;
  }
  EXPECT_EQ(said_on_opening(tar.substr(0, tar.size() - 512)), "");  // one block of zeros is enough of an end
  EXPECT_SAYS(said_on_opening(tar.substr(0, tar.size() - 1)), "its end is missing");
  const std::string packed = gzip(tar);
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_SAYS(said_on_opening(packed.substr(0, size)), "error[") << size;
  }
}

TEST(Tar, AnyChangedByteOfAGzipIsFoundOrHarmless) {
  const Folder folder;
  const std::string packed = gzip(tar_bytes_of({{"a.yaml", "12345"}, {"b", "6"}}));
  for (std::size_t at = 0; at < packed.size(); ++at) {
    std::string changed = packed;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    Diagnostics diagnostics;
    const auto archive = Archive::open(folder.write("x.csar", changed), {}, diagnostics);
    EXPECT_NE(archive.has_value(), diagnostics.has_errors()) << at;
    if (!archive) continue;
    EXPECT_EQ(paths_of(*archive), "a.yaml\nb\n") << at;
    EXPECT_EQ(content_of(*archive, "a.yaml"), "12345") << at;
  }
}

TEST(Tar, WithSomethingBehindItsEndIsDamaged) {
  const std::string tar = tar_bytes_of({{"a", "1"}});
  EXPECT_SAYS(said_on_opening(tar + tar_bytes_of({{"b", "2"}})), "there is something behind its end");
  EXPECT_SAYS(said_on_opening(gzip(tar) + gzip(tar)), "there is something behind its end");
  EXPECT_SAYS(said_on_opening(gzip(tar) + "garbage"), "error[archive-damaged]");
  EXPECT_EQ(said_on_opening(tar + std::string(10'240, '\0')), "");
  EXPECT_EQ(said_on_opening(gzip(tar) + std::string(100, '\0')), "");
  EXPECT_EQ(said_on_opening(gzip(tar.substr(0, 700)) + gzip(tar.substr(700))), "");  // gzip allows to pack it in parts
}

TEST(Tar, WithWrongHeadersIsDamaged) {
  EXPECT_SAYS(said_on_tar({{"a", "1"}, {.name = "b", .content = "2", .checksum = "000001"}}), "error[archive-damaged]");
  EXPECT_SAYS(said_on_tar({{.name = "a", .content = "1", .checksum = "000001"}}), "error[archive-damaged]");
  EXPECT_SAYS(said_on_tar({{.name = "a", .content = "1", .size = 100'000}}), "error[archive-damaged]");
  EXPECT_SAYS(said_on_tar({{.name = "a", .content = std::string(600, 'x'), .size = 5}}), "error[archive-damaged]");
  EXPECT_SAYS(said_on_opening(gzip("tosca_definitions_version: x")), "is a gzip file without a tar archive in it");
  EXPECT_SAYS(said_on_opening("hello", {}, "x.tar"), "is not a tar archive");
}

TEST(Tar, IsPackedAsAZip) {
  const Folder folder;
  const Archive archive = opened(folder.write("x.tar.gz", gzip(tar_bytes_of(small))));
  Diagnostics diagnostics;
  ASSERT_TRUE(write_csar(archive, {{{"Plans/p", "plan"}}}, folder / "out.zip", {}, diagnostics)) << said(diagnostics);
  const Archive packed = opened(folder / "out.zip");
  EXPECT_EQ(packed.kind(), InputKind::zip);
  EXPECT_EQ(paths_of(packed), "Plans/p\nempty\nlarge\nscripts/\nscripts/run.sh*\nservice.yaml\n");
  EXPECT_EQ(content_of(packed, "large"), std::string(200'000, 'x'));
  EXPECT_EQ(content_of(packed, "scripts/run.sh"), "echo");
}

TEST(Tar, LeavesNoFilesBehind) {
  const Folder folder;
  const Folder temporary;
  ASSERT_EQ(::setenv("TMPDIR", temporary.path().c_str(), 1), 0);
  const Archive archive = opened(folder.write("x.tar", tar_bytes_of(small)));
  ::unsetenv("TMPDIR");
  EXPECT_EQ(temporary.listing(), "");
  EXPECT_EQ(folder.listing(), "x.tar\n");
}

}  // namespace
}  // namespace planbuilder::csar
