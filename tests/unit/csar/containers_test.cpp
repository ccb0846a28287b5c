#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "csar/write.h"
#include "csar/writer/container_writer.h"
#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

namespace fs = std::filesystem;
using testing::Folder;
using testing::read_file;

std::string said_on_changing(const Archive& base, const Changes& changes, const fs::path& out, const WriteOptions& options = {}) {
  Diagnostics diagnostics;
  const bool written = write_csar(base, changes, out, options, diagnostics);
  EXPECT_NE(written, diagnostics.has_errors());
  return said(diagnostics);
}

const std::string long_name = std::string(90, 'd') + "/" + std::string(120, 'f');
const std::string split_name = std::string(120, 'd') + "/" + std::string(99, 'f');

/// A folder with all that containers find hard.
std::string hard_folder(const Folder& folder) {
  folder.write("in/s.yaml", "tosca_definitions_version: tosca_2_0\n");
  fs::permissions(folder.write("in/run.sh", "echo"), fs::perms::owner_all);
  folder.write("in/" + long_name, "long");
  folder.write("in/" + split_name, "split");
  folder.write("in/caf\xC3\xA9", "non-ASCII");
  folder.write("in/empty", "");
  folder.write("in/large", std::string(200'000, 'x'));
  folder.write("in/block", std::string(512, 'b'));
  return folder / "in";
}

std::string contents_of(const Archive& archive) {
  std::string out = paths_of(archive);
  for (const Entry& entry : archive.entries()) {
    if (!entry.directory) out += content_of(archive, entry.path) + "\n";
  }
  return out;
}

TEST(Containers, EachHoldsTheSame) {
  const Folder folder;
  const Archive base = opened(hard_folder(folder));
  const std::string expected = contents_of(base);
  for (const char* name : {"a.zip", "a.tar", "a.tar.gz", "a.TGZ", "a.csar"}) {
    ASSERT_EQ(said_on_changing(base, {}, folder / name), "");
    EXPECT_EQ(contents_of(opened(folder / name)), expected) << name;
  }
  EXPECT_EQ(read_file(folder / "a.csar"), read_file(folder / "a.zip"));
  EXPECT_EQ(read_file(folder / "a.TGZ"), read_file(folder / "a.tar.gz"));
}

TEST(Containers, TheFormatIsWhatIsSaidElseTheNamesElseTheInputs) {
  const Folder folder;
  ASSERT_EQ(said_on_changing(opened(hard_folder(folder)), {}, folder / "a.tar.gz"), "");
  const Archive gzip = opened(folder / "a.tar.gz");
  ASSERT_EQ(said_on_changing(gzip, {}, folder / "b.csar"), "");
  EXPECT_EQ(read_file(folder / "b.csar"), read_file(folder / "a.tar.gz"));
  ASSERT_EQ(said_on_changing(gzip, {}, folder / "b.zip", {Format::tar}), "");
  const Archive tar = opened(folder / "b.zip");
  EXPECT_EQ(tar.kind(), InputKind::tar);
  ASSERT_EQ(said_on_changing(tar, {}, folder / "c.csar"), "");
  EXPECT_EQ(read_file(folder / "c.csar"), read_file(folder / "b.zip"));
  ASSERT_EQ(said_on_changing(tar, {}, folder / "c.zip"), "");
  EXPECT_EQ(opened(folder / "c.zip").kind(), InputKind::zip);
}

const RawZip zipped_shop{{{"a", "content", 8}, {"b", "stored", 0, 0100755}, {"s.yaml", "s", 8}}, {}, {}};

TEST(Containers, EntriesAreMovedAndLeftOut) {
  const Folder folder;
  const std::string in = bytes_of(zipped_shop);
  const Archive base = opened(folder.write("x.csar", in));
  const Changes changes{{{"a", "new"}}, {"nothing-there"}, {{"a", "old/a"}, {"b", "c"}}};
  ASSERT_EQ(said_on_changing(base, changes, folder / "y.csar"), "");
  const std::string out = read_file(folder / "y.csar");
  EXPECT_EQ(paths_of(opened(folder / "y.csar")), "a\nc*\nold/a\ns.yaml\n");
  EXPECT_EQ(compressed_bytes(out, "old/a"), compressed_bytes(in, "a"));
  EXPECT_EQ(compressed_bytes(out, "a"), "new");
  ASSERT_EQ(said_on_changing(base, {{}, {"b"}, {}}, folder / "y.tar"), "");
  EXPECT_EQ(paths_of(opened(folder / "y.tar")), "a\ns.yaml\n");
}

TEST(Containers, MovesThatDoNotFitAreRefused) {
  const Folder folder;
  const Archive base = opened(folder.write("x.csar", bytes_of(zipped_shop)));
  const auto said_of = [&](Changes changes) { return said_on_changing(base, changes, folder / "y.csar"); };
  EXPECT_PRED2(contains, said_of({{}, {}, {{"a", "b"}}}), "\"b\" is there already");
  EXPECT_PRED2(contains, said_of({{}, {}, {{"z", "y"}}}), "there is no such file");
  EXPECT_PRED2(contains, said_of({{}, {}, {{"a", "../y"}}}), "error[archive-unsafe-name]");
  EXPECT_PRED2(contains, said_of({{}, {"a"}, {{"a", "y"}}}), "moved or left out already");
  EXPECT_PRED2(contains, said_of({{}, {}, {{"a", "x"}, {"b", "x"}}}), "is there already");
  EXPECT_PRED2(contains, said_of({{{"x", ""}}, {}, {{"a", "x"}}}), "is moved there");
  EXPECT_EQ(said_of({{}, {"b"}, {{"a", "b"}}}), "");
}

TEST(Containers, NamesThatDifferInCaseAreNoted) {
  const Folder folder;
  const Archive base = opened(folder.write("x.csar", bytes_of({{{"s.yaml", ""}, {"Plans/a", ""}}, {}, {}})));
  const std::string text = said_on_changing(base, {{{"plans/b", ""}, {"plans/c", ""}, {"S.yaml", ""}}}, folder / "y.csar");
  EXPECT_PRED2(contains, text, "note[archive-duplicate-name]");
  EXPECT_PRED2(contains, text, "\"plans\" is added, and differs from \"Plans\"");
  EXPECT_PRED2(contains, text, "\"S.yaml\" is added, and differs from \"s.yaml\"");
  EXPECT_EQ(text.find("\"plans/"), std::string::npos);
}

TEST(Containers, DamageIsNotPassedOn) {
  const Folder folder;
  RawZip zip = zipped_shop;
  zip.entries[0].crc = 1;
  EXPECT_PRED2(contains, said_on_changing(opened(folder.write("x.csar", bytes_of(zip))), {}, folder / "y.csar"), "is damaged");
  zip = zipped_shop;
  zip.entries[0].size = 6;
  EXPECT_PRED2(contains, said_on_changing(opened(folder.write("x.csar", bytes_of(zip))), {}, folder / "y.csar"), "is damaged");
  zip = zipped_shop;
  zip.entries[1].crc = 1;
  EXPECT_PRED2(contains, said_on_changing(opened(folder.write("x.csar", bytes_of(zip))), {}, folder / "y.csar"), "is damaged");
  EXPECT_FALSE(fs::exists(folder / "y.csar"));
}

TEST(Containers, TheInputIsReplacedInPlace) {
  const Folder folder;
  const std::string path = folder.write("x.csar", bytes_of(zipped_shop));
  ::chmod(path.c_str(), 0640);
  fs::create_symlink("x.csar", folder / "link");
  ASSERT_EQ(said_on_changing(opened(folder / "link"), {{{"p", "plan"}}}, {}, {{}, true}), "");
  EXPECT_EQ(paths_of(opened(path)), "a\nb*\np\ns.yaml\n");
  struct stat status = {};
  ::stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  ASSERT_EQ(said_on_changing(opened(path), {}, {}, {Format::tar, true}), "");
  EXPECT_EQ(opened(path).kind(), InputKind::tar);
  EXPECT_EQ(folder.listing(), "link\nx.csar\n");
  folder.write("in/s.yaml", "");
  EXPECT_PRED2(contains, said_on_changing(opened(folder / "in"), {}, {}, {{}, true}), "only a CSAR is replaced in place");
}

TEST(Containers, AFileThatGrowsWhileItIsPackedIsRefused) {
  const Folder folder;
  folder.write("in/s.yaml", "");
  folder.write("in/a", "1");
  const Archive base = opened(folder / "in");
  folder.write("in/a", "12");
  for (const char* name : {"a.zip", "a.tar"})
    EXPECT_PRED2(contains, said_on_changing(base, {}, folder / name), "\"a\" was changed while it was packed");
  EXPECT_EQ(folder.listing(), "in\n");
}

TEST(Containers, AZipInMemoryIsSortedAndFixed) {
  const Folder folder;
  const std::string bytes = zip_of({{"b", "2", true}, {"a", "1"}});
  EXPECT_EQ(names_in_order(bytes), "a\nb\n");
  EXPECT_EQ(bytes, zip_of({{"a", "1"}, {"b", "2", true}}));
  const Archive archive = opened(folder.write("x.zip", bytes));
  EXPECT_EQ(paths_of(archive), "a\nb*\n");
  EXPECT_EQ(content_of(archive, "b"), "2");
}

/// Keeps headers and forgets contents, which would fill the disk.
class Headers : public PatchableTarget {
 public:
  void append(std::string_view bytes) override {
    size_ += bytes.size();
    if (bytes.size() < 4096) kept += bytes;
  }
  void patch(std::uint64_t, std::string_view) override {}
  std::string kept;
};

/// Gives so many bytes without having them.
Stream nothing_of(std::uint64_t size) {
  return [size](const Sink& sink, Diagnostics&) {
    const std::string piece(1 << 20, '\0');
    for (std::uint64_t rest = size; rest > 0;) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(rest, piece.size()));
      sink(std::string_view(piece).substr(0, count));
      rest -= count;
    }
    return true;
  };
}

TEST(Containers, SizesThatDoNotFitIntoATarHeader) {
  Headers target;
  Diagnostics diagnostics;
  const std::uint64_t size = (std::uint64_t{8} << 30) + (1 << 20);
  const auto writer = write_tar(target);
  ASSERT_TRUE(writer->add({"large", size}, {nothing_of(size)}, diagnostics)) << said(diagnostics);
  writer->finish();
  EXPECT_PRED2(contains, target.kept, "19 size=8590983168\n");
  EXPECT_EQ(target.size(), size + 5 * 512);  // two headers with their records, and the end
}

TEST(Containers, SizesAndPlacesThatDoNotFitIntoAZipHeader) {
  Headers target;
  Diagnostics diagnostics;
  const std::uint64_t size = (std::uint64_t{4} << 30) + (1 << 20);
  const auto writer = write_zip(target);
  ASSERT_TRUE(writer->add({"a", size}, {{}, PackedForm{8, 20, 0, 7, size}, nothing_of(size)}, diagnostics)) << said(diagnostics);
  ASSERT_TRUE(writer->add({"b", 0}, {nothing_of(0)}, diagnostics)) << said(diagnostics);
  writer->finish();
  const std::string number("\x00\x00\x10\x00\x01\x00\x00\x00", 8);  // the size, the lowest byte first
  const std::string ones = "\xff\xff\xff\xff";
  EXPECT_PRED2(contains, target.kept, ones + ones + std::string("\1\0\x14\0a\1\0\x10\0", 9) + number + number);
  EXPECT_PRED2(contains, target.kept, ones + "b" + std::string("\1\0\x08\0", 4));  // where it is
  EXPECT_PRED2(contains, target.kept, "PK\x06\x06");
  EXPECT_TRUE(target.kept.ends_with(ones + std::string("\0\0", 2)));
}

TEST(Containers, MoreEntriesThanTheFirstZipsCount) {
  const Folder folder;
  std::vector<OutputFile> files;
  for (int i = 0; i < 66'000; ++i) files.push_back({"f/" + std::to_string(i), "x"});
  files.push_back({"s.yaml", "s"});
  const Archive archive = opened(folder.write("x.csar", zip_of(std::move(files))));
  EXPECT_EQ(archive.entries().size(), 66'001u);
  ASSERT_EQ(said_on_changing(archive, {{{"Plans/p", "x"}}}, folder / "y.csar"), "");
  EXPECT_EQ(opened(folder / "y.csar").entries().size(), 66'002u);
}

}  // namespace
}  // namespace planbuilder::csar
