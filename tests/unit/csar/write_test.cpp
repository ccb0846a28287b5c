#include "csar/write.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

namespace fs = std::filesystem;
using testing::Folder;
using testing::read_file;

std::string said_on_writing(const Archive& base, const std::vector<OutputFile>& added, const fs::path& out) {
  Diagnostics diagnostics;
  const bool written = write_csar(base, {added}, out, {}, diagnostics);
  EXPECT_NE(written, diagnostics.has_errors());
  return said(diagnostics);
}

const RawZip shop{{{"TOSCA-Metadata/TOSCA.meta", "Entry-Definitions: s.yaml\n", 8},
                   {"s.yaml", "content of the definitions", 8},
                   {"run.sh", "echo stored", 0, 0100755},
                   {"caf\xC3\xA9", "non-ASCII", 8},
                   {"nothing", "", 8},
                   {"empty/", "", 0, 040755},
                   {"Artifacts/a.bin", std::string(100'000, 'a'), 8}},
                  "a comment",
                  {}};

TEST(Write, KeepsTheCompressedBytesOfAZip) {
  const Folder folder;
  const std::string in = bytes_of(shop);
  const Archive base = opened(folder.write("shop.csar", in));
  ASSERT_EQ(said_on_writing(base, {{"Plans/build/plan.sh", "echo new", true}, {"s.yaml", "replaced"}}, folder / "out.csar"), "");
  const std::string out = read_file(folder / "out.csar");
  EXPECT_EQ(names_in_order(out),
            "TOSCA-Metadata/TOSCA.meta\nArtifacts/a.bin\nPlans/build/plan.sh\ncaf\xC3\xA9\nempty/\nnothing\nrun.sh\ns.yaml\n");
  for (const char* kept : {"TOSCA-Metadata/TOSCA.meta", "Artifacts/a.bin", "caf\xC3\xA9", "nothing", "run.sh"}) {
    EXPECT_EQ(compressed_bytes(out, kept), compressed_bytes(in, kept)) << kept;
  }
  EXPECT_EQ(compressed_bytes(out, "s.yaml"), "replaced");
  const Archive again = opened(folder / "out.csar");
  EXPECT_EQ(content_of(again, "Artifacts/a.bin"), std::string(100'000, 'a'));
  EXPECT_TRUE(again.find("Plans/build/plan.sh")->executable);
  EXPECT_TRUE(again.find("run.sh")->executable);
  EXPECT_FALSE(again.find("s.yaml")->executable);
  EXPECT_TRUE(again.find("empty")->directory);
  EXPECT_EQ(read_file(folder / "shop.csar"), in);
  EXPECT_EQ(folder.listing(), "out.csar\nshop.csar\n");
}

TEST(Write, IsAFixedPoint) {
  const Folder folder;
  ASSERT_EQ(said_on_writing(opened(folder.write("a.csar", bytes_of(shop))), {}, folder / "b.csar"), "");
  ASSERT_EQ(said_on_writing(opened(folder / "b.csar"), {}, folder / "c.csar"), "");
  EXPECT_EQ(read_file(folder / "b.csar"), read_file(folder / "c.csar"));
}

/// Packs in a time zone and returns the bytes.
std::string packed_in(const char* zone, const std::vector<OutputFile>& added) {
  const Folder folder;
  ::setenv("TZ", zone, 1);
  ::tzset();
  folder.write("in/s.yaml", "a: 1");
  fs::permissions(folder.write("in/x/run.sh", "echo"), fs::perms::owner_all);
  EXPECT_EQ(said_on_writing(opened(folder / "in"), added, folder / "out.csar"), "");
  ::unsetenv("TZ");
  ::tzset();
  return read_file(folder / "out.csar");
}

TEST(Write, GivesTheSameBytesEverywhere) {
  const OutputFile first{"Plans/a", "1"};
  const OutputFile second{"Plans/b", "2"};
  const std::string bytes = packed_in("UTC", {first, second});
  for (const char* zone : {"Pacific/Kiritimati", "America/New_York", "Asia/Kathmandu", "XYZ+12", "XYZ-14", "Africa/Monrovia"}) {
    EXPECT_EQ(packed_in(zone, {second, first}), bytes) << zone;
  }
  EXPECT_EQ(bytes.substr(0, 14), std::string("PK\x03\x04\x0a\0\0\0\0\0\0\0\x21\0", 14));  // stored, 1980-01-01 00:00
  EXPECT_EQ(names_in_order(bytes), "Plans/a\nPlans/b\ns.yaml\nx/run.sh\n");
  EXPECT_EQ(compressed_bytes(bytes, "x/run.sh"), "echo");
}

TEST(Write, PacksASingleFileWithWhatItRefersTo) {
  const Folder folder;
  folder.write("private", "x");
  folder.write("types/t.yaml", "t");
  const Archive base = opened(folder.write("s.yaml", "s"));
  ASSERT_TRUE(base.find("types/t.yaml").has_value());
  ASSERT_EQ(said_on_writing(base, {}, folder / "s.csar"), "");
  EXPECT_EQ(names_in_order(read_file(folder / "s.csar")), "s.yaml\ntypes/t.yaml\n");
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / "types/t.yaml"), "error[file-unwritable]");
  EXPECT_EQ(read_file(folder / "types/t.yaml"), "t");
}

TEST(Write, KeepsMetadataAtTheRootFirst) {
  const Folder folder;
  folder.write("in/TOSCA.meta", "Entry-Definitions: A.yaml\n");
  folder.write("in/A.yaml", "");
  ASSERT_EQ(said_on_writing(opened(folder / "in"), {}, folder / "out.csar"), "");
  EXPECT_EQ(names_in_order(read_file(folder / "out.csar")), "TOSCA.meta\nA.yaml\n");
}

TEST(Write, RefusesToOverwriteTheInput) {
  const Folder folder;
  const std::string in = bytes_of(shop);
  const Archive base = opened(folder.write("shop.csar", in));
  fs::create_symlink("shop.csar", folder / "link.csar");
  fs::create_hard_link(folder / "shop.csar", folder / "hard.csar");
  for (const char* name : {"shop.csar", "link.csar", "hard.csar"}) {
    EXPECT_PRED2(contains, said_on_writing(base, {}, folder / name), "it is the input, which is never overwritten") << name;
  }
  EXPECT_EQ(read_file(folder / "shop.csar"), in);
  folder.write("in/s.yaml", "");
  EXPECT_PRED2(contains, said_on_writing(opened(folder / "in"), {}, folder / "in/out.csar"), "it lies in the input folder");
}

TEST(Write, RefusesPlacesThatCannotBeWritten) {
  const Folder folder;
  const Archive base = opened(folder.write("shop.csar", bytes_of(shop)));
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / "no/out.csar"), "there is no folder");
  fs::create_directory(folder / "d");
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / "d"), "it is a folder");
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / "d/"), "it is a folder");
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / std::string(250, 'n')), "error[file-unwritable]");
  EXPECT_EQ(folder.listing(), "d\nshop.csar\n");
}

TEST(Write, RefusesAddedFilesThatDoNotFit) {
  const Folder folder;
  const Archive base = opened(folder.write("shop.csar", bytes_of(shop)));
  EXPECT_PRED2(contains, said_on_writing(base, {{"../x", ""}}, folder / "o"), "error[archive-unsafe-name]");
  EXPECT_PRED2(contains, said_on_writing(base, {{"x", ""}, {"./x", ""}}, folder / "o"), "error[archive-duplicate-name]");
  EXPECT_PRED2(contains, said_on_writing(base, {{"run.sh/x", ""}}, folder / "o"), "error[archive-duplicate-name]");
  EXPECT_PRED2(contains, said_on_writing(base, {{"Artifacts", ""}}, folder / "o"), "error[archive-duplicate-name]");
  EXPECT_PRED2(contains, said_on_writing(base, {{"empty", ""}}, folder / "o"), "error[archive-duplicate-name]");
  EXPECT_EQ(folder.listing(), "shop.csar\n");
}

TEST(Write, LeavesNothingWhenAnEntryIsDamaged) {
  const Folder folder;
  RawZip zip = shop;
  zip.entries[6].crc = 1;
  const Archive base = opened(folder.write("shop.csar", bytes_of(zip)));
  folder.write("out.csar", "what was there");
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / "out.csar"), "error[archive-damaged]");
  EXPECT_EQ(folder.listing(), "out.csar\nshop.csar\n");
  EXPECT_EQ(read_file(folder / "out.csar"), "what was there");
  EXPECT_EQ(said_on_writing(base, {{"Artifacts/a.bin", "replaced"}}, folder / "out.csar"), "");
}

TEST(Write, LeavesNothingWhenAFileVanishes) {
  const Folder folder;
  folder.write("in/s.yaml", "");
  folder.write("in/a", "x");
  const Archive base = opened(folder / "in");
  fs::remove(folder / "in/a");
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / "out.csar"), "error[file-unreadable]");
  EXPECT_EQ(folder.listing(), "in\n");
}

/// As if the disk were full: no file may grow beyond a few bytes while this lives.
class FullDisk {
 public:
  FullDisk() {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{1000, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }

 private:
  rlimit before_ = {};
};

TEST(Write, LeavesNothingWhenTheDiskIsFull) {
  const Folder folder;
  const Archive base = opened(folder.write("shop.csar", bytes_of(shop)));
  std::string text;
  {
    const FullDisk full;
    text = said_on_writing(base, {}, folder / "out.csar");
  }
  EXPECT_PRED2(contains, text, "error[file-unwritable]");
  EXPECT_EQ(folder.listing(), "shop.csar\n");
}

TEST(Write, ASingleFilesNeighbourThatBecameALinkIsNotPacked) {
  const Folder folder;
  folder.write("a", "x");
  folder.write("elsewhere/secret", "secret");
  const Archive base = opened(folder.write("s.yaml", "s"));
  ASSERT_TRUE(base.find("a").has_value());
  fs::remove(folder / "a");
  fs::create_symlink("elsewhere/secret", folder / "a");
  EXPECT_PRED2(contains, said_on_writing(base, {}, folder / "s.csar"), "error[archive-link]");
  EXPECT_FALSE(fs::exists(folder / "s.csar"));
}

TEST(Write, PassesOnWhatItCannotUnpack) {
  const Folder folder;
  RawZip zip = shop;
  zip.entries.push_back({"odd", "in a method of its own", 97});
  const Archive base = opened(folder.write("shop.csar", bytes_of(zip)));
  ASSERT_EQ(said_on_writing(base, {}, folder / "out.csar"), "");
  EXPECT_EQ(compressed_bytes(read_file(folder / "out.csar"), "odd"), "in a method of its own");
}

TEST(Write, InPlaceRefusesAnInputThatAnotherReplacedOrChanged) {
  const Folder folder;
  const std::string update = bytes_of(shop) + " changed";
  for (const bool replace : {true, false}) {
    const Archive base = opened(folder.write("shop.csar", bytes_of(shop)));
    if (replace) {
      fs::rename(folder.write("other", update), folder / "shop.csar");
    } else {
      std::ofstream(folder / "shop.csar", std::ios::binary | std::ios::app) << " changed";
    }
    Diagnostics diagnostics;
    EXPECT_FALSE(write_csar(base, {{{"new", "x"}}}, {}, {.format = {}, .in_place = true}, diagnostics));
    EXPECT_NE(said(diagnostics).find("another program changed or replaced it"), std::string::npos) << said(diagnostics);
    EXPECT_EQ(read_file(folder / "shop.csar"), update);
  }
}

TEST(Write, KeepsALinkAndWritesToADevice) {
  const Folder folder;
  const Archive base = opened(folder.write("shop.csar", bytes_of(shop)));
  fs::create_symlink("real.csar", folder / "link.csar");
  EXPECT_EQ(said_on_writing(base, {}, folder / "link.csar"), "");
  EXPECT_TRUE(fs::is_symlink(folder / "link.csar"));
  EXPECT_TRUE(fs::is_regular_file(folder / "real.csar"));
  EXPECT_EQ(said_on_writing(base, {}, "/dev/null"), "");
  EXPECT_NE(said_on_writing(base, {}, "/dev/full").find("cannot write /dev/full"), std::string::npos);
}

}  // namespace
}  // namespace planbuilder::csar
