#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

/// A definitions file whose types are `t:N`, a node type, and `t:R`, a relationship type.
std::string definitions(std::string_view body) {
  return R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t" xmlns:o="urn:o">
<NodeType name="N"/><RelationshipType name="R"/>
)" + std::string(body) +
         "</Definitions>\n";
}

std::string topology(std::string_view body) {
  return definitions("<ServiceTemplate id=\"s\"><TopologyTemplate>\n" + std::string(body) +
                     "</TopologyTemplate></ServiceTemplate>\n");
}

struct BadXml {
  std::string name;
  std::string text;
  std::string problems;
};

void PrintTo(const BadXml& model, std::ostream* out) { *out << model.name; }

class BadXmls : public ::testing::TestWithParam<BadXml> {};

TEST_P(BadXmls, AreExplained) {
  const Model model(GetParam().text);
  EXPECT_EQ(model.problems(), GetParam().problems);
  EXPECT_FALSE(model.topology);
}

INSTANTIATE_TEST_SUITE_P(
    Xml, BadXmls,
    ::testing::Values(
        BadXml{"OtherRoot", "<Definition/>",
               "service.tosca:1:2: error[wrong-kind]: the root element of a definitions file must be 'Definitions'\n"},
        BadXml{"NoNamespace", "<Definitions/>",
               "service.tosca:1:2: error[unknown-version]: 'Definitions' is in no namespace\n"
               "  TOSCA 1.0 is xmlns=\"http://docs.oasis-open.org/tosca/ns/2011/12\"\n"},
        BadXml{"OtherNamespace", "<Definitions xmlns=\"urn:other\"/>",
               "service.tosca:1:2: error[unknown-version]: unknown namespace 'urn:other'\n"
               "  TOSCA 1.0 is xmlns=\"http://docs.oasis-open.org/tosca/ns/2011/12\"\n"},
        BadXml{"MissingAttributes", "<Definitions xmlns=\"http://docs.oasis-open.org/tosca/ns/2011/12\"/>",
               "service.tosca:1:2: error[missing-keyname]: a definitions file must have the attribute 'id'\n"
               "service.tosca:1:2: error[missing-keyname]: a definitions file must have the attribute 'targetNamespace'\n"},
        BadXml{"UnknownElement", definitions("<NodeTyp name=\"M\"/>"),
               "service.tosca:3:2: error[unknown-keyname]: unknown element 'NodeTyp' in a definitions file (did you mean "
               "'NodeType'?)\n"},
        BadXml{"UnknownAttribute", topology("<NodeTemplate id=\"n\" typ=\"t:N\"/>\n"),
               "service.tosca:4:2: error[missing-keyname]: a node template must have the attribute 'type'\n"
               "service.tosca:4:22: error[unknown-keyname]: unknown attribute 'typ' in a node template (did you mean 'type'?)\n"},
        BadXml{"ElementTwice", topology("<NodeTemplate id=\"n\" type=\"t:N\"><Properties/><Properties/></NodeTemplate>\n"),
               "service.tosca:4:47: error[duplicate-name]: the element 'Properties' stands twice in a node template\n"
               "  service.tosca:4:34: it stands here first\n"},
        BadXml{"MissingEnd",
               topology("<NodeTemplate id=\"n\" type=\"t:N\"/>\n<RelationshipTemplate id=\"r\" type=\"t:R\"><SourceElement "
                        "ref=\"n\"/></RelationshipTemplate>\n"),
               "service.tosca:5:2: error[missing-keyname]: a relationship template must have the element 'TargetElement'\n"},
        BadXml{
            "UnknownEnd",
            topology("<NodeTemplate id=\"node\" type=\"t:N\"/>\n<RelationshipTemplate id=\"r\" type=\"t:R\"><SourceElement "
                     "ref=\"node\"/><TargetElement ref=\"nodee\"/></RelationshipTemplate>\n"),
            "service.tosca:5:88: error[unknown-name]: the target of 'r' is 'nodee', which is no node (did you mean 'node'?)\n"},
        BadXml{"IdTwice", topology("<NodeTemplate id=\"n\" type=\"t:N\"/>\n<NodeTemplate id=\"n\" type=\"t:N\"/>\n"),
               "service.tosca:5:19: error[duplicate-name]: the id 'n' is used twice\n"
               "  service.tosca:4:19: it is used here first\n"},
        BadXml{"UnknownType", topology("<NodeTemplate id=\"n\" type=\"t:M\"/>\n"),
               "service.tosca:4:28: error[unknown-type]: there is no node type '{urn:t}M' (did you mean '{urn:t}N'?)\n"},
        BadXml{"UnknownPrefixOfName", topology("<NodeTemplate id=\"n\" type=\"u:N\"/>\n"),
               "service.tosca:4:28: error[unknown-name]: the prefix of 'u:N' is not declared\n"},
        BadXml{"UnknownPrefixOfElement", definitions("<u:Extra/>"),
               "service.tosca:3:2: error[unknown-name]: the prefix of 'u:Extra' is not declared\n"},
        BadXml{"NeitherYesNorNo", definitions("<NodeType name=\"M\" abstract=\"true\"/>"),
               "service.tosca:3:30: error[wrong-value]: 'abstract' must be 'yes' or 'no', not 'true'\n"},
        BadXml{"NoNumber", topology("<NodeTemplate id=\"n\" type=\"t:N\" maxInstances=\"many\"/>\n"),
               "service.tosca:4:47: error[wrong-value]: 'maxInstances' must be a number or 'unbounded', not 'many'\n"},
        BadXml{"ImportOfNothing",
               definitions("<Import importType=\"http://docs.oasis-open.org/tosca/ns/2011/12\" location=\"a%20b.tosca\"/>"),
               "service.tosca:3:76: error[import-not-found]: there is no file 'a b.tosca' to import\n"},
        BadXml{"RegionWithoutTag",
               definitions("<ServiceTemplate id=\"s\"><Tags><Tag name=\"scalingplans\" value=\"r\"/></Tags><TopologyTemplate/></"
                           "ServiceTemplate>"),
               "service.tosca:3:32: error[region-malformed]: the tag 'scalingplans' names the region 'r', but there is no tag "
               "of that name\n"}),
    [](const auto& test) { return test.param.name; });

TEST(Xml, ExtensionsOfOtherNamespacesAreIgnored) {
  const Model model(
      topology("<o:Extra><Any/></o:Extra><documentation>text</documentation>\n"
               "<NodeTemplate id=\"n\" type=\"t:N\" o:x=\"1\"><o:More/></NodeTemplate>\n"));
  EXPECT_EQ(model.problems(), "");
  EXPECT_TRUE(model.topology);
}

TEST(Xml, NamesWithoutPrefixAreOfTheDefaultNamespaceElseOfTheTarget) {
  const Model model(
      R"(<x:Definitions id="d" targetNamespace="urn:t" xmlns="urn:o" xmlns:x="http://docs.oasis-open.org/tosca/ns/2011/12">
<x:NodeType name="A" targetNamespace="urn:o"/><x:NodeType name="A"/><x:NodeType name="B"/>
<x:ServiceTemplate id="s"><x:TopologyTemplate>
<x:NodeTemplate id="a" type="A"/><x:NodeTemplate id="b" type="B"/><x:NodeTemplate id="c" type="p:A" xmlns:p="urn:t"/>
</x:TopologyTemplate></x:ServiceTemplate></x:Definitions>)");
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  std::string types;
  for (const Node& node : model.topology->nodes) types += model.topology->types[node.type].name + " ";
  EXPECT_EQ(types, "{urn:o}A {urn:t}B {urn:t}A ");
}

TEST(Xml, ImportsMayBeCyclicAndOtherKindsOfThemAreSkipped) {
  const std::string import = R"(<Import importType="http://docs.oasis-open.org/tosca/ns/2011/12" location=)";
  const Model model(
      {{"Definitions/service.tosca",
        definitions(import + "\"other%20types.tosca\"/>"
                             "<Import importType=\"http://www.w3.org/2001/XMLSchema\" location=\"none.xsd\"/>"
                             "<ServiceTemplate id=\"s\"><TopologyTemplate>"
                             "<NodeTemplate id=\"n\" type=\"o:M\"/></TopologyTemplate></ServiceTemplate>")},
       {"Definitions/other types.tosca",
        R"(<Definitions id="d" targetNamespace="urn:o" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t">)" +
            import + "\"service.tosca\"/><NodeType name=\"M\"><DerivedFrom typeRef=\"t:N\"/></NodeType></Definitions>"}});
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_TRUE(model.topology->derives_from(model.topology->nodes[NodeId(0)].type, "{urn:t}N"));
}

TEST(Xml, EndsMayBeRequirementsAndCapabilitiesThatComeLater) {
  const Model model(
      topology("<RelationshipTemplate id=\"r\" type=\"t:R\"><SourceElement ref=\"req\"/><TargetElement "
               "ref=\"cap\"/></RelationshipTemplate>\n"
               "<NodeTemplate id=\"a\" type=\"t:N\"><Requirements><Requirement id=\"req\" name=\"needs\" "
               "type=\"t:Q\"/></Requirements></NodeTemplate>\n"
               "<NodeTemplate id=\"b\" type=\"t:N\"><Capabilities><Capability id=\"cap\" name=\"offers\" "
               "type=\"t:C\"/></Capabilities></NodeTemplate>\n"));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  const Relationship& relationship = *model.topology->relationships.begin();
  EXPECT_EQ(model.topology->nodes[relationship.source].name + " " + relationship.requirement, "a needs");
  EXPECT_EQ(model.topology->nodes[relationship.target].name + " " + relationship.capability, "b offers");
}

TEST(Xml, PropertiesAreAnyElements) {
  const Model model(
      topology("<NodeTemplate id=\"n\" type=\"t:N\"><Properties><o:P>\n"
               "<o:port>get_input: port</o:port><t:version> 1.10 </t:version><nested><a>x</a><b>y</b></nested><none/>\n"
               "</o:P></Properties></NodeTemplate>\n"));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  const auto text = [&](std::string_view name) { return to_text(*model.topology->property(NodeId(0), name)); };
  EXPECT_EQ(model.topology->inputs.at(0).name, "port");
  EXPECT_EQ(text("version"), "1.10");
  EXPECT_EQ(text("nested"), "xy");
  EXPECT_EQ(text("none"), "");
}

}  // namespace
}  // namespace planbuilder::tosca
