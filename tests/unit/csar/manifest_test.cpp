#include "csar/manifest.h"

#include <gtest/gtest.h>

#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

using testing::Folder;

constexpr std::string_view sha256_of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr std::string_view sha512_of_abc =
    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54c"
    "a49f";

/// What is said of a package with this manifest beside its definitions, and a file "a.sh" that holds "abc".
std::string said_on_manifest(const std::string& manifest, const std::string& named = "") {
  const Folder folder;
  const std::string path =
      folder.write("x.csar", bytes_of({{{"service.yaml", ""}, {"scripts/a.sh", "abc"}, {"service.mf", manifest}}, {}, {}}));
  Sources sources;
  Diagnostics diagnostics;
  Metadata metadata;
  if (!named.empty()) {
    const FileId file = sources.add("TOSCA.meta", named);
    metadata = *parse_metadata("TOSCA.meta", file, sources, diagnostics);
  }
  const bool genuine = check_manifest(opened(path), metadata, "service.yaml", sources, diagnostics);
  EXPECT_NE(genuine, diagnostics.has_errors());
  return said(diagnostics, sources);
}

std::string entry(std::string_view source, std::string_view algorithm, std::string_view hash) {
  return "\nSource: " + std::string(source) + "\nAlgorithm: " + std::string(algorithm) + "\nHash: " + std::string(hash) + "\n";
}

TEST(Manifest, HasMetadataEntriesAndASignature) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file =
      sources.add("x.mf",
                  "metadata:\r\n  vnf_provider_id: Acme\r\n  vnf_release_date_time: 2017-01-01T10:00+03:00\r\n\r\n"
                  "Source: a\r\nAlgorithm: SHA-256\r\nHash: 12\r\n\r\nnon_mano_artifact_sets:\r\n  set:\r\n"
                  "    Source: b\r\n-----BEGIN CMS-----\r\nMIGDBgsqhkiG\r\n-----END CMS-----\r\n");
  const auto manifest = parse_manifest(file, sources, diagnostics);
  ASSERT_TRUE(manifest.has_value()) << said(diagnostics, sources);
  ASSERT_EQ(manifest->metadata.size(), 2u);
  EXPECT_EQ(manifest->metadata[1].value, "2017-01-01T10:00+03:00");
  ASSERT_EQ(manifest->entries.size(), 2u);
  EXPECT_EQ(manifest->entries[0].hash->value, "12");
  EXPECT_EQ(manifest->entries[0].hash->value_at, (SourceRange{file, 7, 7, 2}));
  EXPECT_FALSE(manifest->entries[1].hash.has_value());
  EXPECT_TRUE(manifest->has_signature);
}

TEST(Manifest, ReportsEachBadLine) {
  const std::string text = said_on_manifest("Hash: 12\nnonsense\nSource: scripts/a.sh\nHash: 1\nHash: 2\n");
  EXPECT_SAYS(text, "service.mf:1:1: error[archive-manifest]: 'Hash' belongs to a 'Source'");
  EXPECT_SAYS(text, "service.mf:2:1: error[archive-manifest]: this is not a line");
  EXPECT_SAYS(text, "service.mf:3:1: error[archive-manifest]: this entry has a Hash, but no Algorithm");
  EXPECT_SAYS(text, "service.mf:5:1: error[archive-manifest]: 'Hash' is given twice");
}

TEST(Manifest, AgreesWithTheFiles) {
  EXPECT_EQ(said_on_manifest(entry("scripts/a.sh", "SHA-256", sha256_of_abc) + entry("scripts/a.sh", "sha512", sha512_of_abc)),
            "");
  EXPECT_EQ(said_on_manifest("Source: ./scripts/a.sh\n"), "");
}

TEST(Manifest, DisagreementsAreReportedAtTheirLines) {
  const std::string text = said_on_manifest(entry("scripts/a.sh", "SHA-256", "00" + std::string(sha256_of_abc.substr(2))) +
                                            entry("scripts/a.sh", "MD5", "00") + entry("scripts/b.sh", "SHA-256", "00") +
                                            entry("https://example.org/x", "SHA-256", "00"));
  EXPECT_SAYS(text, "service.mf:4:7: error[archive-manifest]: \"scripts/a.sh\" is not the file");
  EXPECT_SAYS(text, std::string("Its SHA-256 is ") + std::string(sha256_of_abc));
  EXPECT_SAYS(text, "service.mf:7:12: error[archive-manifest]: the digest algorithm \"MD5\" is not known");
  EXPECT_SAYS(text, "service.mf:10:9: error[archive-manifest]: the manifest names \"scripts/b.sh\"");
  EXPECT_SAYS(text, "(did you mean 'scripts/a.sh'?)");
  EXPECT_SAYS(text, "service.mf:14:9: note[archive-manifest]");
}

TEST(Manifest, IsNamedByTheMetadata) {
  EXPECT_SAYS(said_on_manifest("nonsense", "ETSI-Entry-Manifest: service.mf\n"), "service.mf:1:1: error");
  EXPECT_SAYS(said_on_manifest("nonsense", "Entry-Manifest: service.mf\n"), "service.mf:1:1: error");
  EXPECT_SAYS(said_on_manifest("", "Entry-Manifest: other.mf\n"), "TOSCA.meta:1:17: error[archive-manifest]");
}

}  // namespace
}  // namespace planbuilder::csar
