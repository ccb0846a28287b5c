#include "csar/amend.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "csar/digest.h"
#include "csar/entry_definitions.h"
#include "csar/manifest.h"
#include "csar/write.h"
#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

using testing::Folder;

std::string sha256(std::string_view content) {
  auto digest = *Digest::of("SHA-256");
  digest.add(content);
  return digest.finish();
}

struct Amended {
  Changes changes;
  std::string said;
  bool done = false;
};

Amended amended(const Archive& base, Changes changes, const std::vector<ContentType>& types = {}) {
  Amended result{std::move(changes), {}, false};
  Sources sources;
  Diagnostics diagnostics;
  const auto metadata = read_metadata(base, sources, diagnostics);
  const auto entry = find_entry_definitions(base, *metadata, diagnostics);
  const std::size_t before = diagnostics.size();
  result.done = amend(base, *metadata, *entry, types, result.changes, sources, diagnostics);
  Diagnostics own;
  for (const Diagnostic& item : diagnostics.since(before)) own.add(item);
  result.said = said(own, sources);
  return result;
}

/// The file as it is put, or "-".
std::string put_in(const Amended& amended, std::string_view path) {
  const auto found = std::ranges::find(amended.changes.put, path, &OutputFile::path);
  return found == amended.changes.put.end() ? "-" : found->content;
}

std::string moved_in(const Amended& amended) {
  std::string out;
  for (const auto& [from, to] : amended.changes.moved) out += from + " -> " + to + "\n";
  return out;
}

/// An archive of these files.
class Package {
 public:
  explicit Package(std::vector<RawEntry> entries)
      : archive_(opened(folder_.write("p.csar", bytes_of({std::move(entries), {}, {}})))) {}
  [[nodiscard]] const Archive& archive() const { return archive_; }

  /// The package after the changes.
  [[nodiscard]] Archive with(const Amended& amended) const {
    Diagnostics diagnostics;
    EXPECT_TRUE(write_csar(archive_, amended.changes, folder_ / "next.csar", {}, diagnostics)) << said(diagnostics);
    return opened(folder_ / "next.csar");
  }

 private:
  Folder folder_;
  Archive archive_;
};

/// What says of itself that it is whole.
std::string said_by_check(const Archive& archive) {
  Sources sources;
  Diagnostics diagnostics;
  const auto metadata = read_metadata(archive, sources, diagnostics);
  if (metadata) {
    const auto entry = find_entry_definitions(archive, *metadata, diagnostics);
    if (entry) check_manifest(archive, *metadata, *entry, sources, diagnostics);
  }
  return said(diagnostics, sources);
}

std::string made_for(const std::string& name, const std::string& definitions) {
  const Folder folder;
  const Archive base = opened(folder.write(name, definitions));
  return put_in(amended(base, {{{"Plans/p.sh", "x"}}}), "TOSCA-Metadata/TOSCA.meta");
}

TEST(Amend, MakesMetadataInTheVersionOfTheDefinitions) {
  EXPECT_EQ(made_for("s.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n"),
            "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: planbuilder\nEntry-Definitions: s.yaml\n");
  EXPECT_EQ(made_for("s.yaml", "tosca_definitions_version: tosca_2_0\n"),
            "CSAR-Version: 2.0\nCreated-By: planbuilder\nEntry-Definitions: s.yaml\n");
  EXPECT_EQ(made_for("s.tosca", "\xEF\xBB\xBF<?xml version='1.0'?>\n<Definitions/>\n"),
            "TOSCA-Meta-Version: 1.0\nCSAR-Version: 1.0\nCreated-By: planbuilder\nEntry-Definitions: s.tosca\n\n"
            "Name: s.tosca\nContent-Type: application/vnd.oasis.tosca.definitions\n\n"
            "Name: Plans/p.sh\nContent-Type: application/x-sh\n");
}

TEST(Amend, ACsarThatDoesWithoutMetadataStaysSo) {
  const Package package(std::vector<RawEntry>{{"s.yaml", "tosca_definitions_version: tosca_2_0\n"}});
  EXPECT_EQ(put_in(amended(package.archive(), {{{"Plans/p", "x"}}}), "TOSCA-Metadata/TOSCA.meta"), "-");
  EXPECT_SAYS(put_in(amended(package.archive(), {{{"other.yaml", "x"}}}), "TOSCA-Metadata/TOSCA.meta"), "CSAR-Version: 2.0");
}

const std::string xml_metadata =
    "TOSCA-Meta-Version: 1.0\r\nCSAR-Version: 1.0\r\nCreated-By: me \r\nOdd-Field:kept\r\nEntry-Definitions: d.tosca\r\n\r\n"
    "Name: old.bin\r\nContent-Type: application/x\r\n\r\n\r\n"
    "Name: a-very-\r\n long-name\r\nX: y\r\n\r\n"
    "Name: d.tosca\r\nContent-Type: application/vnd.oasis.tosca.definitions";

const std::vector<RawEntry> xml_files = {
    {"TOSCA-Metadata/TOSCA.meta", xml_metadata}, {"d.tosca", "<a/>"}, {"old.bin", "o"}, {"a-very-long-name", "l"}};

TEST(Amend, OnlyBlocksOfChangedFilesChange) {
  const Package package(xml_files);
  Changes changes{
      {{"Plans/b.zip", "b"}, {"Plans/a.odd", "a"}, {"d.tosca", "<b/>"}}, {"old.bin"}, {{"a-very-long-name", "short"}}};
  const Amended result = amended(package.archive(), changes, {{"Plans/a.odd", "application/special"}});
  EXPECT_EQ(result.said, "");
  EXPECT_EQ(
      put_in(result, "TOSCA-Metadata/TOSCA.meta"),
      "TOSCA-Meta-Version: 1.0\r\nCSAR-Version: 1.0\r\nCreated-By: me \r\nOdd-Field:kept\r\nEntry-Definitions: d.tosca\r\n\r\n"
      "Name: short\r\nX: y\r\n\r\n"
      "Name: d.tosca\r\nContent-Type: application/vnd.oasis.tosca.definitions\r\n\r\n"
      "Name: Plans/a.odd\r\nContent-Type: application/special\r\n\r\n"
      "Name: Plans/b.zip\r\nContent-Type: application/zip\r\n");
  const Archive next = package.with(result);
  EXPECT_EQ(content_of(next, "short"), "l");
  const Amended again = amended(next, {{{"Plans/b.zip", "b"}, {"Plans/a.odd", "a"}}});
  EXPECT_TRUE(again.changes.put.empty());
}

TEST(Amend, TheLastBlockIsRemovedWhole) {
  const Package package(xml_files);
  Changes changes{{{"p", "x"}, {"d.tosca", "<b/>"}}, {"old.bin", "a-very-long-name"}, {}};
  EXPECT_SAYS(put_in(amended(package.archive(), changes), "TOSCA-Metadata/TOSCA.meta"),
              "Entry-Definitions: d.tosca\r\n\r\nName: d.tosca\r\nContent-Type: "
              "application/vnd.oasis.tosca.definitions\r\n\r\nName: p\r\n");
}

TEST(Amend, MetadataOfYamlGetsNoBlocks) {
  const Package package(
      {{"TOSCA.meta", "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: me\nEntry-Definitions: s.yaml\n"},
       {"s.yaml", "s"}});
  EXPECT_EQ(put_in(amended(package.archive(), {{{"Plans/p", "x"}}}), "TOSCA.meta"), "-");
}

TEST(Amend, WhatTheServiceStartsWithStays) {
  const Package package(xml_files);
  for (const char* path : {"d.tosca", "TOSCA-Metadata/TOSCA.meta"}) {
    const Amended result = amended(package.archive(), {{}, {path}, {}});
    EXPECT_FALSE(result.done);
    EXPECT_SAYS(result.said, "cannot be left out or moved");
  }
  EXPECT_TRUE(amended(package.archive(), {{{"d.tosca", "<c/>"}}, {"d.tosca"}, {}}).done);
}

const std::string manifest_start =
    "metadata:\n  vnf_product_name: x\n# a comment\n\nSource: s.yaml\nAlgorithm: SHA-256\nHash: " + sha256("s") +
    "\n\nSource: run.sh\nAlgorithm: SHA-256\nHash: " + sha256("r") + "\nSignature: run.sig\nCertificate: run.cert\n";
const std::string cms = "-----BEGIN CMS-----\nMIGDBgsqhkiG\n-----END CMS-----\n";

std::vector<RawEntry> signed_files() {
  return {{"s.yaml", "s"},
          {"run.sh", "r"},
          {"run.sig", "signature"},
          {"run.cert", "certificate"},
          {"s.mf", manifest_start + "\n" + cms},
          {"s.mf.cms", "beside"},
          {"s.yaml.p7s", "of the definitions"}};
}

TEST(Amend, AManifestListsWhatIsAddedAndItsSignatureStepsAside) {
  const Package package(signed_files());
  const Amended result = amended(package.archive(), {{{"Plans/p", "x"}}});
  EXPECT_EQ(put_in(result, "s.mf"), manifest_start + "\nSource: Plans/p\nAlgorithm: SHA-256\nHash: " + sha256("x") +
                                        "\n\nSource: s.mf.superseded-signature\nAlgorithm: SHA-256\nHash: " + sha256(cms) +
                                        "\n\n");
  EXPECT_EQ(put_in(result, "s.mf.superseded-signature"), cms);
  EXPECT_EQ(moved_in(result), "s.mf.cms -> s.mf.cms.superseded-signature\n");
  EXPECT_SAYS(result.said, "s.mf:15:1: warning[archive-manifest]");
  EXPECT_SAYS(result.said, "the signature of \"s.mf\" no longer holds");
  const Archive next = package.with(result);
  EXPECT_EQ(said_by_check(next), "");
  EXPECT_EQ(content_of(next, "run.sig"), "signature");
  const Amended again = amended(next, {{{"Plans/p", "x"}}});
  EXPECT_EQ(again.said, "");
  EXPECT_TRUE(again.changes.put.empty() && again.changes.moved.empty());
}

TEST(Amend, WhatNothingIsSaidOfKeepsItsSignature) {
  const Package package(signed_files());
  const Amended result = amended(package.archive(), {{{"run.sh", "r"}}});
  EXPECT_EQ(result.said, "");
  EXPECT_TRUE(result.changes.put.empty() && result.changes.moved.empty());
}

TEST(Amend, DigestsAndSignaturesOfReplacedFilesFollow) {
  const Package package(signed_files());
  const Amended result = amended(package.archive(), {{{"s.yaml", "S"}, {"run.sh", "R"}}});
  EXPECT_SAYS(put_in(result, "s.mf"),
              "metadata:\n  vnf_product_name: x\n# a comment\n\nSource: s.yaml\nAlgorithm: SHA-256\nHash: " + sha256("S") +
                  "\n\nSource: run.sh\nAlgorithm: SHA-256\nHash: " + sha256("R") + "\n\nSource: s.mf.superseded-signature\n");
  EXPECT_EQ(moved_in(result),
            "run.sig -> run.sig.superseded-signature\ns.yaml.p7s -> s.yaml.p7s.superseded-signature\n"
            "s.mf.cms -> s.mf.cms.superseded-signature\n");
  EXPECT_SAYS(result.said, "s.mf:12:12: warning[archive-manifest]");
  EXPECT_EQ(said_by_check(package.with(result)), "");
}

TEST(Amend, EntriesOfMovedAndRemovedFilesFollow) {
  const Package package(signed_files());
  const Amended result = amended(package.archive(), {{}, {"run.cert"}, {{"run.sh", "bin/run.sh"}}});
  EXPECT_SAYS(put_in(result, "s.mf"), "Source: bin/run.sh\nAlgorithm: SHA-256\nHash: " + sha256("r") + "\nSignature: run.sig\n");
  const Amended removed = amended(package.archive(), {{}, {"run.sh"}, {}});
  EXPECT_EQ(put_in(removed, "s.mf").find("run.sh"), std::string::npos);
  EXPECT_SAYS(moved_in(removed), "run.sig -> ");
  EXPECT_EQ(said_by_check(package.with(removed)), "");
}

TEST(Amend, ASecondSupersededSignatureGetsAnotherName) {
  auto files = signed_files();
  files.push_back({"s.mf.superseded-signature", "an older one"});
  const Package package(files);
  const Amended result = amended(package.archive(), {{{"Plans/p", "x"}}});
  EXPECT_EQ(put_in(result, "s.mf.superseded-signature-2"), cms);
}

}  // namespace
}  // namespace planbuilder::csar
