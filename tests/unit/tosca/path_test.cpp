#include <gtest/gtest.h>

#include "planbuilder/tosca/values/evaluate.h"
#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

constexpr std::string_view path_service = R"(tosca_definitions_version: tosca_2_0
capability_types:
  Host:
    properties:
      cpus: {type: string, default: '8'}
      disks: {type: list, entry_schema: string, required: false}
    attributes:
      load: {type: string}
relationship_types:
  HostedOn:
    properties:
      path: {type: string, default: /opt}
    attributes:
      speed: {type: string}
artifact_types:
  Image: {}
node_types:
  App:
    properties:
      title: {type: string, default: shop}
      data: {type: map, entry_schema: string, required: false}
      value: {type: TYPE, required: false}
    attributes:
      address: {type: string}
    requirements:
      - host: {capability: Host, relationship: HostedOn, count_range: [0, 3]}
      - spare: {capability: Host, count_range: [0, 1]}
    artifacts:
      image: {type: Image, file: images/app}
  Machine:
    properties:
      name: {type: string, default: rack}
    capabilities:
      host: Host
service_template:
  inputs:
    word: {type: string}
    words: {type: list, entry_schema: string}
  node_templates:
    app:
      type: App
      properties:
        data: {one: first}
        value: VALUE
      requirements:
        - host: left
        - host: {node: right, relationship: {type: HostedOn, properties: {path: /srv}}}
    many: {type: App, count: 3}
    left: {type: Machine, capabilities: {host: {properties: {disks: [a, b]}}}}
    right: {type: Machine, properties: {name: tower}}
)";

/// The value of a property of `app`, evaluated; or what is wrong with it.
std::string evaluated_path(const std::string& value, const std::string& type = "string") {
  std::string with_value(path_service);
  with_value.replace(with_value.find("TYPE"), 4, type);
  with_value.replace(with_value.find("VALUE"), 5, value);
  const testing::Model model(with_value);
  if (!model.topology) return model.problems();
  const NodeId app = model.topology->find_node("app");
  const Value result = evaluate({*model.topology, app}, *model.topology->property(app, "value"));
  if (const Call* call = result.call()) {
    std::string words = call->function;
    for (const Value& argument : call->arguments) words += " " + to_text(argument);
    return words;
  }
  return to_text(result);
}

TEST(Path, NamesANodeOrSelf) {
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, title]}"), "shop");
  EXPECT_EQ(evaluated_path("{$get_property: [right, name]}"), "tower");
  EXPECT_EQ(evaluated_path("{$get_property: [right, 0, name]}"), "tower");
  EXPECT_EQ(evaluated_path("{$get_property: [many, 2, title]}"), "shop");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, data, one]}"), "first");
}

TEST(Path, LeavesAttributesToTheRun) {
  EXPECT_EQ(evaluated_path("{$get_attribute: [SELF, address]}"), "get_attribute node app address");
  EXPECT_EQ(evaluated_path("{$get_attribute: [SELF, RELATIONSHIP, host, 1, speed]}"),
            "get_attribute relationship app.host.1 speed");
  EXPECT_EQ(evaluated_path("{$get_attribute: [left, CAPABILITY, host, load]}"), "get_attribute node left host.load");
}

TEST(Path, GoesOverRelationships) {
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, host, path]}"), "/opt");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, host, 1, path]}"), "/srv");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, host, TARGET, name]}"), "rack");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, host, 1, TARGET, name]}"), "tower");
  EXPECT_EQ(evaluated_path("{$get_property: [app, RELATIONSHIP, host, 1, SOURCE, title]}"), "shop");
}

TEST(Path, GoesOverCapabilities) {
  EXPECT_EQ(evaluated_path("{$get_property: [left, CAPABILITY, host, cpus]}"), "8");
  EXPECT_EQ(evaluated_path("{$get_property: [left, CAPABILITY, host, disks, 1]}"), "b");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, host, 0, CAPABILITY, disks, 0]}"), "a");
  EXPECT_EQ(evaluated_path("{$get_property: [right, CAPABILITY, host, RELATIONSHIP, path]}"), "/srv");
  EXPECT_EQ(evaluated_path("{$get_property: [right, CAPABILITY, host, RELATIONSHIP, 0, SOURCE, title]}"), "shop");
}

TEST(Path, MakesOneListOfAll) {
  const std::string list = "list, entry_schema: string";
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, host, ALL, path]}", list), R"(["/opt","/srv"])");
  EXPECT_EQ(
      evaluated_path(
          "{$get_property: [SELF, RELATIONSHIP, host, ALL, TARGET, CAPABILITY, host, RELATIONSHIP, ALL, SOURCE, title]}", list),
      R"(["shop","shop"])");
  EXPECT_EQ(evaluated_path("{$get_property: [many, ALL, title]}", list), R"(["shop","shop","shop"])");
}

TEST(Path, SaysWhichStepLeadsNowhere) {
  EXPECT_EQ(evaluated_path("{$get_property: [lfet, name]}"),
            "service.yaml:44:33: error[bad-function]: there is no node 'lfet' (did you mean 'left'?)\n");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, hots, path]}"),
            "service.yaml:44:53: error[bad-function]: 'app' has no requirement 'hots' (did you mean 'host'?)\n");
  EXPECT_EQ(evaluated_path("{$get_property: [left, CAPABILITY, hots, cpus]}"),
            "service.yaml:44:51: error[bad-function]: 'left' has no capability 'hots' (did you mean 'host'?)\n");
  EXPECT_EQ(evaluated_path("{$get_property: [left, CAPABILITY, host, cpu]}"),
            "service.yaml:44:57: error[bad-function]: the capability 'host' of 'left' has no property or attribute 'cpu' (did "
            "you mean 'cpus'?)\n");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, host, 2, path]}"),
            "service.yaml:44:59: error[bad-function]: the requirement 'host' of 'app' has 2 relationships: there is no 2, "
            "counted from 0\n");
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, SOURCE, path]}"),
            "service.yaml:44:39: error[bad-function]: SOURCE does not follow a node, only RELATIONSHIP or CAPABILITY does\n");
  EXPECT_EQ(evaluated_path("{$get_property: [TARGET, name]}"),
            "service.yaml:44:33: error[bad-function]: a path starts with SELF or the name of a node: [SELF, TARGET, ...]\n");
  EXPECT_EQ(evaluated_path("{$get_property: [many, 3, title]}"),
            "service.yaml:44:39: error[bad-function]: 'many' is there 3 times: there is no 3, counted from 0\n");
  EXPECT_EQ(evaluated_path("{$get_property: [left, CAPABILITY, host]}"),
            "service.yaml:44:16: error[bad-function]: the path ends at the capability 'host' of 'left': it must go on with the "
            "name of a property or attribute\n");
}

TEST(Path, LeavesToTheRunWhatTheTemplateDoesNotFulfil) {
  EXPECT_EQ(evaluated_path("{$get_property: [SELF, RELATIONSHIP, spare, 0, TARGET, name]}"),
            "$get_property SELF RELATIONSHIP spare 0 TARGET name");
}

TEST(Path, FindsArtifacts) {
  EXPECT_EQ(evaluated_path("{$get_artifact: [SELF, image]}"), "images/app");
  EXPECT_EQ(evaluated_path("{$get_artifact: [SELF, imag]}"),
            "service.yaml:44:39: error[bad-function]: 'app' has no artifact 'imag' (did you mean 'image'?)\n");
}

TEST(Path, InputsHaveParts) {
  EXPECT_EQ(evaluated_path("{$get_input: [words, $node_index]}"), "get_input words 0");
  EXPECT_EQ(evaluated_path("{$get_input: [word, 0]}"),
            "service.yaml:44:16: error[bad-function]: the input 'word' is of type string and has no parts\n");
  EXPECT_EQ(evaluated_path("{$concat: [{$get_attribute: [left, CAPABILITY, host, load]}, '%']}"),
            R"(concat {"$get_attribute":["node","left","host.load"]} %)");
}

TEST(Path, SelfOfARelationshipIsTheRelationship) {
  const testing::Model model(R"(tosca_definitions_version: tosca_2_0
capability_types: {Port: {properties: {number: {type: integer, default: 80}}}}
relationship_types:
  Link:
    properties:
      from: {type: string, required: false}
      to: {type: integer, required: false}
node_types:
  Client: {properties: {label: {type: string}}, requirements: [link: {capability: Port, relationship: Link}]}
  Server: {capabilities: {port: Port}}
service_template:
  node_templates:
    client:
      type: Client
      properties: {label: shop}
      requirements:
        - link:
            node: server
            relationship:
              type: Link
              properties:
                from: {$get_property: [SELF, SOURCE, label]}
                to: {$get_property: [SELF, CAPABILITY, number]}
    server: {type: Server}
)");
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  const RelationshipId link = model.topology->find_relationship("client.link");
  ASSERT_TRUE(link.valid());
  const auto property = [&](std::string_view name) {
    return to_text(evaluate({*model.topology, link}, *model.topology->property(link, name)));
  };
  EXPECT_EQ(property("from"), "shop");
  EXPECT_EQ(property("to"), "80");
}

}  // namespace
}  // namespace planbuilder::tosca
