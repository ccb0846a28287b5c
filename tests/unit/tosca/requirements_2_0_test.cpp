#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

std::string requirement_problems(const std::string& body) {
  return Model("tosca_definitions_version: tosca_2_0\n" + body).problems();
}

constexpr std::string_view requirement_types = R"(capability_types:
  Host: {properties: {cpus: {type: integer, required: false}, os: {type: string, required: false}}}
  Guarded: {valid_source_node_types: [Machine], valid_relationship_types: [HostedOn]}
relationship_types:
  HostedOn: {valid_capability_types: [Host, Guarded]}
  Near: {valid_target_node_types: [App]}
node_types:
  App:
    requirements:
      - host: {capability: Host, relationship: HostedOn, count_range: [0, 2]}
      - guard: {capability: Guarded, count_range: [0, 1]}
      - near: {capability: Host, relationship: Near, count_range: [0, 1]}
  Machine: {capabilities: {host: Host, guarded: Guarded}}
service_template:
  node_templates:
)";

std::string of_nodes(const std::string& nodes) { return requirement_problems(std::string(requirement_types) + nodes); }

TEST(Requirements20, WhatNothingFulfilsIsLeftToTheOrchestrator) {
  EXPECT_EQ(of_nodes(R"(    app: {type: App, requirements: [host: Machine]}
)"),
            "service.yaml:17:37: warning[unfulfilled-requirement]: the requirement 'host' of 'app' is not fulfilled: no node of "
            "the topology fits\n");
  EXPECT_EQ(of_nodes(R"(    app: {type: App, requirements: [host: {node: Machine, optional: true}]}
)"),
            "");
  EXPECT_EQ(of_nodes(R"(    app: {type: App, requirements: [host: mashine]}
)"),
            "service.yaml:17:43: error[unfulfilled-requirement]: the requirement 'host' of 'app' names 'mashine', which is "
            "neither a node nor a node type\n");
}

TEST(Requirements20, AreAssignedAtMostAsOftenAsDefined) {
  EXPECT_EQ(of_nodes(R"(    machine: {type: Machine}
    app: {type: App, requirements: [host: machine, host: machine, host: machine]}
)"),
            "service.yaml:18:67: error[requirement-mismatch]: the requirement 'host' of 'app' is assigned 3 times, but may be so "
            "at most 2 times\n"
            "  service.yaml:11:9: it is defined here\n"
            "  service.yaml:18:37: it is assigned here first\n");
  EXPECT_EQ(
      of_nodes(R"(    machine: {type: Machine}
    app: {type: App, requirements: [host: {node: machine, count: -1}]}
)"),
      "service.yaml:18:66: error[wrong-value]: the count of the requirement 'host' must be an integer that is not negative\n");
}

TEST(Requirements20, TypesSayWhatMayBeRelated) {
  EXPECT_EQ(of_nodes(R"(    machine: {type: Machine}
    app: {type: App, requirements: [guard: machine]}
)"),
            "service.yaml:18:44: error[requirement-mismatch]: the requirement 'guard' of 'app' names 'machine', which does not "
            "admit 'App' as the source of its capability 'guarded'\n");
  EXPECT_EQ(of_nodes(R"(    machine: {type: Machine}
    app: {type: App, requirements: [near: machine]}
)"),
            "service.yaml:18:43: error[requirement-mismatch]: the requirement 'near' of 'app' names 'machine', which cannot be "
            "the target of a relationship of type 'Near'\n");
}

TEST(Requirements20, TakeNoMoreThanThereIs) {
  EXPECT_EQ(of_nodes(R"(    machine: {type: Machine, capabilities: {host: {properties: {cpus: 4}}}}
    one: {type: App, requirements: [host: {node: machine, allocation: {cpus: 3}}]}
    two: {type: App, requirements: [host: {node: machine, allocation: {cpus: 2}}]}
)"),
            "service.yaml:19:72: error[requirement-mismatch]: more is taken of 'cpus' of the capability 'host' of 'machine' than "
            "there is: 5.0 of 4.0\n"
            "  service.yaml:18:72: 'one' takes 3\n"
            "  service.yaml:19:72: 'two' takes 2\n");
  EXPECT_EQ(of_nodes(R"(    machine: {type: Machine, capabilities: {host: {properties: {cpus: 4}}}}
    one: {type: App, requirements: [host: {node: machine, allocation: {os: 3}}]}
)"),
            "service.yaml:18:72: error[wrong-value]: nothing can be taken of 'os', which is a string\n"
            "  service.yaml:3:63: it is defined here\n");
}

/// The node that fulfils the requirement of a node, by name; "" when none does.
std::string target_of(const Model& model, std::string_view source) {
  for (const Relationship& relationship : model.topology->relationships) {
    if (model.topology->nodes[relationship.source].name == source) return model.topology->nodes[relationship.target].name;
  }
  return "";
}

/// Two machines, and two apps that say how many processors they want; the filter is that of their requirement.
Model filtered_by(const std::string& filter) {
  return Model(R"(tosca_definitions_version: tosca_2_0
capability_types: {Host: {properties: {cpus: {type: integer}}}}
relationship_types: {HostedOn: {}}
node_types:
  Machine: {properties: {place: {type: string, default: here}}, capabilities: {host: Host}}
  App:
    properties: {wanted: {type: integer, default: 1}}
    requirements: [host: {capability: Host, relationship: HostedOn, node_filter: {)" +
               filter + R"(}}]
service_template:
  node_templates:
    small: {type: Machine, capabilities: {host: {properties: {cpus: 4}}}}
    large: {type: Machine, properties: {place: there}, capabilities: {host: {properties: {cpus: 16}}}}
    modest: {type: App, properties: {wanted: 2}, requirements: [host: {}]}
    greedy: {type: App, properties: {wanted: 10}, requirements: [host: {}]}
)");
}

TEST(Requirements20, FiltersAreSeenFromTheRelationshipToACandidate) {
  const Model by_capability = filtered_by("$greater_than: [{$get_property: [SELF, CAPABILITY, cpus]}, 9]");
  ASSERT_TRUE(by_capability.topology) << by_capability.problems();
  EXPECT_EQ(target_of(by_capability, "modest"), "large");
  const Model by_target = filtered_by("$equal: [{$get_property: [SELF, TARGET, place]}, there]");
  ASSERT_TRUE(by_target.topology) << by_target.problems();
  EXPECT_EQ(target_of(by_target, "modest"), "large");
  const Model by_source =
      filtered_by("$greater_than: [{$get_property: [SELF, CAPABILITY, cpus]}, {$get_property: [SELF, SOURCE, wanted]}]");
  ASSERT_TRUE(by_source.topology) << by_source.problems();
  EXPECT_EQ(target_of(by_source, "modest"), "small");
  EXPECT_EQ(target_of(by_source, "greedy"), "large");
}

TEST(Requirements20, FiltersMayStartAtTheCandidate) {
  const Model model = filtered_by("$greater_than: [{$get_property: [SELF, CAPABILITY, host, cpus]}, 9]");
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(target_of(model, "modest"), "large");
}

TEST(Requirements20, FiltersOfARefinedRequirementAddUp) {
  const Model model(R"(tosca_definitions_version: tosca_2_0
capability_types: {Host: {properties: {cpus: {type: integer}}}}
relationship_types: {HostedOn: {}}
node_types:
  Machine: {capabilities: {host: Host}}
  App: {requirements: [host: {capability: Host, relationship: HostedOn,
                              node_filter: {$greater_than: [{$get_property: [SELF, CAPABILITY, cpus]}, 4]}}]}
  Cheap: {derived_from: App, requirements: [host: {node_filter: {$less_than: [{$get_property: [SELF, CAPABILITY, cpus]}, 16]}}]}
service_template:
  node_templates:
    small: {type: Machine, capabilities: {host: {properties: {cpus: 4}}}}
    large: {type: Machine, capabilities: {host: {properties: {cpus: 16}}}}
    medium: {type: Machine, capabilities: {host: {properties: {cpus: 8}}}}
    app: {type: Cheap, requirements: [host: {}]}
)");
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(target_of(model, "app"), "medium");
}

TEST(Requirements20, NodesHaveACount) {
  EXPECT_EQ(of_nodes("    app: {type: App, count: two}\n"),
            "service.yaml:17:29: error[wrong-value]: the count of 'app' must be an integer that is not negative\n");
  const Model model("tosca_definitions_version: tosca_2_0\n" + std::string(requirement_types) +
                    "    app: {type: App, count: 3}\n");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(to_text(*model.topology->nodes[NodeId(0)].count), "3");
}

TEST(Requirements20, MappedOnesAreFulfilledFromOutside) {
  EXPECT_EQ(requirement_problems(R"(capability_types: {Host: {}}
node_types:
  App: {requirements: [host: {capability: Host}]}
service_template:
  substitution_mappings:
    node_type: App
    requirements: [host: [part, host]]
  node_templates:
    part: {type: App}
)"),
            "");
}

TEST(TypeNames, AreTypesWhetherTheyAreUsedOrNot) {
  EXPECT_EQ(requirement_problems(R"(capability_types:
  Port: {valid_source_node_types: [Nowhere]}
node_types:
  App:
    capabilities: {port: Prt}
    requirements: [link: {capability: Port, node: Nobody, relationship: Nothing}]
)"),
            "service.yaml: warning[empty-service]: this defines types, but no service: there is nothing to plan\n"
            "service.yaml:3:36: error[unknown-type]: there is no node type 'Nowhere'\n"
            "service.yaml:6:26: error[unknown-type]: there is no capability type 'Prt' (did you mean 'Port'?)\n"
            "service.yaml:7:51: error[unknown-type]: there is no node type 'Nobody'\n"
            "service.yaml:7:73: error[unknown-type]: there is no relationship type 'Nothing'\n");
}

TEST(CapabilityValues, AreFixedOrMustBeThere) {
  const std::string head = R"(capability_types:
  Port: {properties: {number: {type: integer}, protocol: {type: string, value: tcp}}}
node_types: {Host: {capabilities: {port: Port}}}
service_template:
  node_templates:
)";
  EXPECT_EQ(requirement_problems(head + "    host: {type: Host}\n"),
            "service.yaml:7:5: error[missing-property]: the capability 'port' of 'host' must have the property 'number'\n"
            "  service.yaml:3:23: it is required here\n");
  EXPECT_EQ(
      requirement_problems(head + "    host: {type: Host, capabilities: {port: {properties: {number: 1, protocol: udp}}}}\n"),
      "service.yaml:7:70: error[wrong-value]: the property 'protocol' has a fixed value\n"
      "  service.yaml:3:48: it is fixed here\n");
  EXPECT_EQ(
      requirement_problems(head + "    host: {type: Host, capabilities: {port: {properties: {number: 1, protocol: tcp}}}}\n"),
      "");
}

TEST(AttributeValues, AreThoseOfTheType) {
  EXPECT_EQ(requirement_problems(R"(node_types: {App: {attributes: {state: {type: string}}}}
service_template: {node_templates: {app: {type: App, attributes: {sate: x}}}}
)"),
            "service.yaml:3:67: error[unknown-name]: the type 'App' has no attribute 'sate' (did you mean 'state'?)\n");
}

TEST(NodeFilters20, RefuseCandidatesWithoutWhatTheyAskFor) {
  EXPECT_EQ(
      of_nodes(R"(    machine: {type: Machine}
    app: {type: App, requirements: [host: {node: Machine, node_filter: {$equal: [{$get_property: [SELF, CAPABILITY, hots, os]}, x]}}]}
)"),
      "service.yaml:18:37: warning[unfulfilled-requirement]: the requirement 'host' of 'app' is not fulfilled: no node of the "
      "topology fits\n"
      "  service.yaml:17:5: 'machine' does not fit the node filter: 'machine' has no capability 'hots' (did you mean 'host'?)\n");
}

TEST(Repositories, HaveOneNameEach) {
  const Model model({{"service.yaml", R"(tosca_definitions_version: tosca_2_0
imports: [other.yaml]
repositories: {here: https://one/}
service_template: {node_templates: {}}
)"},
                     {"other.yaml", R"(tosca_definitions_version: tosca_2_0
repositories: {here: https://two/}
)"}});
  EXPECT_NE(model.problems().find(
                "service.yaml:3:16: error[duplicate-name]: the repository 'here' is also defined by a file that is imported\n"),
            std::string::npos)
      << model.problems();
}

TEST(Substitution20, MapsToWhatIsThere) {
  const std::string head = R"(capability_types: {Host: {}}
node_types:
  App:
    properties: {size: {type: integer}}
    attributes: {address: {type: string}}
    capabilities: {front: Host}
    requirements: [host: {capability: Host, count_range: [0, UNBOUNDED]}]
service_template:
  inputs: {count: {type: integer, default: 1}}
  outputs: {url: {type: string, value: x}}
  node_templates: {part: {type: App, properties: {size: 1}}}
  substitution_mappings:
    node_type: App
)";
  EXPECT_EQ(requirement_problems(head + R"(    properties: {size: count}
    attributes: {address: url}
    capabilities: {front: [part, front]}
    requirements:
      - [host, 0]: [part, host]
      - [host, UNBOUNDED]: [part, host]
)"),
            "");
  EXPECT_EQ(requirement_problems(head + R"(    properties: {size: cuont}
    attributes: {address: ulr}
    capabilities: {front: [part, back]}
    requirements:
      - [host, ALL]: [part, hots]
      - [host, UNBOUNDED]: [prat, host]
)"),
            "service.yaml:15:18: error[unknown-name]: there is no input to map to named 'cuont' (did you mean 'count'?)\n"
            "service.yaml:16:18: error[unknown-name]: there is no output to map to named 'ulr' (did you mean 'url'?)\n"
            "service.yaml:17:20: error[unknown-name]: there is no capability of 'part' named 'back'\n"
            "service.yaml:19:10: error[unknown-name]: there is no requirement of 'part' named 'hots' (did you mean 'host'?)\n"
            "service.yaml:19:10: error[bad-substitution]: the index of the requirement 'host' must be a number or UNBOUNDED, not "
            "'ALL'\n"
            "service.yaml:20:10: error[unknown-name]: there is no node to map to named 'prat' (did you mean 'part'?)\n");
}

TEST(Groups20, HaveMembersOfTheTypesThatTheirTypeLists) {
  EXPECT_EQ(
      requirement_problems(R"(node_types: {App: {}, Machine: {}}
group_types: {Apps: {members: [App]}}
service_template:
  node_templates: {app: {type: App}, machine: {type: Machine}}
  groups: {all: {type: Apps, members: [app, machine]}}
)"),
      "service.yaml:6:45: error[wrong-end]: 'machine' cannot be a member of the group 'all': its type is not one that 'Apps' "
      "lists\n"
      "  service.yaml:3:32: these are the types that are allowed\n");
}

}  // namespace
}  // namespace planbuilder::tosca
