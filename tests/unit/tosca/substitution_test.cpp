#include <gtest/gtest.h>

#include "planbuilder/tosca/values/evaluate.h"
#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using Files = std::vector<std::pair<std::string, std::string>>;

using testing::file;

const std::string substitution_types = file(R"(
capability_types:
  Access: {derived_from: tosca.capabilities.Endpoint, properties: {dialect: {type: string, default: sql}}}
node_types:
  App:
    derived_from: tosca.nodes.Root
    properties: {url: {type: string, required: false}}
    requirements: [{database: {capability: Access, node: Database, relationship: tosca.relationships.ConnectsTo}}]
  Database:
    derived_from: tosca.nodes.Root
    properties:
      user: {type: string}
      port: {type: integer, default: 5432}
    attributes: {address: {type: string}, url: {type: string}}
    capabilities: {access: {type: Access}}
    requirements: [{network: {capability: tosca.capabilities.Node, occurrences: [0, 1]}}]
  BigDatabase: {derived_from: Database}
  Server:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {owner: {type: string}, port: {type: integer}, limits: {type: map, required: false}}
    attributes: {path: {type: string}}
    capabilities: {sql: {type: Access}}
)");

std::string substituted_service(std::string_view topology) {
  return file("imports: [types.yaml, database.yaml]\n" + std::string(topology));
}

const std::string database = file(R"(
imports: [types.yaml]
topology_template:
  inputs: {owner: {type: string}, port: {type: integer}, size: {type: integer, default: 3}}
  node_templates:
    server:
      type: Server
      properties: {owner: {get_input: owner}, port: {get_input: port}, limits: {size: {get_input: size}}}
      requirements: [{host: machine}]
    machine: {type: tosca.nodes.Compute}
  outputs:
    place: {type: string, value: {get_attribute: [machine, public_address]}}
    url: {type: string, value: {concat: ["sql://", {get_attribute: [machine, public_address]}, ":", {get_input: port}]}}
  substitution_mappings:
    node_type: Database
    properties: {user: [owner]}
    attributes: {address: [place]}
    capabilities: {access: [server, sql]}
    requirements: {network: [machine, dependency]}
)");

constexpr std::string_view outer = R"(
topology_template:
  inputs: {port: {type: integer}}
  node_templates:
    app:
      type: App
      properties: {url: {get_property: [SELF, database, user]}}
      requirements: [{database: db}]
    db:
      type: Database
      directives: [substitute]
      properties: {user: admin, port: {get_input: port}}
      requirements: [{network: net}]
    net: {type: tosca.nodes.Root}
  outputs:
    url: {value: {get_attribute: [db, url]}}
    address: {value: {get_attribute: [db, address]}}
    user: {value: {get_property: [db, user]}}
    dialect: {value: {get_property: [db, access, dialect]}}
)";

void replace(std::string& text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

/// The nodes, then each relationship as `id: source -> target (capability)`.
std::string shape_of(const Topology& topology) {
  std::string text;
  for (const Node& node : topology.nodes) text += (text.empty() ? "" : " ") + node.name;
  for (const Relationship& relationship : topology.relationships) {
    text += "\n" + relationship.id + ": " + topology.nodes[relationship.source].name + " -> " +
            topology.nodes[relationship.target].name + " (" + relationship.capability + ")";
  }
  return text;
}

std::string property_of(const Topology& topology, std::string_view node, std::string_view name) {
  const NodeId id = topology.find_node(node);
  const Value* value = id.valid() ? topology.property(id, name) : nullptr;
  return value == nullptr ? "(none)" : to_text(evaluate({topology, id}, *value));
}

std::string output_of(const Topology& topology, std::string_view name) {
  for (const ParameterDefinition& output : topology.outputs) {
    if (output.name == name && output.value) return to_text(evaluate({topology, std::nullopt}, *output.value));
  }
  return "(none)";
}

TEST(Substitution, PutsTheNodesOfAServiceIntoThePlaceOfANode) {
  const Model model(
      Files{{"service.yaml", substituted_service(outer)}, {"types.yaml", substitution_types}, {"database.yaml", database}});
  EXPECT_EQ(model.problems(),
            "service.yaml:11:5: note[substitution-chosen]: 'db' is replaced by another service\n"
            "  database.yaml:16:5: it stands for 'Database' by this\n");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(shape_of(*model.topology),
            "app db.server db.machine net\n"
            "app.database: app -> db.server (sql)\n"
            "db.server.host: db.server -> db.machine (host)\n"
            "db.machine.dependency: db.machine -> net (feature)");
}

TEST(Substitution, MapsValuesInBothDirections) {
  const Model model(
      Files{{"service.yaml", substituted_service(outer)}, {"types.yaml", substitution_types}, {"database.yaml", database}});
  ASSERT_TRUE(model.topology) << model.problems();
  const Topology& topology = *model.topology;
  EXPECT_EQ(property_of(topology, "db.server", "owner"), "admin");
  EXPECT_EQ(property_of(topology, "db.server", "port"), R"({"$get_input":["port"]})");
  EXPECT_EQ(property_of(topology, "db.server", "limits"), R"({"size":3})");
  EXPECT_EQ(property_of(topology, "app", "url"), "admin");
  EXPECT_EQ(output_of(topology, "user"), "admin");
  EXPECT_EQ(output_of(topology, "address"), R"({"$get_attribute":["node","db.machine","public_address"]})");
  EXPECT_EQ(output_of(topology, "dialect"), "sql");
  EXPECT_EQ(output_of(topology, "url"),
            R"({"$concat":["sql://",{"$get_attribute":["node","db.machine","public_address"]},":",{"$get_input":["port"]}]})");
  EXPECT_EQ(model.sources.path(topology.nodes[topology.find_node("db.server")].at.file), "database.yaml");
}

TEST(Substitution, LeavesNodesThatDoNotAskForIt) {
  std::string text(outer);
  replace(text, "      directives: [substitute]\n", "");
  const Model model(
      Files{{"service.yaml", substituted_service(text)}, {"types.yaml", substitution_types}, {"database.yaml", database}});
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(model.topology->nodes.size(), 3u);
}

TEST(Substitution, TakesTheFirstServiceThatAdmitsTheNode) {
  const auto filtered = [](const std::string& low) {
    return file(
        "imports: [types.yaml]\n"
        "topology_template:\n"
        "  inputs: {user: {type: string}, port: {type: integer}}\n"
        "  node_templates: {only" +
        low +
        ": {type: Server, properties: {owner: {get_input: user}, port: {get_input: port}}, "
        "requirements: [{host: machine}]}, machine: {type: Compute}}\n"
        "  substitution_mappings:\n"
        "    node_type: BigDatabase\n"
        "    substitution_filter: {properties: [{port: {greater_or_equal: " +
        low +
        "}}]}\n"
        "    capabilities: {access: [only" +
        low + ", sql]}\n");
  };
  const std::string main = file(
      "imports: [types.yaml, a.yaml, b.yaml]\n"
      "topology_template:\n"
      "  node_templates:\n"
      "    small: {type: BigDatabase, directives: [substitutable], properties: {user: u, port: 10}}\n"
      "    middle: {type: Database, directives: [substitute], properties: {user: u, port: 200}}\n"
      "    large: {type: Database, directives: [substitute], properties: {user: u, port: 2000}}\n");
  const Model model(Files{
      {"service.yaml", main}, {"types.yaml", substitution_types}, {"a.yaml", filtered("1000")}, {"b.yaml", filtered("100")}});
  EXPECT_EQ(model.problems(),
            "service.yaml:5:5: note[no-substitution]: no service of the input can replace 'small', which stays as it is\n"
            "  a.yaml:7:5: this one does not admit the node, which has 'port' 10, which is not greater_or_equal 1000\n"
            "  b.yaml:7:5: this one does not admit the node, which has 'port' 10, which is not greater_or_equal 100\n"
            "service.yaml:6:5: note[substitution-chosen]: 'middle' is replaced by another service\n"
            "  b.yaml:7:5: it stands for 'BigDatabase' by this\n"
            "service.yaml:7:5: note[substitution-chosen]: 'large' is replaced by another service\n"
            "  a.yaml:7:5: it stands for 'BigDatabase' by this\n");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(shape_of(*model.topology),
            "small middle.only100 middle.machine large.only1000 large.machine\n"
            "middle.only100.host: middle.only100 -> middle.machine (host)\n"
            "large.only1000.host: large.only1000 -> large.machine (host)");
  EXPECT_EQ(model.topology->nodes[NodeId(0)].directives, std::vector<std::string>{"substitutable"});
}

/// The old way of 1.2, before there were filters.
TEST(Substitution, AValueInPlaceOfAMappingMustBeThatOfTheNode) {
  const auto valued = [](const std::string& name, const std::string& size) {
    return file(
        "imports: [types.yaml]\n"
        "topology_template:\n"
        "  node_templates: {" +
        name +
        ": {type: Root}}\n"
        "  substitution_mappings: {node_type: Sized, properties: {size: " +
        size + "}}\n");
  };
  const std::string types = file("node_types: {Sized: {derived_from: tosca.nodes.Root, properties: {size: {type: integer}}}}\n");
  const std::string main = file(
      "imports: [types.yaml, a.yaml, b.yaml]\n"
      "topology_template:\n"
      "  node_templates: {n: {type: Sized, directives: [substitute], properties: {size: 2}}}\n");
  const Model model(Files{{"service.yaml", main},
                          {"types.yaml", types},
                          {"a.yaml", valued("small", "1")},
                          {"b.yaml", valued("large", "{value: 2}")}});
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(shape_of(*model.topology), "n.large");
}

TEST(Substitution, CanBeNested) {
  const std::string machine = file(
      "topology_template:\n"
      "  node_templates:\n"
      "    rack: {type: Root}\n"
      "    box: {type: Compute, requirements: [{dependency: rack}]}\n"
      "  substitution_mappings: {node_type: tosca.nodes.Compute, capabilities: {host: [box, host]}, "
      "attributes: {public_address: [box, private_address]}}\n");
  std::string nested = database;
  replace(nested, "machine: {type: tosca.nodes.Compute}", "machine: {type: Compute, directives: [substitute]}");
  replace(nested, "imports: [types.yaml]", "imports: [types.yaml, machine.yaml]");
  std::string text(outer);
  replace(text, "      requirements: [{network: net}]\n", "");
  const Model model(Files{{"service.yaml", substituted_service(text)},
                          {"types.yaml", substitution_types},
                          {"database.yaml", nested},
                          {"machine.yaml", machine}});
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(shape_of(*model.topology),
            "app db.server db.machine.rack db.machine.box net\n"
            "app.database: app -> db.server (sql)\n"
            "db.server.host: db.server -> db.machine.box (host)\n"
            "db.machine.box.dependency: db.machine.box -> db.machine.rack (feature)");
  EXPECT_EQ(output_of(*model.topology, "address"), R"({"$get_attribute":["node","db.machine.box","private_address"]})");
}

TEST(Substitution, ThatWouldNeverEndIsAnError) {
  const std::string looping = file(
      "imports: [types.yaml]\n"
      "topology_template:\n"
      "  inputs: {user: {type: string}}\n"
      "  node_templates: {again: {type: Database, directives: [substitute], properties: {user: {get_input: user}}}}\n"
      "  substitution_mappings: {node_type: Database}\n");
  const Model model(Files{
      {"service.yaml", substituted_service("topology_template: {node_templates: {db: {type: Database, directives: [substitute], "
                                           "properties: {user: u}}}}\n")},
      {"types.yaml", substitution_types},
      {"database.yaml", looping}});
  EXPECT_EQ(
      model.problems(),
      "service.yaml:3:38: note[substitution-chosen]: 'db' is replaced by another service\n"
      "  database.yaml:6:26: it stands for 'Database' by this\n"
      "database.yaml:5:20: error[bad-substitution]: 'db.again' can only be replaced by a service that it is part of, and so on "
      "without end\n"
      "  database.yaml:6:26: it is part of what this service brings\n"
      "  database.yaml:6:26: this would replace it\n");
  EXPECT_FALSE(model.topology);
}

TEST(Substitution, ValuesThatDefineEachOtherAreAnError) {
  std::string text(outer);
  replace(text, "port: {get_input: port}", "port: {get_attribute: [SELF, url]}");
  const Model model(
      Files{{"service.yaml", substituted_service(text)}, {"types.yaml", substitution_types}, {"database.yaml", database}});
  EXPECT_NE(model.problems().find("the value is defined by itself, or unfolds into too much"), std::string::npos)
      << model.problems();
  EXPECT_FALSE(model.topology);
}

TEST(Substitution, WhatIsNotMappedIsExplained) {
  std::string poor = database;
  replace(poor, "    capabilities: {access: [server, sql]}\n", "");
  replace(poor, "    requirements: {network: [machine, dependency]}\n", "");
  replace(poor, "    attributes: {address: [place]}\n", "");
  const Model model(
      Files{{"service.yaml", substituted_service(outer)}, {"types.yaml", substitution_types}, {"database.yaml", poor}});
  EXPECT_EQ(
      model.problems(),
      "service.yaml:11:5: note[substitution-chosen]: 'db' is replaced by another service\n"
      "  database.yaml:16:5: it stands for 'Database' by this\n"
      "service.yaml:19:43: error[bad-substitution]: 'db' is replaced by another service, and nothing there gives its "
      "'address'\n"
      "  database.yaml:16:5: this service takes the place of 'db'\n"
      "service.yaml:21:42: error[bad-substitution]: 'db' is replaced by another service, and nothing there gives its "
      "'access'\n"
      "  database.yaml:16:5: this service takes the place of 'db'\n"
      "database.yaml:16:5: error[bad-substitution]: the capability 'access' of 'db' is needed, but not mapped to one of a node "
      "of this service\n"
      "  service.yaml:10:23: the requirement 'database' of 'app' needs it\n"
      "database.yaml:16:5: error[bad-substitution]: the requirement 'network' of 'db' is assigned, but not mapped to one of a "
      "node of this service\n"
      "  service.yaml:15:23: it is assigned here\n");
}

TEST(Substitution, ChecksTheNodeAsItIsWritten) {
  std::string text(outer);
  replace(text, "user: admin", "uesr: admin");
  const Model model(
      Files{{"service.yaml", substituted_service(text)}, {"types.yaml", substitution_types}, {"database.yaml", database}});
  EXPECT_EQ(model.problems(),
            "service.yaml:11:5: error[missing-property]: 'db' must have the property 'user'\n"
            "  types.yaml:13:7: it is required here\n"
            "service.yaml:14:20: error[unknown-name]: the type 'Database' has no property 'uesr' (did you mean 'user'?)\n");
}

TEST(Substitution, DoesNotTakeAServiceWithErrors) {
  std::string faulty = database;
  replace(faulty, "host: machine", "host: machin");
  const Model model(
      Files{{"service.yaml", substituted_service(outer)}, {"types.yaml", substitution_types}, {"database.yaml", faulty}});
  EXPECT_EQ(model.problems(),
            "database.yaml:10:29: error[unfulfilled-requirement]: the requirement 'host' of 'server' names 'machin', which is "
            "neither a "
            "node nor a node type (did you mean 'machine'?)\n");
}

TEST(Substitution, GroupsPoliciesAndStepsNameAllThatCame) {
  const std::string grouped = database + R"(  groups: {both: {type: tosca.groups.Root, members: [server, machine]}}
  policies: [{rule: {type: tosca.policies.Root, targets: [both, server]}}]
)";
  const std::string text = std::string(outer) + R"(  groups: {all: {type: tosca.groups.Root, members: [app, db]}}
  policies: [{spread: {type: tosca.policies.Root, targets: [db, all]}}]
  workflows:
    restart:
      steps:
        stop: {target: app, activities: [{call_operation: Standard.stop}], on_success: [again]}
        again: {target: db, activities: [{call_operation: Standard.start}]}
)";
  const Model model(
      Files{{"service.yaml", substituted_service(text)}, {"types.yaml", substitution_types}, {"database.yaml", grouped}});
  ASSERT_TRUE(model.topology) << model.problems();
  const auto names = [](const std::vector<Reference>& references) {
    std::string all;
    for (const Reference& reference : references) all += reference.name + " ";
    return all;
  };
  const Topology& topology = *model.topology;
  ASSERT_EQ(topology.groups.size(), 2u);
  EXPECT_EQ(names(topology.groups[0].members), "app db.server db.machine ");
  EXPECT_EQ(topology.groups[1].name, "db.both");
  EXPECT_EQ(names(topology.groups[1].members), "db.server db.machine ");
  ASSERT_EQ(topology.policies.size(), 2u);
  EXPECT_EQ(names(topology.policies[0].targets), "db.server db.machine all ");
  EXPECT_EQ(names(topology.policies[1].targets), "db.both db.server ");
  const Workflow& restart = topology.workflows.front();
  ASSERT_EQ(restart.steps.size(), 3u);
  EXPECT_EQ(names(restart.steps[0].on_success), "again.server again.machine ");
  EXPECT_EQ(restart.steps[2].target.name, "db.machine");
}

TEST(Substitution, NamesStayUnique) {
  std::string text(outer);
  replace(text, "    net: {", "    db.server: {type: tosca.nodes.Root}\n    net: {");
  const Model model(
      Files{{"service.yaml", substituted_service(text)}, {"types.yaml", substitution_types}, {"database.yaml", database}});
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(shape_of(*model.topology).substr(0, 40), "app db.server-2 db.machine db.server net");
}

TEST(Substitution, OperationsOfTypesReadWhatCameInstead) {
  const std::string connecting = file(R"(
imports: [types.yaml, database.yaml]
relationship_types:
  Link:
    derived_from: tosca.relationships.ConnectsTo
    interfaces:
      Configure: {operations: {pre_configure_source: {implementation: link.sh, inputs: {who: {type: string, default: {get_property: [TARGET, user]}}}}}}
topology_template:
  node_templates:
    app: {type: App, requirements: [{database: {node: db, relationship: Link}}]}
    db: {type: Database, directives: [substitute], properties: {user: admin}}
)");
  const Model model(
      Files{{"service.yaml", connecting}, {"types.yaml", substitution_types}, {"database.yaml", database}, {"link.sh", ""}});
  ASSERT_TRUE(model.topology) << model.problems();
  const RelationshipId link = model.topology->find_relationship("app.database");
  ASSERT_TRUE(link.valid());
  for (const Interface& item : model.topology->interfaces(link)) {
    for (const Operation& operation : item.operations) {
      if (operation.name != "pre_configure_source") continue;
      ASSERT_EQ(operation.inputs.size(), 1u);
      EXPECT_EQ(to_text(operation.inputs[0].value.value_or(Value())), "admin");
    }
  }
}

TEST(Substitution, ReadsTheInputsOfTheServiceThatIsThereInTheEnd) {
  const std::string head = "tosca_definitions_version: tosca_2_0\n";
  const Model model(Files{{"service.yaml", head + R"(imports: [types.yaml, inner.yaml]
service_template:
  inputs: {share: {type: integer}}
  node_templates:
    host: {type: Host}
    part: {type: Part, directives: [substitute]}
    app: {type: App, requirements: [{host: {node: host, allocation: {cpus: {$get_input: share}}}}]}
)"},
                          {"inner.yaml", head + R"(imports: [types.yaml]
service_template:
  inputs: {share: {type: string, default: none}}
  node_templates: {one: {type: Part}}
  substitution_mappings: {node_type: Part}
)"},
                          {"types.yaml", head + R"(capability_types: {Room: {properties: {cpus: {type: integer, default: 4}}}}
relationship_types: {HostedOn: {}}
node_types:
  Part: {}
  Host: {capabilities: {room: Room}}
  App: {requirements: [{host: {capability: Room, relationship: HostedOn}}]}
)"}});
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_TRUE(model.topology->find_node("part.one").valid());
  const Value& taken = model.topology->relationships[RelationshipId(0)].allocation->front().value;
  ASSERT_NE(taken.call(), nullptr);
  EXPECT_EQ(to_text(taken.call()->arguments.front()), "share");
}

}  // namespace
}  // namespace planbuilder::tosca
