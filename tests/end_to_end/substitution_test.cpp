// A node that another service of the archive stands in for, as a user sees it.

#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

const std::string version = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

const std::string shop = version + R"(
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: front
        - dependency: orders
      interfaces: {Standard: {operations: {create: run.sh}}}
    front:
      type: tosca.nodes.Compute
    orders:
      type: tosca.nodes.Database
      directives: [substitute]
      properties: {name: orders, user: keeper}
  outputs:
    database: {value: {get_property: [orders, name]}}
)";

const std::string database = version + R"(
topology_template:
  inputs:
    name: {type: string}
  node_templates:
    schema:
      type: tosca.nodes.Database
      properties: {name: {get_input: name}}
      requirements: [{host: engine}]
      interfaces: {Standard: {operations: {create: run.sh}}}
    engine:
      type: tosca.nodes.DBMS
      requirements: [{host: machine}]
      interfaces: {Standard: {operations: {create: run.sh}}}
    machine:
      type: tosca.nodes.Compute
  substitution_mappings:
    node_type: tosca.nodes.Database
    properties: {name: [name]}
    capabilities: {database_endpoint: [schema, database_endpoint], feature: [schema, feature]}
)";

TEST(Substitution, BringsTheInnerNodesInTheRightOrder) {
  Folder folder;
  folder.write("TOSCA-Metadata/TOSCA.meta",
               "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: test\nEntry-Definitions: shop.yaml\n"
               "Other-Definitions: parts/database.yaml\n");
  folder.write("shop.yaml", shop);
  folder.write("parts/database.yaml", database);
  folder.write("run.sh", "#!/bin/sh\n");
  folder.write("parts/run.sh", "#!/bin/sh\n");
  const Result result = planbuilder({"plan", folder.path().string(), "--kind", "build"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.substr(result.out.find("wave 1")), R"(wave 1
  front/provision               nothing to call
  orders.machine/provision      nothing to call

wave 2
  shop.host/provision           nothing to call  after front/provision
  orders.engine.host/provision  nothing to call  after orders.machine/provision

wave 3
  orders.engine/provision       create           after orders.engine.host/provision

wave 4
  orders.schema.host/provision  nothing to call  after orders.engine/provision

wave 5
  orders.schema/provision       create           after orders.schema.host/provision

wave 6
  shop.dependency/provision     nothing to call  after orders.schema/provision

wave 7
  shop/provision                create           after shop.host/provision, shop.dependency/provision

stacks
  front
    shop
  orders.machine
    orders.engine
      orders.schema

outputs
  database
)");
  EXPECT_NE(result.err.find("note[substitution-chosen]: 'orders' is replaced by another service"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace planbuilder::testing
