// A service in Alien4Cloud's dialect, whose types are an archive beside it, built and removed by plans that bash really runs.

#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view alien_topology = R"(tosca_definitions_version: alien_dsl_2_0_0
metadata:
  template_name: shop
  template_version: 0.1.0-SNAPSHOT
  template_author: somebody
description: ""
imports:
  - tosca-normative-types:1.0.0-ALIEN20
  - org.somebody.shop:1.0.0
topology_template:
  inputs:
    port: {type: integer, default: 8080}
  node_templates:
    Server:
      metadata: {a4c_edit_x: 10}
      type: tosca.nodes.Compute
    Database:
      type: org.somebody.nodes.Database
      requirements:
        - hostedOnServer: {type_requirement: host, node: Server, capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}
    Web:
      type: org.somebody.nodes.Web
      properties: {port: {get_input: port}}
      requirements:
        - hostedOnServer: {type_requirement: host, node: Server, capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}
        - toDatabase: {type_requirement: database, node: Database, capability: org.somebody.capabilities.Sql, relationship: org.somebody.relationships.UsesDatabase}
  outputs:
    address: {value: {concat: [{get_attribute: [Web, url]}, /, {get_attribute: [Web, page]}]}}
  workflows:
    install:
      metadata: {a4c_generated: true}
      steps:
        Web_start: {target: Web, activities: [{call_operation: Standard.start}], on_success: [Web_started]}
        Web_started: {target: Web, activities: [{set_state: started}]}
)";

constexpr std::string_view alien_types = R"(tosca_definitions_version: alien_dsl_1_4_0
template_name: org.somebody.shop
template_version: 1.0.0
imports:
  - tosca-normative-types:1.0.0-ALIEN14
capability_types:
  org.somebody.capabilities.Sql: {derived_from: tosca.capabilities.Endpoint, properties: {port: 3306}}
relationship_types:
  org.somebody.relationships.UsesDatabase:
    derived_from: tosca.relationships.ConnectsTo
    valid_target_types: [org.somebody.capabilities.Sql]
    interfaces:
      Configure:
        add_source: {inputs: {WHAT: connect}, implementation: scripts/log.sh}
node_types:
  org.somebody.nodes.Database:
    derived_from: tosca.nodes.SoftwareComponent
    tags: {icon: /images/db.png}
    capabilities: {sql: {type: org.somebody.capabilities.Sql, occurrences: [0, unbounded]}}
    interfaces:
      Standard:
        create: {inputs: {WHAT: database}, implementation: scripts/log.sh}
        delete: {inputs: {WHAT: no database}, implementation: scripts/log.sh}
  org.somebody.nodes.Web:
    derived_from: [tosca.nodes.SoftwareComponent, tosca.nodes.Root]
    properties: {port: {type: integer, default: 80}}
    attributes:
      url: {concat: ["http://localhost:", {get_property: [SELF, port]}]}
      page: {get_operation_output: [SELF, Standard, start, PAGE]}
    requirements:
      - database: org.somebody.capabilities.Sql
        relationship_type: org.somebody.relationships.UsesDatabase
        lower_bound: 0
        upper_bound: unbounded
    interfaces:
      Standard:
        start: {inputs: {WHAT: {concat: ["web on ", {get_property: [SELF, port]}]}}, implementation: scripts/start.sh}
)";

class Alien : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/topology.yml", alien_topology);
    folder_.write("in/shop/types.yml", alien_types);
    folder_.write("in/shop/scripts/log.sh", "echo \"$WHAT\" >>\"$TRACE\"\n");
    folder_.write("in/shop/scripts/start.sh", "echo \"$WHAT\" >>\"$TRACE\"\necho PAGE=shop >\"$PLANBUILDER_OUTPUTS\"\n");
    const Result generated = planbuilder({"generate", folder_ / "in", "--target", "shell", "-o", folder_ / "out"});
    ASSERT_EQ(generated.exit_code, 0) << generated.err;
  }

  Result run_plan(const std::string& plan) {
    RunOptions options;
    options.environment = {{"TRACE", folder_ / "trace"}};
    return run({folder_ / ("out/" + plan + "/shell/plan.sh"), "--state", folder_ / "state"}, options);
  }

  Folder folder_;
};

TEST_F(Alien, IsBuiltAndRemoved) {
  const Result built = run_plan("build");
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  const std::string trace = read_file(folder_.path() / "trace");
  EXPECT_EQ(trace.size(), std::string("database\nweb on 8080\nconnect\n").size()) << trace;
  EXPECT_LT(trace.find("database"), trace.find("connect")) << trace;
  EXPECT_LT(trace.find("web on 8080"), trace.find("connect")) << trace;
  EXPECT_NE(built.out.find("http://localhost:8080/shop"), std::string::npos) << built.out;
  const Result removed = run_plan("terminate");
  ASSERT_EQ(removed.exit_code, 0) << removed.out << removed.err;
  EXPECT_NE(read_file(folder_.path() / "trace").find("no database"), std::string::npos);
}

TEST_F(Alien, PlansArePackedButNotDeclared) {
  const Result packed = planbuilder({"pack", folder_ / "in", "-o", folder_ / "shop.csar"});
  EXPECT_EQ(packed.exit_code, 0) << packed.err;
  EXPECT_NE(packed.err.find("this file is of Alien4Cloud's dialect"), std::string::npos) << packed.err;
}

}  // namespace
}  // namespace planbuilder::testing
