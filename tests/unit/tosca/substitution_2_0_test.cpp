// Services of TOSCA 2.0 in the places of nodes: paths, selected nodes, and requirements that are shared.
#include <gtest/gtest.h>

#include "planbuilder/tosca/model/representations.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

const std::string head_2_0 = "tosca_definitions_version: tosca_2_0\n";

const std::string types_2_0 = head_2_0 + R"(
capability_types:
  Access: {properties: {dialect: {type: string, default: sql}}, attributes: {load: {type: integer}}}
relationship_types:
  Joins: {properties: {speed: {type: integer, default: 3}}, attributes: {state: {type: string}}}
node_types:
  Net: {capabilities: {port: Access}, properties: {cidr: {type: string}}}
  App:
    properties: {user: {type: string, required: false}, dialect: {type: string, required: false}}
    requirements: [{database: {capability: Access, node: Database, relationship: Joins}}]
  Database:
    properties: {user: {type: string}}
    attributes: {address: {type: string}}
    capabilities: {access: Access}
    requirements: [{network: {capability: Access, node: Net, relationship: Joins, count_range: [1, 3]}}]
  Server:
    properties:
      owner: {type: string, default: nobody}
      dialect: {type: string, default: none}
      speed: {type: integer, default: 0}
      speeds: {type: list, entry_schema: integer, default: []}
      cidr: {type: string, default: none}
    attributes: {path: {type: string}, states: {type: list, entry_schema: string}, load: {type: integer}}
    capabilities: {sql: Access}
    requirements:
      - net: {capability: Access, node: Net, relationship: Joins, count_range: [0, 3]}
      - one_net: {capability: Access, node: Net, relationship: Joins, count_range: [0, 1]}
)";

const std::string around = head_2_0 + R"(
imports: [types.yaml, inner.yaml]
service_template:
  node_templates:
    app:
      type: App
      properties:
        user: {$get_property: [SELF, RELATIONSHIP, database, TARGET, user]}
        dialect: {$get_property: [SELF, RELATIONSHIP, database, CAPABILITY, dialect]}
      requirements: [{database: db}]
    db:
      type: Database
      directives: [substitute]
      properties: {user: {$concat: [admin, {$get_property: [SELF, RELATIONSHIP, network, 1, TARGET, cidr]}]}}
      capabilities: {access: {properties: {dialect: hql}}}
      requirements:
        - network: {node: first, relationship: {properties: {speed: 7}}}
        - network: second
    first: {type: Net, properties: {cidr: "10."}}
    second: {type: Net, properties: {cidr: "11."}}
  outputs:
    address: {value: {$get_attribute: [db, address]}}
    load: {value: {$get_attribute: [db, CAPABILITY, access, load]}}
    state: {value: {$get_attribute: [db, RELATIONSHIP, network, 1, state]}}
    states: {value: {$get_property: [db, RELATIONSHIP, network, ALL, speed]}}
)";

/// A service in the place of `db`; its mappings are all but the node type.
Model substituted(const std::string& templates, const std::string& mappings) {
  return Model(std::vector<std::pair<std::string, std::string>>{
      {"service.yaml", around},
      {"inner.yaml", head_2_0 + "imports: [types.yaml]\nservice_template:\n" + templates +
                         "  substitution_mappings:\n    node_type: Database\n    capabilities: {access: [server, sql]}\n" +
                         mappings},
      {"types.yaml", types_2_0}});
}

std::string value_of(const Model& model, std::string_view node, std::string_view property) {
  const NodeId id = model.topology->find_node(node);
  const Value* value = id.valid() ? model.topology->property(id, property) : nullptr;
  return value == nullptr ? "(none)" : to_text(evaluate({*model.topology, id}, *value));
}

std::string output_value(const Model& model, std::string_view name) {
  for (const ParameterDefinition& output : model.topology->outputs) {
    if (output.name == name && output.value) return to_text(evaluate({*model.topology, std::nullopt}, *output.value));
  }
  return "(none)";
}

/// Each relationship as `source.requirement -> target`.
std::string joints_of(const Topology& topology) {
  std::string text;
  for (const Relationship& relationship : topology.relationships) {
    text += topology.nodes[relationship.source].name + "." + relationship.requirement + " -> " +
            topology.nodes[relationship.target].name + "\n";
  }
  return text;
}

constexpr auto whole_templates = R"(  inputs:
    owner: {type: string}
    dialect: {type: string}
    speed: {type: integer}
    speeds: {type: list, entry_schema: integer}
  node_templates:
    server:
      type: Server
      properties:
        owner: {$get_input: owner}
        dialect: {$get_input: dialect}
        speed: {$get_input: speed}
        speeds: {$get_input: speeds}
  outputs:
    place: {type: string, value: {$get_attribute: [server, path]}}
    all_states: {type: list, entry_schema: string, value: {$get_attribute: [server, states]}}
    busy: {type: integer, value: {$get_attribute: [server, load]}}
)";
constexpr auto whole_mappings = R"(    properties:
      user: owner
      [CAPABILITY, access, dialect]: dialect
      [RELATIONSHIP, network, speed]: speed
      [RELATIONSHIP, network, ALL, speed]: speeds
    attributes:
      address: place
      [CAPABILITY, access, load]: busy
      [RELATIONSHIP, network, ALL, state]: all_states
    requirements: [{network: [server, net]}]
)";

TEST(Substitution20, InputsAreReadByPaths) {
  const Model model = substituted(whole_templates, whole_mappings);
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(value_of(model, "db.server", "owner"), "admin11.");
  EXPECT_EQ(value_of(model, "db.server", "dialect"), "hql");
  EXPECT_EQ(value_of(model, "db.server", "speed"), "7");
  EXPECT_EQ(value_of(model, "db.server", "speeds"), "[7,3]");
}

TEST(Substitution20, PathsOfTheServiceAroundLeadToWhatCameInstead) {
  const Model model = substituted(whole_templates, whole_mappings);
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(value_of(model, "app", "user"), "admin11.");
  EXPECT_EQ(value_of(model, "app", "dialect"), "hql");
  EXPECT_EQ(output_value(model, "address"), R"({"$get_attribute":["node","db.server","path"]})");
  EXPECT_EQ(output_value(model, "load"), R"({"$get_attribute":["node","db.server","load"]})");
  EXPECT_EQ(output_value(model, "state"), R"({"$get_attribute":["node","db.server","states","1"]})");
  EXPECT_EQ(output_value(model, "states"), "[7,3]");
  EXPECT_EQ(joints_of(*model.topology),
            "app.database -> db.server\n"
            "db.server.net -> first\n"
            "db.server.net -> second\n");
}

std::string attributes_for_outputs() {
  return R"(    attributes: {address: place, [CAPABILITY, access, load]: busy, [RELATIONSHIP, network, 1, state]: place}
)";
}
constexpr auto outputs_of_server = R"(  outputs:
    place: {type: string, value: {$get_attribute: [server, path]}}
    busy: {type: integer, value: {$get_attribute: [server, load]}}
)";

TEST(Substitution20, ASelectedNodeIsTheOneThatTheRequirementLeadsTo) {
  const Model model = substituted(std::string(R"(  node_templates:
    server:
      type: Server
      properties: {cidr: {$get_property: [chosen, cidr]}}
      requirements: [{net: chosen}, {net: other}]
    chosen: {type: Net, directives: [select]}
    other: {type: Net, directives: [select]}
)") + outputs_of_server,
                                  attributes_for_outputs() + "    requirements: [{network: chosen}, {network: other}]\n");
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(value_of(model, "db.server", "cidr"), "10.");
  EXPECT_FALSE(model.topology->find_node("db.chosen").valid());
  EXPECT_EQ(joints_of(*model.topology),
            "app.database -> db.server\n"
            "db.server.net -> first\n"
            "db.server.net -> second\n");
}

constexpr auto two_servers = R"(  node_templates:
    server: {type: Server}
    second: {type: Server}
)";
constexpr auto third_server = R"(    third: {type: Server, requirements: [{one_net: {optional: false}}]}
)";

struct SharedCase {
  std::string mappings;
  std::string joints;
};

TEST(Substitution20, MappingsShareTheAssignmentsOfARequirement) {
  const SharedCase cases[] = {
      {"[{network: [server, net]}]", "db.server.net -> first\ndb.server.net -> second\n"},
      {"[{network: [server, net]}, {network: [second, net]}]", "db.server.net -> first\ndb.second.net -> second\n"},
      {"[{[network, 2]: [server, net]}, {network: [second, net]}]", "db.server.net -> first\ndb.server.net -> second\n"},
      {"[{network: [server, net]}, {[network, UNBOUNDED]: [second, net]}]", "db.server.net -> first\ndb.second.net -> second\n"},
      {"[{network: [[server, net], [second, net]]}]",
       "db.server.net -> first\ndb.server.net -> second\ndb.second.net -> first\ndb.second.net -> second\n"},
      // What must be fulfilled comes first.
      {"[{network: [server, net]}, {network: [third, one_net]}]", "db.server.net -> second\ndb.third.one_net -> first\n"},
      // Nothing is left for the second one.
      {"[{network: [server, one_net]}]", "db.server.one_net -> first\n"},
  };
  for (const SharedCase& each : cases) {
    const bool with_third = each.mappings.find("third") != std::string::npos;
    const Model model = substituted(std::string(two_servers) + (with_third ? third_server : "") + outputs_of_server,
                                    attributes_for_outputs() + "    requirements: " + each.mappings + "\n");
    ASSERT_TRUE(model.topology) << each.mappings << "\n" << model.problems();
    EXPECT_EQ(joints_of(*model.topology), "app.database -> db.server\n" + each.joints) << each.mappings;
  }
}

TEST(Substitution20, MappingsShareWhatACountStandsFor) {
  const SharedCase cases[] = {
      {"[{network: [server, net]}]", "db.server.net -> first 3\n"},
      {"[{[network, 2]: [server, net]}, {network: [second, net]}]", "db.server.net -> first 2\ndb.second.net -> first 1\n"},
      {"[{network: [server, net]}, {[network, UNBOUNDED]: [second, net]}]",
       "db.server.net -> first 1\ndb.second.net -> first 2\n"},
      // No more than the requirement inside may have.
      {"[{network: [server, one_net]}]", "db.server.one_net -> first 1\n"},
  };
  for (const SharedCase& each : cases) {
    const Model model(std::vector<std::pair<std::string, std::string>>{{"service.yaml",
                                                                        head_2_0 + R"(imports: [types.yaml, inner.yaml]
service_template:
  node_templates:
    first: {type: Net, properties: {cidr: "12."}}
    db: {type: Database, directives: [substitute], properties: {user: me}, requirements: [{network: {node: first, count: 3}}]}
)"},
                                                                       {"inner.yaml", head_2_0 + R"(imports: [types.yaml]
service_template:
  node_templates: {server: {type: Server}, second: {type: Server}}
  substitution_mappings: {node_type: Database, requirements: )" + each.mappings + "}\n"},
                                                                       {"types.yaml", types_2_0}});
    ASSERT_TRUE(model.topology) << each.mappings << "\n" << model.problems();
    std::string joints;
    for (const RelationshipId id : model.topology->relationships.ids()) {
      const Relationship& relationship = model.topology->relationships[id];
      joints += model.topology->nodes[relationship.source].name + "." + relationship.requirement + " -> " +
                model.topology->nodes[relationship.target].name + " " +
                std::to_string(known_count(*model.topology, id).value_or(0)) + "\n";
    }
    EXPECT_EQ(joints, each.joints) << each.mappings;
  }
}

/// A node that stands for a selected one may be replaced itself: it is named until then.
TEST(Substitution20, ASelectedNodeMayBeReplacedItself) {
  const Model model(
      std::vector<std::pair<std::string, std::string>>{{"service.yaml", head_2_0 + R"(imports: [types.yaml, inner.yaml, net.yaml]
service_template:
  node_templates:
    net: {type: Net, directives: [substitute], properties: {cidr: "12."}}
    db: {type: Database, directives: [substitute], properties: {user: me}, requirements: [{network: net}]}
)"},
                                                       {"inner.yaml", head_2_0 + R"(imports: [types.yaml]
service_template:
  inputs: {owner: {type: string}}
  node_templates:
    server: {type: Server, properties: {owner: {$get_input: owner}, cidr: {$get_property: [chosen, cidr]}}, requirements: [{net: chosen}]}
    chosen: {type: Net, directives: [select]}
  substitution_mappings: {node_type: Database, properties: {user: owner}, requirements: [{network: chosen}]}
)"},
                                                       {"net.yaml", head_2_0 + R"(imports: [types.yaml]
service_template:
  inputs: {cidr: {type: string}}
  node_templates: {switch: {type: Net, properties: {cidr: {$get_input: cidr}}}}
  substitution_mappings: {node_type: Net, properties: {cidr: cidr}, capabilities: {port: [switch, port]}}
)"},
                                                       {"types.yaml", types_2_0}});
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(joints_of(*model.topology), "db.server.net -> net.switch\n");
  EXPECT_EQ(value_of(model, "db.server", "cidr"), "12.");
  EXPECT_EQ(value_of(model, "db.server", "owner"), "me");
}

}  // namespace
}  // namespace planbuilder::tosca
