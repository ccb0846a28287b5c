#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "csar/archive.h"
#include "csar/entry_definitions.h"
#include "csar/metadata.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/tosca/load.h"

namespace planbuilder::tosca {
namespace {

// Archives of a third party, where they lie beside the clone.
const std::filesystem::path corpus = std::filesystem::path(PLANBUILDER_SOURCE) / "../shared/corpus/opentosca-xml";

struct Case {
  std::string archive;
  std::size_t nodes = 0;
  std::size_t relationships = 0;
  std::string has_regions;
  std::string has_plans;
};

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  std::ifstream list(corpus / "expected.tsv");
  for (std::string line; std::getline(list, line);) {
    std::istringstream columns(line);
    Case item;
    if (columns >> item.archive >> item.nodes >> item.relationships >> item.has_regions >> item.has_plans) cases.push_back(item);
  }
  return cases;
}

TEST(XmlCorpus, EveryArchiveIsReadCompletely) {
  const std::vector<Case> cases = read_cases();
  if (cases.empty()) GTEST_SKIP() << "there is no corpus beside the clone";
  for (const Case& item : cases) {
    Sources sources;
    Diagnostics diagnostics;
    const auto archive = csar::Archive::open(corpus / item.archive, {}, diagnostics);
    ASSERT_TRUE(archive) << item.archive;
    const auto metadata = csar::read_metadata(*archive, sources, diagnostics);
    ASSERT_TRUE(metadata) << item.archive;
    const auto entry = csar::find_entry_definitions(*archive, *metadata, diagnostics);
    ASSERT_TRUE(entry) << item.archive;
    const auto topology = load(*archive, *entry, sources, diagnostics);
    ASSERT_TRUE(topology) << item.archive << "\n" << render_text(diagnostics, sources, {.color = false, .excerpts = false});
    EXPECT_EQ(topology->nodes.size(), item.nodes) << item.archive;
    EXPECT_EQ(topology->relationships.size(), item.relationships) << item.archive;
    EXPECT_EQ(topology->regions.empty() ? "no" : "yes", item.has_regions) << item.archive;
  }
}

}  // namespace
}  // namespace planbuilder::tosca
