#include "planbuilder/pack/declare_in_yaml.h"

#include <gtest/gtest.h>

#include "planbuilder/emit/registry/targets.h"
#include "tests/support/expressions.h"
#include "tests/unit/pack/pack_fixture.h"

namespace planbuilder::pack {
namespace {

using testing::a_plan;
using testing::codes_of;

/// What becomes of a text in which a build plan and one with hostile names are declared.
struct EditedYaml {
  Diagnostics diagnostics;
  std::optional<DeclaredFile> result;
  std::string text;

  explicit EditedYaml(const std::string& original, Existing existing = Existing::keep,
                      std::vector<plan::Plan> plans = {a_plan("build", "build")}) {
    Sources sources;
    const FileId file = sources.add("Definitions/service.yaml", original);
    std::vector<PlanTarget> targets;
    for (const plan::Plan& plan : plans) {
      targets.push_back({&plan, emit::find_target("json"), "Plans/" + plan.name + "/json/plan.json"});
      targets.push_back({&plan, emit::find_target("shell"), "Plans/" + plan.name + "/shell/plan.sh"});
    }
    result = declare_in_yaml(sources, file, {}, targets, existing, diagnostics);
    if (!result) return;
    text = result->edited.text;
    EXPECT_EQ(take_back(text, result->edited.undo), original);
  }
};

const std::string head = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

std::string workflow(const std::string& margin, const std::string& name = "deploy") {
  return margin + name + ":\n" + margin + "  description: \"Deploys the service; written by planbuilder.\"\n" + margin +
         "  metadata:\n" + margin + "    planbuilder: \"build\"\n" + margin +
         "  implementation: \"../Plans/build/shell/plan.sh\"\n";
}

TEST(DeclareInYaml, AddsWorkflowsAtTheEndOfTheTopology) {
  const EditedYaml edited(head + "topology_template:\n  node_templates:\n    a: {type: tosca:Root}\n\n# the end\n");
  EXPECT_EQ(edited.text, head + "topology_template:\n  node_templates:\n    a: {type: tosca:Root}\n" +
                             "  # planbuilder: begin\n  workflows:\n" + workflow("    ") + "  # planbuilder: end\n\n# the end\n");
  EXPECT_EQ(codes_of(edited.diagnostics), "");
}

TEST(DeclareInYaml, KeepsWhatFollowsTheTopology) {
  const std::string tail = "# types\nnode_types:\n  x: {derived_from: tosca:Root}\n";
  const EditedYaml edited(head + "topology_template:\n      node_templates: {}\n      # about nodes\n" + tail);
  EXPECT_EQ(edited.text, head + "topology_template:\n      node_templates: {}\n      # planbuilder: begin\n      workflows:\n" +
                             workflow("        ") + "      # planbuilder: end\n      # about nodes\n" + tail);
}

TEST(DeclareInYaml, ExtendsWorkflowsThatAreThere) {
  const EditedYaml edited(head + "topology_template:\n  workflows:\n    mine:\n      steps: {}\n  node_templates: {}\n");
  EXPECT_EQ(edited.text, head + "topology_template:\n  workflows:\n    mine:\n      steps: {}\n    # planbuilder: begin\n" +
                             workflow("    ") + "    # planbuilder: end\n  node_templates: {}\n");
}

/// Each of these texts can be edited; that nothing else changes is proven by the edit itself.
TEST(DeclareInYaml, CopesWithAllStyles) {
  for (const std::string& text : {
           head + "topology_template:\n  workflows:\n  node_templates: {}\n",
           head + "topology_template:\n  workflows: # none\n  node_templates: {}\n",
           head + "topology_template:\n  workflows: ~\n",
           head + "topology_template:\n  workflows: null # none\n",
           head + "topology_template:\n  workflows: {}\n",
           head + "topology_template:\n  workflows: { mine: {steps: {}} }\n",
           head + "topology_template: {node_templates: {a: {type: tosca:Root}}}\n",
           head + "topology_template: {}",
           head + "topology_template:\n",
           head + "description: no topology\n",
           head + "...\n",
           head,
           std::string("tosca_definitions_version: tosca_simple_yaml_1_3"),
           head + "topology_template:\n  node_templates: {}",
           head + "topology_template:\n  node_templates: {}\n...\n",
           head + "topology_template:\n  description: |\n    text\n    # no comment\n",
           head + "topology_template:\n  description: >-\n    text\n\n    more\n\n\ndescription: x\n",
           head + "topology_template: &t\n  node_templates: {}\n",
           head + "topology_template: &t {node_templates: {}}\n",
           "---\n" + head + "topology_template:\n  node_templates: {}\n---\n",
           "\xEF\xBB\xBF" + head + "topology_template:\n  node_templates: {}\n",
           std::string("\xEF\xBB\xBF{tosca_definitions_version: tosca_simple_yaml_1_3, topology_template: {}}"),
           std::string(
               "{\"tosca_definitions_version\": \"tosca_simple_yaml_1_3\",\n\"topology_template\": {\"node_templates\": {}}}\n"),
           std::string("tosca_definitions_version: tosca_simple_yaml_1_3\r\ntopology_template:\r\n  node_templates: {}\r\n"),
           std::string("tosca_definitions_version: tosca_2_0\nservice_template:\n  node_templates: {}\n"),
       }) {
    const EditedYaml edited(text);
    ASSERT_TRUE(edited.result) << text << codes_of(edited.diagnostics);
    EXPECT_EQ(edited.result->declared.size(), 1U) << text;
    EXPECT_NE(edited.text, text);
  }
}

TEST(DeclareInYaml, KeepsLineEnds) {
  const EditedYaml edited("tosca_definitions_version: tosca_simple_yaml_1_3\r\ntopology_template:\r\n  node_templates: {}\r\n");
  for (std::size_t at = edited.text.find('\n'); at != std::string::npos; at = edited.text.find('\n', at + 1))
    EXPECT_EQ(edited.text[at - 1], '\r');
}

TEST(DeclareInYaml, NothingOfAModelBreaksOut) {
  plan::Plan plan = a_plan("scale-out-a: b #\"'\n]]>&{}, - x", "scale-out");
  plan.inputs = {{"in: {x}\n# y\"", "", true, {}, false, ""},
                 {"~", "integer", false, {}, false, ""},
                 {"yes", "my.Type", true, {}, false, ""}};
  for (const std::string& text : {head + "topology_template:\n  node_templates: {}\n", head + "topology_template: {}\n"}) {
    const EditedYaml edited(text, Existing::keep, {plan});
    ASSERT_TRUE(edited.result) << codes_of(edited.diagnostics);
    EXPECT_EQ(edited.result->declared.front().name, plan.name);
  }
}

TEST(DeclareInYaml, TakesTypesAsTheFileWritesThem) {
  plan::Plan plan = a_plan("build", "build");
  plan.inputs = {{"ports", "list", true, {}, false, ""},
                 {"size", "org.Size", true, {}, false, ""},
                 {"other", "org.Other", true, {}, false, ""}};
  const EditedYaml edited(
      head + "topology_template:\n  inputs:\n    ports: {type: list, entry_schema: {type: integer}}\n    size: {type: p:Size}\n",
      Existing::keep, {plan});
  EXPECT_NE(edited.text.find("ports:\n          type: list\n          entry_schema:\n            type: \"integer\"\n"),
            std::string::npos)
      << edited.text;
  EXPECT_NE(edited.text.find("size:\n          type: \"p:Size\"\n          required: true\n"), std::string::npos) << edited.text;
  EXPECT_NE(edited.text.find("other:\n          type: string\n"), std::string::npos) << edited.text;
}

TEST(DeclareInYaml, MapsOutputsThatAreAttributes) {
  plan::Plan plan = a_plan("build", "build");
  plan.outputs = {{"url", "string", testing::call_of("get_attribute", {"node", "app", "url"}), ""},
                  {"text", "string", testing::text("fixed"), ""}};
  const EditedYaml edited(head + "topology_template:\n  node_templates: {}\n", Existing::keep, {plan});
  EXPECT_NE(edited.text.find("      outputs:\n        url: [\"app\", \"url\"]\n  # planbuilder: end"), std::string::npos)
      << edited.text;
}

const std::string with_deploy =
    head + "topology_template:\n  workflows:\n    deploy:\n      # theirs\n      steps: {}\n\n    other: {}\n";

TEST(DeclareInYaml, KeepsAWorkflowOfTheSameName) {
  const EditedYaml edited(with_deploy);
  EXPECT_EQ(edited.text, with_deploy);
  EXPECT_EQ(codes_of(edited.diagnostics), "note plan-kept\n");
}

TEST(DeclareInYaml, ReplacesAWorkflowOfTheSameName) {
  const EditedYaml edited(with_deploy, Existing::replace);
  EXPECT_EQ(edited.text, head + "topology_template:\n  workflows:\n\n    other: {}\n    # planbuilder: begin\n" +
                             workflow("    ") + "    # planbuilder: end\n");
  EXPECT_EQ(codes_of(edited.diagnostics), "note plan-replaced\n");
}

TEST(DeclareInYaml, DeclaresBesideAWorkflowOfTheSameName) {
  const EditedYaml edited(with_deploy, Existing::beside);
  EXPECT_EQ(edited.text, with_deploy + "    # planbuilder: begin\n" + workflow("    ", "deploy-2") + "    # planbuilder: end\n");
  EXPECT_EQ(codes_of(edited.diagnostics), "note plan-beside\n");
}

TEST(DeclareInYaml, ReplacesInFlowStyle) {
  // What is left, and what stands there when all is taken out that is ours.
  const std::pair<std::string, std::string> cases[] = {
      {"{deploy: {steps: {}}}", ", }"},
      {"{deploy: {steps: {}}, other: {}}", ", other: {}}"},
      {"{ other: {}, deploy: {steps: {}} }", ",  other: {}, }"},
      {"{\"deploy\": {\"description\": \"}, \\\" '\"}, other: {}}", ", other: {}}"},
      {"{deploy: {description: 'it''s }', metadata: {a: it's}}, other: {}}", ", other: {}}"},
      {"{other: {}, # }, {\n    deploy: {steps: {}, # }\n    }, more: {}}", ", other: {}, # }, {\n    more: {}}"},
  };
  for (const auto& [before, after] : cases) {
    const EditedYaml edited(head + "topology_template: {workflows: " + before + "}\n", Existing::replace);
    EXPECT_EQ(codes_of(edited.diagnostics), "note plan-replaced\n") << before;
    EXPECT_TRUE(edited.text.starts_with(head + "topology_template: {workflows: {\"deploy\": {\"description\"")) << edited.text;
    EXPECT_TRUE(edited.text.ends_with("}" + after + "}\n")) << edited.text;
  }
}

TEST(DeclareInYaml, KeepsWhatStandsBesideTheTopologyInFlowStyle) {
  const std::string text = head + "topology_template: {}\nworkflows: {deploy: {steps: {}}}\n";
  const EditedYaml edited(text, Existing::replace);
  EXPECT_EQ(edited.text, text);
  EXPECT_EQ(codes_of(edited.diagnostics), "note plan-kept\n");
}

TEST(DeclareInYaml, SaysWhichVersionsHaveNoSuchWorkflows) {
  const EditedYaml edited("tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates: {}\n");
  EXPECT_FALSE(edited.result);
  EXPECT_EQ(codes_of(edited.diagnostics), "note not-declared\n");
}

/// A value that keeps its line ends would lose some of them.
TEST(DeclareInYaml, DoesNotDeclareWhatItCannotProve) {
  const EditedYaml edited(head + "topology_template:\n  description: |+\n    text\n\n\n");
  EXPECT_FALSE(edited.result);
  EXPECT_EQ(codes_of(edited.diagnostics), "warning not-declared\n");
}

}  // namespace
}  // namespace planbuilder::pack
