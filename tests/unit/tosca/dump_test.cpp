// What each stage of the front end makes of a small service, as text.

#include <gtest/gtest.h>

#include "csar/archive.h"
#include "planbuilder/support/dump.h"
#include "planbuilder/tosca/files/dump_files.h"
#include "planbuilder/tosca/model/dump_topology.h"
#include "tests/support/model.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view service_text = R"(tosca_definitions_version: tosca_2_0
capability_types: {Host: {}}
relationship_types: {HostedOn: {}}
node_types:
  Server: {capabilities: {host: Host}}
  Shop:
    properties: {port: {type: integer, default: 80}}
    requirements: [{host: {capability: Host, relationship: HostedOn}}]
    interfaces: {}
service_template:
  node_templates:
    server: {type: Server}
    shop:
      type: Shop
      requirements: [{host: server}]
)";

/// The files of a folder with one definitions file, read but not made anything of.
class ReadFiles {
 public:
  explicit ReadFiles(std::string_view name, std::string_view text) {
    folder_.write(name, text);
    const auto archive = csar::Archive::open(folder_.path(), {}, diagnostics);
    files = tosca::read_files(*archive, std::string(name), {}, sources, diagnostics);
  }

  Sources sources;
  Diagnostics diagnostics;
  std::vector<tosca::DefinitionsFile> files;

 private:
  Folder folder_;
};

TEST(Dump, ShowsTheTreeOfYaml) {
  const ReadFiles read("service.yaml", service_text);
  EXPECT_EQ(tosca::dump_trees(read.files, read.sources, {}), R"(service.yaml
{} 1:1
"tosca_definitions_version" 1:1 = plain "tosca_2_0" 1:28
"capability_types" 2:1 = {} 2:19
  "Host" 2:20 = {} 2:26
"relationship_types" 3:1 = {} 3:21
  "HostedOn" 3:22 = {} 3:32
"node_types" 4:1 = {} 5:3
  "Server" 5:3 = {} 5:11
    "capabilities" 5:12 = {} 5:26
      "host" 5:27 = plain "Host" 5:33
  "Shop" 6:3 = {} 7:5
    "properties" 7:5 = {} 7:17
      "port" 7:18 = {} 7:24
        "type" 7:25 = plain "integer" 7:31
        "default" 7:40 = plain "80" 7:49
    "requirements" 8:5 = [] 8:19
      - {} 8:20
        "host" 8:21 = {} 8:27
          "capability" 8:28 = plain "Host" 8:40
          "relationship" 8:46 = plain "HostedOn" 8:60
    "interfaces" 9:5 = {} 9:17
"service_template" 10:1 = {} 11:3
  "node_templates" 11:3 = {} 12:5
    "server" 12:5 = {} 12:13
      "type" 12:14 = plain "Server" 12:20
    "shop" 13:5 = {} 14:7
      "type" 14:7 = plain "Shop" 14:13
      "requirements" 15:7 = [] 15:21
        - {} 15:22
          "host" 15:23 = plain "server" 15:29
)");
}

TEST(Dump, ShowsTheTreeOfXml) {
  const ReadFiles read("service.tosca", R"(<Definitions id="d" targetNamespace="urn:x"
    xmlns="http://docs.oasis-open.org/tosca/ns/2011/12">
  <NodeType name="Shop"><documentation>sells <![CDATA[a & b]]></documentation><!-- not this --></NodeType>
</Definitions>
)");
  EXPECT_EQ(tosca::dump_trees(read.files, read.sources, {}), R"(service.tosca
<Definitions> 1:2
  id="d"
  targetNamespace="urn:x"
  xmlns="http://docs.oasis-open.org/tosca/ns/2011/12"
  <NodeType> 3:4
    name="Shop"
    <documentation> 3:26
      "sells " 3:40
      "a & b" 3:55
)");
}

TEST(Dump, ShowsTheTreesOfFilesThatCannotBeUnderstood) {
  const ReadFiles read("service.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\nno_such_key: [1]\n");
  EXPECT_TRUE(read.diagnostics.has_errors());
  EXPECT_EQ(tosca::dump_trees(read.files, read.sources, {}), R"(service.yaml
{} 1:1
"tosca_definitions_version" 1:1 = plain "tosca_simple_yaml_1_3" 1:28
"no_such_key" 2:1 = [] 2:14
  - plain "1" 2:15
)");
}

TEST(Dump, ShowsTheDefinitionsOfEachFile) {
  const ReadFiles read("service.yaml", service_text);
  EXPECT_EQ(to_pretty_json(tosca::dump_definitions(read.files, read.sources)), R"([
  {
    "file": "service.yaml",
    "definitions": {
      "types": [
        {"name": "Host", "kind": "capability type", "at": "service.yaml:2:20"},
        {"name": "HostedOn", "kind": "relationship type", "at": "service.yaml:3:22"},
        {
          "name": "Server",
          "kind": "node type",
          "capabilities": [{"name": "host", "type": "Host", "at": "service.yaml:5:27"}],
          "at": "service.yaml:5:3"
        },
        {
          "name": "Shop",
          "kind": "node type",
          "properties": [
            {"name": "port", "schema": {"type": "integer"}, "default": "80", "at": "service.yaml:7:18"}
          ],
          "requirements": [
            {"name": "host", "capability": "Host", "relationship": "HostedOn", "at": "service.yaml:8:21"}
          ],
          "at": "service.yaml:6:3"
        }
      ],
      "service": {
        "nodes": [
          {"name": "server", "type": "Server", "at": "service.yaml:12:5"},
          {
            "name": "shop",
            "type": "Shop",
            "requirements": [{"name": "host", "node": "server", "at": "service.yaml:15:23"}],
            "at": "service.yaml:13:5"
          }
        ],
        "at": "service.yaml:11:3"
      }
    }
  }
]
)");
}

TEST(Dump, ShowsTheTopology) {
  Model model(service_text);
  ASSERT_TRUE(model.topology) << model.problems();
  model.topology->name = "service";  // else it is that of the test's folder
  EXPECT_EQ(to_pretty_json(tosca::dump_topology(*model.topology, model.sources)), R"({
  "name": "service",
  "source": "service.yaml",
  "nodes": [
    {
      "name": "server",
      "type": ["Server"],
      "machine": "server",
      "required_by": ["shop.host"],
      "at": "service.yaml:12:5"
    },
    {
      "name": "shop",
      "type": ["Shop"],
      "hosted_by": "shop.host",
      "machine": "server",
      "properties": {"port": 80},
      "requirements": ["shop.host"],
      "at": "service.yaml:13:5"
    }
  ],
  "relationships": [
    {
      "id": "shop.host",
      "type": ["HostedOn"],
      "source": "shop",
      "requirement": "host",
      "target": "server",
      "capability": "host",
      "hosting": true,
      "at": "service.yaml:15:23"
    }
  ]
}
)");
}

TEST(Dump, ShowsTheBoundaryOfAServiceInXml) {
  const Model model(
      R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t">
<RequirementType name="Q"/><CapabilityType name="C"/>
<NodeType name="N">
<RequirementDefinitions><RequirementDefinition name="q" requirementType="t:Q" lowerBound="0"/></RequirementDefinitions>
<CapabilityDefinitions><CapabilityDefinition name="c" capabilityType="t:C"/></CapabilityDefinitions>
</NodeType>
<ServiceTemplate id="s">
<BoundaryDefinitions>
<Properties><P><port>80</port></P><PropertyMappings>
<PropertyMapping serviceTemplatePropertyRef="/P/port" targetObjectRef="n" targetPropertyRef="/N/port"/>
</PropertyMappings></Properties>
<Requirements><Requirement name="needs" ref="q1"/></Requirements>
<Capabilities><Capability name="gives" ref="c1"/></Capabilities>
<Interfaces><Interface name="life"><Operation name="begin"><Plan planRef="first"/></Operation></Interface></Interfaces>
</BoundaryDefinitions>
<TopologyTemplate>
<NodeTemplate id="n" type="t:N"><Requirements><Requirement id="q1" name="q" type="t:Q"/></Requirements>
<Capabilities><Capability id="c1" name="c" type="t:C"/></Capabilities></NodeTemplate>
</TopologyTemplate>
<Plans><Plan id="first" planType="urn:x/BuildPlan" planLanguage="urn:bpel"><PlanModelReference reference="first.zip"/></Plan></Plans>
</ServiceTemplate>
</Definitions>
)");
  ASSERT_TRUE(model.topology) << model.problems();
  const std::string text = to_pretty_json(tosca::dump_topology(*model.topology, model.sources));
  const std::size_t boundary = text.find("\"boundary\"");
  ASSERT_NE(boundary, std::string::npos) << text;
  EXPECT_EQ(text.substr(boundary), R"("boundary": {
    "properties": {"port": "80"},
    "mappings": [{"property": "/P/port", "target": "n", "expression": "/N/port", "at": "service.tosca:10:2"}],
    "requirements": [{"name": "needs", "ref": "q1", "at": "service.tosca:12:46"}],
    "capabilities": [{"name": "gives", "ref": "c1", "at": "service.tosca:13:45"}],
    "operations": [{"interface": "life", "name": "begin", "plan": "first", "at": "service.tosca:14:37"}]
  },
  "plans": [
    {
      "id": "first",
      "type": "urn:x/BuildPlan",
      "language": "urn:bpel",
      "reference": "first.zip",
      "at": "service.tosca:20:9"
    }
  ]
}
)");
}

}  // namespace
}  // namespace planbuilder::testing
