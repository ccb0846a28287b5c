#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

struct OtherVersion {
  std::string_view version;
  std::string_view whose;  // in the message
};

constexpr OtherVersion other_versions[] = {
    {"cloudify_dsl_1_3", "Cloudify"},
    {"tosca_simple_unfurl_1_0_0", "Unfurl"},
    {"unfurl/v1alpha1", "Unfurl"},
    {"yorc_tosca_simple_yaml_1_0", "Yorc"},
    {"puccini_1_0", "Puccini"},
    {"opera_1_0", "xOpera"},
    {"aria_1_0", "ARIA"},
    {"alien_dsl_9_0_0", "Alien4Cloud"},
    {"tosca_simple_yaml_1_0_0_wd03", "working draft"},
    {"tosca_simple_profile_for_nfv_1_0_0", "NFV"},
    {"tosca_simple_profile_for_mec_1_0_0", "Apmec"},
    {"tosca_simple_profile_for_wse_1_0_2", "one program"},
};

TEST(Dialects, VersionsThatAreNotReadAreKnownByName) {
  for (const OtherVersion& other : other_versions) {
    const Model model("tosca_definitions_version: " + std::string(other.version) + "\n");
    ASSERT_EQ(model.diagnostics.size(), 1U) << other.version;
    const Diagnostic& problem = model.diagnostics.since(0).front();
    EXPECT_EQ(problem.code, Code::unknown_version) << other.version;
    EXPECT_TRUE(problem.summary.starts_with("'" + std::string(other.version) + "' is ")) << problem.summary;
    EXPECT_NE(problem.summary.find(other.whose), std::string::npos) << problem.summary;
    EXPECT_FALSE(problem.detail.empty()) << other.version;  // what to do
  }
}

TEST(Dialects, AnEnsembleOfUnfurlIsKnown) {
  EXPECT_EQ(Model("apiVersion: unfurl/v1alpha1\nkind: Ensemble\n").problems(),
            "service.yaml:1:13: error[unknown-version]: 'unfurl/v1alpha1' is a file of Unfurl\n"
            "  Give planbuilder the service template that it has inside or includes, as a file of its own.\n");
}

TEST(Dialects, AlienArchivesAreFoundByTheImportMap) {
  const testing::Folder folder;
  folder.write("types.yml",
               "tosca_definitions_version: alien_dsl_2_0_0\nmetadata: {template_name: some.types, template_version: 1.0.0}\n"
               "node_types: {N: {derived_from: tosca.nodes.Root}}\n");
  folder.write("map.tsv", "profile\tsome.types:1.0.0\t.\n");
  Sources sources;
  Diagnostics diagnostics;
  LoadOptions options;
  options.imports = *ImportMap::read((folder.path() / "map.tsv").string(), sources, diagnostics);
  const Model model({{"service.yaml",
                      "tosca_definitions_version: alien_dsl_2_0_0\nimports:\n  - some.types:1.0.0\n"
                      "topology_template: {node_templates: {n: {type: N}}}\n"}},
                    options);
  EXPECT_EQ(model.problems(), "");
  EXPECT_TRUE(model.topology);
}

TEST(Dialects, AnArchiveThatIsNotThereIsExplained) {
  const Model model("tosca_definitions_version: alien_dsl_2_0_0\nimports:\n  - some.types:1.0.0\n");
  ASSERT_EQ(model.diagnostics.size(), 1U);
  const Diagnostic& problem = model.diagnostics.since(0).front();
  EXPECT_EQ(problem.summary, "there is no archive 'some.types:1.0.0'");
  EXPECT_EQ(
      problem.detail,
      "put its file into the archive (the one with template_name some.types and template_version 1.0.0), or say where it is by "
      "--import-map: a line 'profile', a tab, 'some.types:1.0.0', a tab, the path of its file");
}

TEST(Dialects, AlienFilesNameTheirServiceAndRequirementsInTheirOwnWay) {
  const Model model(
      "tosca_definitions_version: alien_dsl_3_0_0\n"
      "template_name: shop\n"
      "node_types: {N: {derived_from: tosca.nodes.SoftwareComponent}, A: {abstract: true, derived_from: tosca.nodes.Root}}\n"
      "topology_template:\n"
      "  node_templates:\n"
      "    machine: {type: tosca.nodes.Compute}\n"
      "    other: {type: A}\n"
      "    n: {type: N, requirements: [{hostedOnMachine: {type_requirement: host, node: machine}}]}\n"
      "  workflows: {install: {steps: {first: {node: n, activity: {call_operation: Standard.start}, on-success: [last]},\n"
      "                                last: {node: n, activity: {set_state: started}}}}}\n");
  EXPECT_EQ(model.problems(),
            "service.yaml:7:19: warning[abstract-type]: 'other' is of the type 'A', which is abstract\n"
            "  service.yaml:3:64: it says so here\n");
  ASSERT_TRUE(model.topology);
  const Topology& topology = *model.topology;
  EXPECT_EQ(topology.name, "shop");
  EXPECT_EQ(topology.language, Language::alien);
  EXPECT_TRUE(topology.find_relationship("n.host").valid());
  EXPECT_TRUE(topology.is_hosting(topology.find_relationship("n.host")));
  EXPECT_TRUE(topology.types[topology.nodes[topology.find_node("other")].type].is_abstract);
  ASSERT_EQ(topology.workflows.size(), 1U);
  const WorkflowStep& first = topology.workflows[0].steps[0];
  EXPECT_EQ(first.target.name, "n");
  ASSERT_EQ(first.activities.size(), 1U);
  EXPECT_EQ(first.activities[0].what.name, "Standard.start");
  ASSERT_EQ(first.on_success.size(), 1U);
  EXPECT_EQ(first.on_success[0].name, "last");
}

}  // namespace
}  // namespace planbuilder::tosca
