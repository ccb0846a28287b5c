#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

std::string definitions_with_script(std::string_view body) {
  return R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t" xmlns:winery="http://www.opentosca.org/winery/extensions/tosca/2013/02/12">
<ArtifactType name="Script"/>
<NodeType name="Base"><Interfaces><Interface name="life"><Operation name="install"/><Operation name="start"/></Interface></Interfaces></NodeType>
<NodeType name="N"><DerivedFrom typeRef="t:Base"/></NodeType>
)" + std::string(body) +
         R"(<ServiceTemplate id="s"><TopologyTemplate><NodeTemplate id="n" type="t:N"><DeploymentArtifacts>
<DeploymentArtifact name="app" artifactType="t:Script" artifactRef="t:Folder"/></DeploymentArtifacts></NodeTemplate></TopologyTemplate></ServiceTemplate>
<ArtifactTemplate id="Install" type="t:Script"><ArtifactReferences><ArtifactReference reference="urn%253At/install.sh"/></ArtifactReferences></ArtifactTemplate>
<ArtifactTemplate id="Start" type="t:Script"><ArtifactReferences><ArtifactReference reference="start.sh"/></ArtifactReferences></ArtifactTemplate>
<ArtifactTemplate id="Folder" type="t:Script"><ArtifactReferences><ArtifactReference reference="files">
<Include pattern="*.py"/><Exclude pattern="test*"/></ArtifactReference></ArtifactReferences></ArtifactTemplate>
</Definitions>
)";
}

std::vector<std::pair<std::string, std::string>> files(std::string_view body) {
  return {{"service.tosca", definitions_with_script(body)},
          {"urn%3At/install.sh", ""},
          {"start.sh", ""},
          {"files/a.py", ""},
          {"files/b.txt", ""},
          {"files/deep/b.py", ""},
          {"files/test_a.py", ""}};
}

/// `operation=file` of the only node, a `!` for files that are not there.
std::string implementations(const Topology& topology) {
  std::string text;
  for (const Interface& item : topology.interfaces(NodeId(0))) {
    for (const Operation& operation : item.operations) {
      text += operation.name + "=";
      if (operation.implementation) text += operation.implementation->file + (operation.implementation->present ? "" : "!");
      text += " ";
    }
  }
  return text;
}

constexpr std::string_view install =
    R"(<ImplementationArtifact interfaceName="life" operationName="install" artifactType="t:Script" artifactRef="t:Install"/>)";
constexpr std::string_view implementations_start =
    R"(<ImplementationArtifact interfaceName="life" operationName="start" artifactType="t:Script" artifactRef="t:Start"/>)";

std::string implementation(std::string_view name, std::string_view content) {
  return "<NodeTypeImplementation name=\"" + std::string(name) + "\" nodeType=\"t:N\">" + std::string(content) +
         "</NodeTypeImplementation>\n";
}
std::string artifacts(std::string_view content) {
  return "<ImplementationArtifacts>" + std::string(content) + "</ImplementationArtifacts>";
}

TEST(XmlImplementations, ServeInheritedOperationsAndFindTheirFiles) {
  const Model model(files(implementation("I", artifacts(std::string(install) + std::string(implementations_start)))));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(implementations(*model.topology), "install=urn%3At/install.sh start=start.sh ");
}

TEST(XmlImplementations, DeriveFromOneAnother) {
  const Model model(files(
      "<NodeTypeImplementation name=\"P\" abstract=\"yes\" nodeType=\"t:N\">" + artifacts(install) + "</NodeTypeImplementation>" +
      implementation("I", "<DerivedFrom nodeTypeImplementationRef=\"t:P\"/>" + artifacts(implementations_start))));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(implementations(*model.topology), "install=urn%3At/install.sh start=start.sh ");
}

TEST(XmlImplementations, OfSeveralTheOneThatImplementsMostIsTaken) {
  const Model model(files(implementation("I", artifacts(implementations_start)) +
                          implementation("J", artifacts(std::string(install) + std::string(implementations_start)))));
  EXPECT_EQ(
      model.problems(),
      "service.tosca:6:2: note[implementation-chosen]: the node type '{urn:t}N' has 2 implementations: '{urn:t}J' is taken\n"
      "  service.tosca:5:2: '{urn:t}I' serves what that one leaves out\n");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(implementations(*model.topology), "install=urn%3At/install.sh start=start.sh ");
}

TEST(XmlImplementations, PatternsChooseFromAFolder) {
  const Model model(files(""));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  std::string text;
  for (const Artifact& artifact : model.topology->nodes[NodeId(0)].artifacts) text += artifact.name + "=" + artifact.file + " ";
  EXPECT_EQ(text, "app=files/a.py app/deep/b.py=files/deep/b.py ");
}

TEST(XmlImplementations, WhatTheyNameMustBeThere) {
  const Model model(
      files("<NodeTypeImplementation name=\"I\" nodeType=\"t:M\"/>\n" +
            implementation("J", "<DerivedFrom nodeTypeImplementationRef=\"t:P\"/>" +
                                    artifacts("<ImplementationArtifact artifactType=\"t:Script\" artifactRef=\"t:None\"/>"))));
  EXPECT_EQ(model.problems(),
            "service.tosca:5:44: error[unknown-type]: there is no node type '{urn:t}M'\n"
            "service.tosca:6:89: error[unknown-name]: there is no implementation '{urn:t}P' to derive from\n"
            "service.tosca:6:181: error[unknown-name]: there is no artifact template '{urn:t}None'\n");
}

TEST(XmlTypes, AbstractAndFinalAndEndsAreChecked) {
  const Model model(files(
      "<NodeType name=\"F\" final=\"yes\"/><NodeType name=\"G\"><DerivedFrom typeRef=\"t:F\"/></NodeType>\n"
      "<NodeType name=\"A\" abstract=\"yes\"/><RelationshipType name=\"R\"><ValidSource typeRef=\"t:Base\"/><ValidTarget "
      "typeRef=\"t:Base\"/></RelationshipType>\n"
      "<ServiceTemplate id=\"x\"><TopologyTemplate><NodeTemplate id=\"a\" type=\"t:A\"/><NodeTemplate id=\"n\" type=\"t:N\"/>\n"
      "<RelationshipTemplate id=\"r\" type=\"t:R\"><SourceElement ref=\"n\"/><TargetElement "
      "ref=\"a\"/></RelationshipTemplate></TopologyTemplate></ServiceTemplate>\n"));
  EXPECT_EQ(model.problems(),
            "service.tosca:5:74: warning[final-type]: '{urn:t}G' derives from '{urn:t}F', which is final\n"
            "  service.tosca:5:2: it says so here\n"
            "service.tosca:7:70: warning[abstract-type]: 'a' is of the type '{urn:t}A', which is abstract\n"
            "  service.tosca:6:2: it says so here\n"
            "service.tosca:8:85: error[wrong-end]: the target of 'r' must be of the type '{urn:t}Base', but 'a' is of the type "
            "'{urn:t}A'\n"
            "  service.tosca:6:116: it is asked for here\n"
            "service.tosca:9:2: warning[service-ignored]: there is a service template already: this one is not planned\n"
            "  service.tosca:7:2: the first one is planned\n");
}

TEST(XmlTypes, WineryListsPropertiesWithDefaults) {
  const Model model(
      R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t" xmlns:w="http://www.opentosca.org/winery/extensions/tosca/2013/02/12">
<NodeType name="N"><w:PropertiesDefinition elementname="P" namespace="urn:p">
<w:properties><w:key>port</w:key><w:type>xsd:string</w:type><w:defaultValue>get_input: port</w:defaultValue></w:properties>
<w:properties><w:key>name</w:key><w:type>xsd:string</w:type><w:required>true</w:required></w:properties>
</w:PropertiesDefinition></NodeType>
<ServiceTemplate id="s"><TopologyTemplate><NodeTemplate id="n" type="t:N"/></TopologyTemplate></ServiceTemplate></Definitions>)");
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  ASSERT_EQ(model.topology->inputs.size(), 1u);
  EXPECT_EQ(model.topology->inputs[0].name, "port");
}

}  // namespace
}  // namespace planbuilder::tosca
