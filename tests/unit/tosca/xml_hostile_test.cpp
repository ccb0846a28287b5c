#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

constexpr std::string_view start =
    R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t">)";

std::string repeat(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(XmlHostile, DocumentTypesAreRefused) {
  const std::string refused =
      "error[xml-forbidden]: a document type declaration is not allowed here\n  remove the <!DOCTYPE ...>\n";
  const Model laughs(
      "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;\">]><Definitions>&c;</Definitions>");
  EXPECT_EQ(laughs.problems(), "service.tosca:1:11: " + refused);
  const Model outside("<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/hostname\">]><Definitions>&a;</Definitions>");
  EXPECT_EQ(outside.problems(), "service.tosca:1:11: " + refused);
}

TEST(XmlHostile, DeepNestingIsRefused) {
  const Model model(std::string(start) + repeat("<a>", 10000) + repeat("</a>", 10000) + "</Definitions>");
  EXPECT_EQ(model.problems(),
            "service.tosca:1:3111: error[xml-limit]: elements are nested more than 1000 levels deep\n  The limit is "
            "1000; if the input is to be trusted, raise it by --limit xml-depth=VALUE.\n");
}

std::string in_utf16(std::string_view text) {
  std::string units;
  for (const char c : text) units += {c, '\0'};
  return units;
}

TEST(XmlHostile, Utf16IsReadWithAMarkOrADeclaration) {
  const std::string body = std::string(start) +
                           "<NodeType name='N'/>\n<ServiceTemplate id='s'><TopologyTemplate><NodeTemplate id='n' type='t:N'/>"
                           "</TopologyTemplate></ServiceTemplate></Definitions>";
  const std::string declaration = "<?xml version='1.0' encoding='UTF-16'?>";
  for (const std::string& text :
       {"\xFF\xFE" + in_utf16(body), "\xFF\xFE" + in_utf16(declaration + body), in_utf16(declaration + body)}) {
    const Model model({{"service.tosca", text}});
    EXPECT_EQ(model.problems(), "");
    ASSERT_TRUE(model.topology);
    EXPECT_EQ(model.topology->nodes.size(), 1u);
  }
  EXPECT_EQ(Model({{"service.tosca", in_utf16(declaration + "\n<a></b>")}}).problems(),
            "service.tosca:2:6: error[xml-syntax]: this is not XML: Start-end tags mismatch\n");
  EXPECT_EQ(Model({{"service.tosca", in_utf16(declaration + "<a>") + "\x3D\xD8" + in_utf16("</a>")}}).problems(),
            "service.tosca:1:43: error[xml-syntax]: this is not XML: these bytes are no UTF-8\n");
}

TEST(XmlHostile, AnAttributeThatStandsTwiceIsRefused) {
  EXPECT_EQ(Model(std::string(start) + "\n<NodeType name='N' abstract='no'\n name='M'/></Definitions>").problems(),
            "service.tosca:3:2: error[xml-syntax]: this is not XML: the attribute 'name' stands twice in this element\n");
  const std::string many = repeat(" a='1'", 100'000);
  EXPECT_EQ(Model(std::string(start) + "<NodeType" + many + "/></Definitions>").problems(),
            "service.tosca:1:129: error[xml-syntax]: this is not XML: the attribute 'a' stands twice in this element\n");
}

TEST(XmlHostile, BrokenTextsAreExplained) {
  EXPECT_EQ(Model(std::string(start)).problems(),
            "service.tosca:1:112: error[xml-syntax]: this is not XML: Start-end tags mismatch\n");
  EXPECT_EQ(Model("<Definitions").problems(),
            "service.tosca:1:12: error[xml-syntax]: this is not XML: Error parsing start element tag\n");
  EXPECT_EQ(Model("<a/><b/>").problems(),
            "service.tosca:1:6: error[xml-syntax]: this is not XML: there is more than one root element\n");
  EXPECT_EQ(Model("<?xml version=\"1.0\"?>").problems(),
            "service.tosca:1:22: error[xml-syntax]: this is not XML: No document element found\n");
  EXPECT_EQ(Model("<a>\xff\xfe</a>").problems(),
            "service.tosca:1:4: error[xml-syntax]: this is not XML: these bytes are no UTF-8\n");
}

TEST(XmlHostile, OneVeryLongLineIsRead) {
  const Model model(std::string(start) +
                    "<NodeType name=\"N\"/><ServiceTemplate id=\"s\"><TopologyTemplate><NodeTemplate id=\"n\" type=\"t:N\">" +
                    "<Properties><P><text>" + std::string(10'000'000, 'x') +
                    "</text></P></Properties></NodeTemplate></TopologyTemplate></ServiceTemplate></Definitions>");
  EXPECT_EQ(model.problems(), "");
  EXPECT_TRUE(model.topology);
}

TEST(XmlHostile, ManyTemplatesAreRead) {
  std::string text =
      std::string(start) + "<NodeType name=\"N\"/><RelationshipType name=\"R\"/><ServiceTemplate id=\"s\"><TopologyTemplate>\n";
  const std::size_t count = 20000;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += "<NodeTemplate id=\"n" + n + "\" type=\"t:N\"><Requirements><Requirement id=\"r" + n +
            "\" name=\"r\" type=\"t:Q\"/></Requirements></NodeTemplate>\n<RelationshipTemplate id=\"l" + n +
            "\" type=\"t:R\"><SourceElement ref=\"r" + n + "\"/><TargetElement ref=\"n" + std::to_string((i + 1) % count) +
            "\"/></RelationshipTemplate>\n";
  }
  const Model model(text + "</TopologyTemplate></ServiceTemplate></Definitions>");
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(model.topology->relationships.size(), count);
}

}  // namespace
}  // namespace planbuilder::tosca
