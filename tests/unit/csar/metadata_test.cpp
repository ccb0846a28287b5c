#include "csar/metadata.h"

#include <gtest/gtest.h>

#include "csar/entry_definitions.h"
#include "csar/root_template.h"
#include "tests/unit/csar/support.h"

namespace planbuilder::csar {
namespace {

using testing::Folder;

std::optional<Metadata> parsed(const std::string& text, Sources& sources, Diagnostics& diagnostics) {
  const FileId file = sources.add("TOSCA.meta", text);
  return parse_metadata("TOSCA.meta", file, sources, diagnostics);
}

std::string said_on_parsing(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  EXPECT_FALSE(parsed(text, sources, diagnostics).has_value());
  return said(diagnostics, sources);
}

TEST(Metadata, HasBlocksWithPlaces) {
  Sources sources;
  Diagnostics diagnostics;
  const auto metadata = parsed(
      "\xEF\xBB\xBFTOSCA-Meta-File-Version: 1.0\r\nCSAR-Version:1.1\r\nEntry-Definitions:  defs/\r\n  a.yaml\r\n\r\n\r\n"
      "Name: b.sh\r\nContent-Type: text/x-sh: odd\r\n",
      sources, diagnostics);
  ASSERT_TRUE(metadata.has_value()) << said(diagnostics, sources);
  ASSERT_EQ(metadata->blocks.size(), 2u);
  EXPECT_EQ(metadata->find("TOSCA-Meta-File-Version")->value, "1.0");
  EXPECT_EQ(metadata->find("CSAR-Version")->value, "1.1");
  EXPECT_EQ(metadata->find("Entry-Definitions")->value, "defs/ a.yaml");
  EXPECT_EQ(metadata->find("Entry-Definitions")->value_at, (SourceRange{metadata->file, 3, 21, 5}));
  EXPECT_EQ(metadata->find("Name"), nullptr);
  EXPECT_EQ(metadata->blocks[1][1].value, "text/x-sh: odd");
  EXPECT_EQ(metadata->blocks[1][0].at.line, 7u);
}

TEST(Metadata, SplitsOtherDefinitions) {
  Sources sources;
  Diagnostics diagnostics;
  const auto metadata = parsed("Other-Definitions: a.yaml  \"b c.yaml\" d.yaml \"\" \"open\n", sources, diagnostics);
  EXPECT_EQ(metadata->other_definitions(), (std::vector<std::string>{"a.yaml", "b c.yaml", "d.yaml", "open"}));
  EXPECT_TRUE(Metadata().other_definitions().empty());
}

TEST(Metadata, ReportsEachBadLine) {
  const std::string text = said_on_parsing("CSAR-Version: 1.1\nnonsense\n: no key\nCSAR-Version: 1.0\n");
  EXPECT_PRED2(contains, text, "TOSCA.meta:2:1: error[archive-metadata]");
  EXPECT_PRED2(contains, text, "TOSCA.meta:3:1: error[archive-metadata]");
  EXPECT_PRED2(contains, text, "TOSCA.meta:4:1: error[archive-metadata]: 'CSAR-Version' is given twice");
  EXPECT_PRED2(contains, said_on_parsing(" continued\n"), "TOSCA.meta:1:1: error[archive-metadata]");
  EXPECT_PRED2(contains, said_on_parsing("CSAR-Version: 1\n\nEntry-Definitions: a\n"),
               "TOSCA.meta:3:1: error[archive-metadata]: this block has no 'Name'");
  EXPECT_PRED2(contains, said_on_parsing("\n\n"), "TOSCA.meta is empty");
  EXPECT_PRED2(contains, said_on_parsing(std::string("a: \0", 4)), "not a text file");
}

/// The entry definitions of a folder with these files, or what was said.
std::string entry_of(const std::vector<std::pair<std::string, std::string>>& files) {
  const Folder folder;
  for (const auto& [name, content] : files) folder.write(name, content);
  Sources sources;
  Diagnostics diagnostics;
  const auto archive = Archive::open(folder.path(), {}, diagnostics);
  const auto metadata = read_metadata(*archive, sources, diagnostics);
  const auto entry = metadata ? find_entry_definitions(*archive, *metadata, diagnostics) : std::nullopt;
  EXPECT_NE(entry.has_value(), diagnostics.has_errors());
  return entry ? *entry : said(diagnostics, sources);
}

TEST(EntryDefinitions, ComeFromTheMetadata) {
  EXPECT_EQ(entry_of({{"TOSCA-Metadata/TOSCA.meta", "Entry-Definitions: d/a.yaml\n"}, {"d/a.yaml", ""}, {"b.yaml", ""}}),
            "d/a.yaml");
  EXPECT_EQ(entry_of({{"TOSCA.meta", "Entry-Definitions: \"./d/a b.yaml\"\n"}, {"d/a b.yaml", ""}}), "d/a b.yaml");
  EXPECT_EQ(entry_of({{"TOSCA.meta", "Entry-Definitions: b.yaml"},
                      {"TOSCA-Metadata/TOSCA.meta", "Entry-Definitions: a.yaml"},
                      {"a.yaml", ""},
                      {"b.yaml", ""}}),
            "a.yaml");
  EXPECT_EQ(entry_of({{"TOSCA.meta", "CSAR-Version: 2.0\n"}, {"b.yaml", ""}}), "b.yaml");
}

TEST(EntryDefinitions, ThatAreMissingAreReportedAtTheirLine) {
  const std::string text =
      entry_of({{"TOSCA.meta", "CSAR-Version: 1.1\nEntry-Definitions: servic.yaml\n"}, {"service.yaml", ""}});
  EXPECT_PRED2(contains, text, "TOSCA.meta:2:20: error[no-entry-definitions]");
  EXPECT_PRED2(contains, text, "did you mean 'service.yaml'?");
  EXPECT_PRED2(contains, entry_of({{"TOSCA.meta", "Entry-Definitions: ../x.yaml\n"}}),
               "TOSCA.meta:1:20: error[archive-metadata]");
  EXPECT_PRED2(contains, entry_of({{"TOSCA.meta", "Entry-Definitions:\n"}}), "TOSCA.meta:1:18: error[archive-metadata]");
  EXPECT_PRED2(contains, entry_of({{"TOSCA.meta", "nonsense\n"}, {"a.yaml", ""}}), "error[archive-metadata]");
}

TEST(EntryDefinitions, AreElseTheOnlyCandidate) {
  EXPECT_EQ(entry_of({{"a.yml", ""}, {"sub/b.yaml", ""}, {".ci.yml", ""}, {"x.xml", ""}}), "a.yml");
  EXPECT_EQ(entry_of({{"a.tosca", ""}, {"Definitions/b.tosca", ""}}), "a.tosca");
  EXPECT_EQ(entry_of({{"readme", ""}, {"Definitions/b.tosca", ""}, {"Definitions/sub/c.tosca", ""}}), "Definitions/b.tosca");
  const std::string several = entry_of({{"a.yaml", ""}, {"b.yml", ""}});
  EXPECT_PRED2(contains, several, "error[no-entry-definitions]");
  EXPECT_PRED2(contains, several, "\"a.yaml\"");
  EXPECT_PRED2(contains, several, "\"b.yml\"");
  EXPECT_PRED2(contains, entry_of({{"readme", ""}}), "has no entry definitions");
  EXPECT_PRED2(contains, entry_of({{"Definitions/a.tosca", ""}, {"Definitions/b.tosca", ""}}), "2 files could be");
}

TEST(EntryDefinitions, OfASingleFileAreTheFile) {
  const Folder folder;
  folder.write("TOSCA.meta", "Entry-Definitions: other.yaml\n");
  folder.write("other.yaml", "");
  const Archive archive = opened(folder.write("service.yaml", ""));
  Sources sources;
  Diagnostics diagnostics;
  const auto metadata = read_metadata(archive, sources, diagnostics);
  ASSERT_TRUE(metadata && !metadata->present());
  EXPECT_EQ(find_entry_definitions(archive, *metadata, diagnostics), "service.yaml");
}

/// What is said of a zip with this TOSCA.meta and a service.yaml.
std::string said_on_metadata(const std::string& text) {
  const Folder folder;
  const std::string path = folder.write("x.csar", bytes_of({{{"TOSCA.meta", text}, {"service.yaml", ""}}, {}, {}}));
  Sources sources;
  Diagnostics diagnostics;
  const auto metadata = read_metadata(opened(path), sources, diagnostics);
  EXPECT_NE(metadata.has_value(), diagnostics.has_errors());
  return said(diagnostics, sources);
}

TEST(MetadataFields, OfEachVersion) {
  const std::string entry = "Entry-Definitions: service.yaml\nCreated-by: me\n";
  EXPECT_EQ(said_on_metadata("TOSCA-Meta-Version: 1.0\nCSAR-Version: 1.0\nCreated-By: me\n"), "");
  EXPECT_EQ(said_on_metadata("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\n" + entry), "");
  EXPECT_EQ(said_on_metadata("TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\n" + entry), "");
  EXPECT_EQ(said_on_metadata("CSAR-Version: 2.0\n" + entry), "");
  EXPECT_PRED2(contains, said_on_metadata("CSAR-Version: 1.1\n" + entry),
               "TOSCA.meta:1:1: error[archive-metadata]: 'TOSCA-Meta-File-Version' is missing");
  EXPECT_PRED2(contains, said_on_metadata("TOSCA-Meta-File-Version: 1.0\n" + entry),
               "error[archive-metadata]: 'CSAR-Version' is missing");
  EXPECT_PRED2(contains, said_on_metadata("CSAR-Version: 2.0\nCreated-By: me\n"),
               "TOSCA.meta:1:1: warning[archive-metadata]: 'Entry-Definitions' is missing");
  EXPECT_PRED2(
      contains, said_on_metadata("CSAR-Version: 2.0\nEntry-Definition: service.yaml\n"),
      "TOSCA.meta:2:1: warning[archive-metadata]: 'Entry-Definitions' is missing; is 'Entry-Definition' meant to be it?");
  EXPECT_PRED2(contains, said_on_metadata("CSAR-Version: 7\n" + entry),
               "TOSCA.meta:1:15: error[archive-metadata]: CSAR-Version \"7\" is not known");
  EXPECT_PRED2(contains, said_on_metadata("CSAR-Version: 2.0\nEntry-Definitions: service.yaml\n"),
               "warning[archive-metadata]: 'Created-By' is missing");
  EXPECT_PRED2(contains, said_on_metadata("CSAR-Version: 2.0\nOther-Definitions: service.yaml b.yaml\n" + entry),
               "TOSCA.meta:2:20: error[archive-metadata]: Other-Definitions names \"b.yaml\"");
}

/// What is said of a zip that has this definitions file and no metadata.
std::string said_without_metadata(const std::string& text, const std::string& other = "x") {
  const Folder folder;
  const Archive archive = opened(folder.write("x.csar", bytes_of({{{"service.yaml", text}, {other, ""}}, {}, {}})));
  Diagnostics diagnostics;
  const bool enough = check_root_template(archive, {}, "service.yaml", diagnostics);
  EXPECT_NE(enough, diagnostics.has_errors());
  return said(diagnostics);
}

TEST(RootTemplate, MayReplaceTheMetadataFromOneOneOn) {
  const std::string none = said_without_metadata("tosca_definitions_version: \"tosca_simple_yaml_1_0\" # old\n");
  EXPECT_PRED2(contains, none, "x.csar has no TOSCA-Metadata/TOSCA.meta");
  EXPECT_PRED2(contains, said_without_metadata("tosca_definitions_version: tosca_simple_yaml_1_0_0\n", "tosca-meta/tosca.meta"),
               "there is \"tosca-meta/tosca.meta\"");
  EXPECT_EQ(said_without_metadata("tosca_definitions_version: tosca_2_0\n"), "");
  EXPECT_EQ(said_without_metadata("\xEF\xBB\xBFtosca_definitions_version: tosca_simple_yaml_1_3\r\n"
                                  "metadata:\r\n\r\n  template_name: a\r\n  template_version: 1.0\r\n"),
            "");
  EXPECT_EQ(said_without_metadata("tosca_definitions_version: tosca_simple_yaml_1_1\n"
                                  "metadata: {template_name: a,\n  template_version: 1.0}\n"),
            "");
  const std::string text = said_without_metadata(
      "tosca_definitions_version: tosca_simple_yaml_1_2\nmetadata:\n  template_name: a\nx:\n  template_version: 1\n");
  EXPECT_PRED2(contains, text, "warning[archive-metadata]");
  EXPECT_PRED2(contains, text, "should have a 'template_version'");
  EXPECT_FALSE(contains(text, "template_name"));
}

}  // namespace
}  // namespace planbuilder::csar
