#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/tosca/event_model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

// The texts that the event grammar comes from, where they lie beside the clone.
const std::filesystem::path texts = std::filesystem::path(PLANBUILDER_SOURCE) / "../shared/seeds";

std::vector<std::string> read_lines(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// What stands between ```yaml and ```.
std::vector<std::string> fenced_blocks(const std::filesystem::path& path) {
  std::vector<std::string> blocks;
  bool inside = false;
  for (const std::string& line : read_lines(path)) {
    if (line.starts_with("```")) {
      inside = line == "```yaml";
      if (inside) blocks.emplace_back();
    } else if (inside) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

/// From the line that says the version to the end.
std::string template_in(const std::filesystem::path& path) {
  std::string text;
  for (const std::string& line : read_lines(path)) {
    if (!text.empty() || line.starts_with("tosca_definitions_version:")) text += line.starts_with("<|") ? "" : line + "\n";
  }
  return text;
}

std::vector<std::string> codes_of(const Model& model) {
  std::vector<std::string> codes;
  for (const Diagnostic& problem : model.diagnostics.since(0)) codes.emplace_back(to_string(problem.code));
  return codes;
}

TEST(EventTexts, EveryBlockIsReadOrExplained) {
  const auto blocks = fenced_blocks(texts / "000_unified_event_handling.md");
  if (blocks.empty()) GTEST_SKIP() << "there are no texts beside the clone";
  std::vector<std::string> outcomes;
  for (const std::string& block : blocks) {
    const Model model(std::string(testing::v2_0) + block);
    outcomes.push_back(model.topology ? "read" : codes_of(model).front());
    if (!model.topology) {
      EXPECT_NE(model.problems(), "");
    }
  }
  // The state machines as they are; then a glued dash, a tab, and an excerpt that is no file.
  EXPECT_EQ(outcomes, (std::vector<std::string>{"read", "read", "unknown-keyname", "yaml-syntax", "yaml-syntax"}));
}

TEST(EventTexts, TheTemplateWithNotificationsIsExplained) {
  const std::string text = template_in(texts / "001_notifications_proposal.txt");
  if (text.empty()) GTEST_SKIP() << "there are no texts beside the clone";
  const Model model(text);
  ASSERT_EQ(codes_of(model), std::vector<std::string>{"yaml-syntax"});
  EXPECT_EQ(model.diagnostics.since(0).front().detail,
            "the line is indented deeper than the one before, which has its value already: align the two");
}

/// Both texts put together with their slips repaired: the interleaving of nodes and relationships.
constexpr std::string_view repaired = R"(
data_types:
  StandardState:
    derived_from: string
    validation: {$valid_values: [$value, [initial, creating, created, configuring, configured]]}
interface_types:
  Standard:
    attributes:
      state: {type: StandardState, default: initial}
      error: {type: boolean, default: False}
    operations:
      create:
        precondition: {$equal: [{$get_state: [state]}, initial]}
        on_entry: {set: {state: creating}}
        on_success: {set: {state: created}}
        on_failure: {set: {error: True}}
      configure:
        precondition:
          $or: [$equal: [{$get_state: [state]}, created], $equal: [{$get_state: [error]}, True]]
        on_success: {set: {state: configured}}
  Configure:
    attributes:
      target_state:
        type: string
        constraints: {$valid_values: [$value: [], [initial, configured, error]]}
    operations:
      pre_configure_target:
        precondition: {$equal: [{$get_state: [target_state]}, initial]}
        on_success: {set: [target_state, configured]}
        on_failure: {set: [target_state, error]}
relationship_types:
  Root:
    valid_source_node_types: [Root]
    valid_target_node_types: [Root]
    interfaces:
      configure:
        type: Configure
        operations:
          pre_configure_target: {on_success: {triggers: [{event: [SELF, TARGET, INTERFACE, standard, configure]}]}}
node_types:
  Root:
    interfaces:
      standard:
        type: Standard
        operations:
          create: {on_success: {triggers: [{event: [SELF, CAPABILITY, ALL, SOURCE, pre_configure_target]}]}}
          configure:
            preconditions:
              $for_each:
                - '@rel_out'
                - [SELF, RELATIONSHIP, ALL]
                - $equal: [{$get_attribute: ['@rel_out', target_state]}, configured]
)";

TEST(EventTexts, RepairedTheyAreReadCompletely) {
  const Model model(std::string(testing::v2_0) + std::string(repaired));
  EXPECT_EQ(model.problems(),
            "service.yaml: warning[empty-service]: this defines types, but no service: there is nothing to plan\n");
  EXPECT_EQ(testing::rules_in(model, "Root", "standard", "create"),
            "needs $equal($get_state(state),initial); on_entry state=creating; "
            "on_success state=created, send [SELF, CAPABILITY, ALL, SOURCE, pre_configure_target]; on_failure error=true");
  EXPECT_EQ(testing::rules_in(model, "Root", "standard", "configure"),
            "needs $or($equal($get_state(state),created),$equal($get_state(error),true)); "
            "needs $for_each(@rel_out,[SELF,RELATIONSHIP,ALL],$equal($get_attribute(@rel_out,target_state),configured)); "
            "on_success state=configured");
}

}  // namespace
}  // namespace planbuilder::tosca
