#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using testing::v1_3;

constexpr std::size_t length = 3000;

std::string name_of(std::size_t number) { return "T" + std::to_string(number); }

/// Types that derive from one another, each with the members that are written for its number.
template <class Members>
std::string chain(std::string_view section, const Members& members) {
  std::string text = std::string(v1_3) + std::string(section) + ":\n";
  for (std::size_t number = 0; number < length; ++number) {
    text += "  " + name_of(number) + ": {derived_from: " + (number == 0 ? "Root" : name_of(number - 1)) + ", " +
            members(std::to_string(number)) + "}\n";
  }
  return text;
}

std::string chain_service(const std::string& nodes) { return "topology_template: {node_templates: {" + nodes + "}}\n"; }

const Type& type_of(const Model& model, std::string_view node) {
  return model.topology->types[model.topology->nodes[model.topology->find_node(node)].type];
}

template <class T>
std::size_t count_with_prefix(const std::vector<T>& items, std::string_view prefix) {
  return static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(), [&](const T& item) { return item.name.starts_with(prefix); }));
}

TEST(TypeChain, AUsedTypeHasAllInTheOrderOfFirstMention) {
  const Model model(chain("node_types",
                          [](const std::string& number) {
                            return "properties: {zone: {type: string, default: z" + number + "}, p" + number +
                                   ": {type: integer, default: " + number + "}}, attributes: {a" + number +
                                   ": {type: string}}, capabilities: {c" + number + ": Node}, requirements: [r" + number +
                                   ": {capability: Node, occurrences: [0, 1]}], artifacts: {f" + number +
                                   ": {type: File, file: f}}, interfaces: {Mine: {operations: {o" + number + ": {}}}}";
                          }) +
                    chain_service("middle: {type: T1000}, last: {type: T2999}"));
  ASSERT_EQ(model.problems(), "");
  for (const auto& [node, last] : {std::pair<std::string, std::size_t>{"middle", 1000}, {"last", 2999}}) {
    const Type& type = type_of(model, node);
    EXPECT_EQ(count_with_prefix(type.properties, "p"), last + 1);
    EXPECT_EQ(count_with_prefix(type.attributes, "a"), last + 1);
    EXPECT_EQ(count_with_prefix(type.capabilities, "c"), last + 1);
    EXPECT_EQ(count_with_prefix(type.requirements, "r"), last + 1);
    EXPECT_EQ(count_with_prefix(type.artifacts, "f"), last + 1);
    EXPECT_EQ(type.interfaces.back().operations.size(), last + 1);
    EXPECT_EQ(type.properties[0].name, "zone");
    EXPECT_EQ(to_text(*type.properties[0].default_value), "z" + std::to_string(last));
    EXPECT_EQ(type.properties[7].name, "p6");
    const auto* typed = type.properties[7].default_value->get_if<std::int64_t>();
    ASSERT_NE(typed, nullptr);
    EXPECT_EQ(*typed, 6);
  }
}

TEST(TypeChain, OtherTypesKeepOnlyTheirOwn) {
  const Model model(
      chain("node_types", [](const std::string& number) { return "properties: {p" + number + ": {type: string, default: x}}"; }) +
      chain_service("last: {type: T2999}"));
  ASSERT_EQ(model.problems(), "");
  std::size_t members = 0;
  for (const Type& type : model.topology->types) members += count_with_prefix(type.properties, "p");
  EXPECT_LT(members, 2 * length);
}

TEST(TypeChain, ARefinementIsHeldAgainstTheNearestDefinition) {
  const Model model(chain("node_types",
                          [](const std::string& number) {
                            return number == "10"     ? "properties: {p: {type: integer, default: 1}}"
                                   : number == "2000" ? "properties: {p: {description: the same}}"
                                   : number == "2500" ? "properties: {p: {type: string, default: x}}"
                                                      : "description: nothing new";
                          }) +
                    chain_service("last: {type: Root}"));
  EXPECT_EQ(model.problems(),
            "service.yaml:2503:45: error[bad-refinement]: the property 'p' of 'T2500' is of type string, which is not derived "
            "from integer\n  service.yaml:2003:45: this is the definition that it refines\n");
}

TEST(TypeChain, SiblingsDoNotSeeEachOther) {
  const Model model(std::string(v1_3) +
                    "node_types:\n"
                    "  A: {derived_from: Root}\n"
                    "  B: {derived_from: A, properties: {p: {type: string}}}\n"
                    "  C: {derived_from: A, properties: {p: {type: integer, required: false}}}\n" +
                    chain_service("b: {type: B, properties: {p: x}}, c: {type: C}"));
  EXPECT_EQ(model.problems(), "");
  EXPECT_EQ(type_of(model, "c").properties.size(), type_of(model, "b").properties.size());
}

TEST(TypeChain, DataTypesHaveTheFieldsOfAllAncestors) {
  const Model model(
      chain("data_types",
            [](const std::string& number) { return "properties: {p" + number + ": {type: integer, required: false}}"; }) +
      "node_types: {N: {derived_from: Root, properties: {d: {type: T2999}}}}\n" +
      chain_service("n: {type: N, properties: {d: {p0: 1, p1500: 2, p2999: x}}}"));
  EXPECT_EQ(model.problems(), "service.yaml:3004:92: error[wrong-value]: 'p2999' in the property 'd' must be an integer\n");
}

TEST(TypeChain, UnusedTypesAreJudgedToo) {
  const std::string types = std::string(v1_3) +
                            "capability_types: {C: {derived_from: Root, properties: {p: {type: integer, required: false}}}}\n"
                            "node_types:\n"
                            "  A:\n"
                            "    derived_from: Root\n"
                            "    capabilities: {c: {type: C, properties: {p: {default: x}}}}\n"
                            "    interfaces: {I: {operations: {go: {inputs: {n: {type: integer}}}}}}\n"
                            "  B: {derived_from: A, interfaces: {I: {operations: {go: {inputs: {n: y}}}}}}\n";
  EXPECT_EQ(Model(types + chain_service("n: {type: Root}")).problems(),
            "service.yaml:6:59: error[wrong-value]: the default of the property 'p' must be an integer\n"
            "service.yaml:8:71: error[wrong-value]: the input 'n' must be an integer\n");
}

TEST(TypeChain, WhereNamesAreWrongByTheThousandTheFirstGetAGuess) {
  std::string nodes;
  for (std::size_t number = 0; number < length; ++number) nodes += "n" + std::to_string(number) + ": {type: T30O0}, ";
  const Model model(chain("node_types", [](const std::string&) { return std::string("description: nothing"); }) +
                    chain_service(nodes + "last: {type: T0}"));
  const std::string problems = model.problems();
  std::size_t guesses = 0;
  for (std::size_t at = problems.find("did you mean"); at != std::string::npos; at = problems.find("did you mean", at + 1))
    ++guesses;
  EXPECT_EQ(model.diagnostics.errors(), length);
  EXPECT_GT(guesses, 100U);
  EXPECT_LT(guesses, 200U);
}

}  // namespace
}  // namespace planbuilder::tosca
