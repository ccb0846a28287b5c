// CSARs of other projects, where a folder with them lies beside the clone.
#include <gtest/gtest.h>

#include <fstream>

#include "csar/entry_definitions.h"
#include "csar/manifest.h"
#include "csar/metadata.h"
#include "csar/root_template.h"
#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

namespace fs = std::filesystem;

const fs::path corpus = fs::path(PLANBUILDER_SOURCE) / "../shared/corpus";

/// What is said of the archive as such; "" when there is nothing wrong with it.
std::string errors_of(const fs::path& path) {
  Sources sources;
  Diagnostics diagnostics;
  const auto archive = Archive::open(path, {}, diagnostics);
  const auto metadata = archive ? read_metadata(*archive, sources, diagnostics) : std::nullopt;
  const auto entry = metadata ? find_entry_definitions(*archive, *metadata, diagnostics) : std::nullopt;
  if (entry && check_root_template(*archive, *metadata, *entry, diagnostics))
    check_manifest(*archive, *metadata, *entry, sources, diagnostics);
  EXPECT_TRUE(entry.has_value() || diagnostics.has_errors());
  return diagnostics.has_errors() ? said(diagnostics, sources) : "";
}

#define NEEDS_CORPUS() \
  if (!fs::exists(corpus)) GTEST_SKIP() << "there is no " << corpus

TEST(Corpus, WhatIsNoCsarIsRejected) {
  NEEDS_CORPUS();
  const fs::path folder = corpus / "simple-1.x/tosca-parser/data/CSAR";
  const auto expect = [&](const std::string& name, const std::string& why) {
    const std::string text = errors_of(folder / name);
    EXPECT_NE(text.find(why), std::string::npos) << name << ": " << text;
  };
  expect("csar_missing_metadata.zip", "TOSCA.meta:4:1: error[archive-metadata]: 'Entry-Definitions' is missing");
  expect("csar_no_metadata_file.zip", "has no TOSCA-Metadata/TOSCA.meta");
  expect("csar_wrong_metadata_file.zip", "there is \"TOSCA-metadate/TOSCA.meta\"");
  expect("csar_root_yaml_with_tosca_definition1_0.zip", "has no TOSCA-Metadata/TOSCA.meta");
}

/// Every archive that is listed as accepted is one as such, whatever its model says.
TEST(Corpus, WhatIsACsarIsAccepted) {
  NEEDS_CORPUS();
  std::size_t seen = 0;
  for (const std::string group : {"simple-1.x", "oasis-2.0", "opentosca-xml"}) {
    std::ifstream expected(corpus / group / "expected.tsv");
    for (std::string line; std::getline(expected, line);) {
      const fs::path path = line.substr(0, line.find('\t'));
      const bool archive = path.extension() == ".zip" || path.extension() == ".csar";
      if (!archive || line.ends_with("reject") || line.ends_with("unknown")) continue;
      EXPECT_EQ(errors_of(corpus / group / path), "") << path;
      ++seen;
    }
  }
  EXPECT_GT(seen, 30u);
}

}  // namespace
}  // namespace planbuilder::csar
