#include <gtest/gtest.h>

#include "tests/unit/tosca/values_model.h"

namespace planbuilder::tosca {
namespace {

using testing::complaint;
using testing::Model;
using testing::property_model;
using testing::v1_3;

const std::string people =
    "{Person: {properties: {name: {type: string}, age: {type: integer, required: false}, friends: {type: list, required: false, "
    "entry_schema: Person}}}}";

TEST(DataType, FieldsAreCheckedAtEveryDepth) {
  EXPECT_EQ(complaint("{type: Person}", "{name: Ann, age: 7}", people), "");
  EXPECT_EQ(complaint("{type: Person}", "Ann", people), "wrong-value: the property 'p' must be a map");
  EXPECT_EQ(complaint("{type: Person}", "{name: Ann, agee: 7}", people),
            "unknown-name: the data type 'Person' has no property 'agee' (did you mean 'age'?)");
  EXPECT_EQ(complaint("{type: Person}", "{age: 7}", people),
            "missing-property: the property 'p' must have the property 'name' of the data type 'Person'");
  EXPECT_EQ(
      complaint("{type: Person}", "{name: Ann, friends: [{name: Bob}, {name: Cid, friends: [{name: Dee, age: old}]}]}", people),
      "wrong-value: 'friends[1].friends[0].age' in the property 'p' must be an integer");
  EXPECT_EQ(complaint("{type: map, entry_schema: Person}", "{x: {name: Ann, age: old}}", people),
            "wrong-value: 'x.age' in the property 'p' must be an integer");
}

TEST(DataType, PlacesAreThoseOfTheValue) {
  EXPECT_EQ(property_model("{type: Person}", "{name: Ann, age: old}", people).problems(),
            "service.yaml:9:29: error[wrong-value]: 'age' in the property 'p' must be an integer\n");
}

TEST(DataType, AStringInsideNeedsItsQuotes) {
  const std::string wrong = "wrong-value: 'name' in the property 'p' must be a string";
  EXPECT_EQ(complaint("{type: Person}", "{name: 123456}", people), wrong);
  EXPECT_EQ(complaint("{type: Person}", "{name: 1.5}", people), wrong);
  EXPECT_EQ(complaint("{type: Person}", "{name: true}", people), wrong);
  EXPECT_EQ(complaint("{type: Person}", "{name: Ann, friends: [{name: 7}]}", people),
            "wrong-value: 'friends[0].name' in the property 'p' must be a string");
  EXPECT_EQ(complaint("{type: Person}", "{name: '123456'}", people), "");
  EXPECT_EQ(complaint("{type: Person}", "{name: 1.2.3}", people), "");
  // Directly assigned, published templates leave them out.
  EXPECT_EQ(complaint("{type: string}", "123456"), "");
  EXPECT_EQ(complaint("{type: list, entry_schema: string}", "[1, true]"), "");
}

TEST(GroupsAndPolicies, HaveTheirValuesChecked) {
  const Model model(std::string(v1_3) +
                    "group_types: {G: {derived_from: tosca.groups.Root, properties: {size: {type: integer}}}}\n"
                    "policy_types: {P: {derived_from: tosca.policies.Root, properties: {share: {type: float, constraints: "
                    "[less_than: 1.0]}}}}\n"
                    "topology_template:\n"
                    "  node_templates: {a: {type: Root}}\n"
                    "  groups: {g: {type: G, members: [a], properties: {size: big}}, h: {type: G, properties: {size: 3}}}\n"
                    "  policies: [{p: {type: P, properties: {share: 1.5}}}]\n");
  EXPECT_EQ(model.problems(),
            "service.yaml:6:58: error[wrong-value]: the property 'size' must be an integer\n"
            "service.yaml:7:48: error[wrong-value]: the property 'share' must be less than 1.0\n"
            "  service.yaml:3:103: the constraint is here\n");
}

TEST(Capabilities, HaveTheirAttributesChecked) {
  const Model model(std::string(v1_3) +
                    "capability_types: {C: {derived_from: tosca.capabilities.Root, attributes: {load: {type: integer}}}}\n"
                    "node_types: {A: {derived_from: Root, capabilities: {c: {type: C}}}}\n"
                    "topology_template: {node_templates: {a: {type: A, capabilities: {c: {attributes: {load: high}}}}}}\n");
  EXPECT_EQ(model.problems(), "service.yaml:4:89: error[wrong-value]: the attribute 'load' must be an integer\n");
}

TEST(DataType, ConstraintsOfEveryAncestorHold) {
  const std::string ports =
      "{Port: {derived_from: integer, constraints: [in_range: [1, 65535]]}, High: {derived_from: Port, constraints: "
      "[greater_than: 1024]}, Own: {derived_from: High}}";
  EXPECT_EQ(complaint("{type: Own}", "8080", ports), "");
  EXPECT_EQ(complaint("{type: Own}", "80", ports), "wrong-value: the property 'p' must be greater than 1024");
  EXPECT_EQ(complaint("{type: Own}", "70000", ports), "wrong-value: the property 'p' must be between 1 and 65535");
  EXPECT_EQ(complaint("{type: Own, constraints: [less_than: 2000]}", "3000", ports),
            "wrong-value: the property 'p' must be less than 2000");
  EXPECT_EQ(complaint("{type: Own}", "high", ports), "wrong-value: the property 'p' must be an integer");
}

TEST(DataType, ShortNamesOfTheProfile) {
  EXPECT_EQ(complaint("{type: PortDef}", "80"), "");
  EXPECT_EQ(complaint("{type: tosca:PortDef}", "0"), "wrong-value: the property 'p' must be between 1 and 65535");
  EXPECT_EQ(complaint("{type: json}", "'{}'"), "");
  EXPECT_EQ(complaint("{type: tosca.datatypes.Credential}", "{user: me}"),
            "missing-property: the property 'p' must have the property 'token' of the data type 'tosca.datatypes.Credential'");
}

TEST(DataType, CollectionsWithSchemasOfTheirOwn) {
  const std::string table =
      "{Table: {derived_from: map, key_schema: {type: string, constraints: [length: 1]}, entry_schema: integer}}";
  EXPECT_EQ(complaint("{type: Table}", "{a: 1}", table), "");
  EXPECT_EQ(complaint("{type: Table}", "{a: one}", table), "wrong-value: 'a' in the property 'p' must be an integer");
  EXPECT_EQ(complaint("{type: Table}", "{ab: 1}", table), "wrong-value: 'ab' in the property 'p' must be 1 character long");
  const std::string tree = "{Tree: {derived_from: map, entry_schema: Tree}}";
  EXPECT_EQ(complaint("{type: Tree}", "{a: {b: {}, c: {}}}", tree), "");
  EXPECT_EQ(complaint("{type: Tree}", "{a: {b: 1}}", tree), "wrong-value: 'a.b' in the property 'p' must be a map");
}

TEST(DataType, NestedEntrySchemas) {
  const std::string schema =
      "{type: list, entry_schema: {type: map, entry_schema: {type: integer, constraints: [less_than: 5]}}}";
  EXPECT_EQ(complaint(schema, "[{a: 1}, {}]"), "");
  EXPECT_EQ(complaint(schema, "[{a: 1}, {b: 9}]"), "wrong-value: '[1].b' in the property 'p' must be less than 5");
  EXPECT_EQ(complaint(schema, "[a]"), "wrong-value: '[0]' in the property 'p' must be a map");
}

TEST(DataType, CallsInsideAreLeftAlone) {
  const Model model(std::string(v1_3) +
                    "node_types: {A: {derived_from: Root, properties: {p: {type: list, entry_schema: integer}}}}\n"
                    "topology_template: {inputs: {x: {type: integer}}, node_templates: {a: {type: A, properties: {p: [1, "
                    "{get_input: x}]}}}}\n");
  EXPECT_EQ(model.problems(), "");
}

TEST(DataType, AnUnknownOneIsReportedOnceAtItsPlace) {
  EXPECT_EQ(property_model("{type: Persn}", "{name: Ann, age: old}", people).problems(),
            "service.yaml:3:61: error[unknown-type]: there is no data type 'Persn' (did you mean 'Person'?)\n");
  EXPECT_EQ(complaint("{type: list, entry_schema: strin}", "[a, b]"),
            "unknown-type: there is no data type 'strin' (did you mean 'string'?)");
  EXPECT_EQ(complaint("{type: string}", "a", "{D: {derived_from: intger}}"), "unknown-type: there is no data type 'intger'");
}

TEST(DataType, DefaultsAreValuesToo) {
  const auto problems = [](const std::string& body) { return Model(std::string(v1_3) + body).problems(); };
  EXPECT_EQ(problems("topology_template: {inputs: {a: {type: integer, default: two}}, node_templates: {n: {type: Root}}}\n"),
            "service.yaml:2:58: error[wrong-value]: the default of the input 'a' must be an integer\n");
  // B inherits the property: that is no second problem.
  EXPECT_EQ(problems("node_types: {A: {derived_from: Root, properties: {p: {type: integer, default: x}}}, B: {derived_from: A}}\n"
                     "topology_template: {node_templates: {n: {type: B}}}\n"),
            "service.yaml:2:79: error[wrong-value]: the default of the property 'p' must be an integer\n");
}

TEST(DataType, PropertiesOfCapabilities) {
  const auto problems = [](const std::string& properties) {
    return Model(std::string(v1_3) +
                 "topology_template: {node_templates: {n: {type: Compute, capabilities: {host: {properties: " + properties +
                 "}}}}}\n")
        .problems();
  };
  EXPECT_EQ(problems("{num_cpus: 4, mem_size: 2 GB}"), "");
  EXPECT_TRUE(problems("{num_cpus: 0}")
                  .starts_with("service.yaml:2:102: error[wrong-value]: the property 'num_cpus' must be at least 1\n"));
  EXPECT_EQ(
      problems("{mem_size: 2}"),
      "service.yaml:2:102: error[wrong-value]: the property 'mem_size' must be a scalar-unit.size, which is a number with a "
      "unit (B, kB, KiB, MB, MiB, GB, GiB, TB, TiB)\n");
  EXPECT_EQ(
      problems("{num_cpu: 1}"),
      "service.yaml:2:92: error[unknown-name]: the capability 'host' has no property 'num_cpu' (did you mean 'num_cpus'?)\n");
}

TEST(DataType, InputsOfOperations) {
  const Model model(std::string(v1_3) +
                    "node_types: {A: {derived_from: Root, interfaces: {Standard: {operations: {create: {inputs: {n: {type: "
                    "integer}}}}}}}}\n"
                    "topology_template: {node_templates: {a: {type: A, interfaces: {Standard: {operations: {create: {inputs: {n: "
                    "many}}}}}}}}\n");
  EXPECT_EQ(model.problems(), "service.yaml:3:109: error[wrong-value]: the input 'n' must be an integer\n");
}

TEST(Schema, Grammar) {
  EXPECT_EQ(complaint("{required: true}", "a"), "missing-keyname: the property 'p' must have the keyname 'type'");
  EXPECT_EQ(complaint("{type: string, defalt: a}", "a"),
            "unknown-keyname: unknown keyname 'defalt' in a property definition (did you mean 'default'?)");
  EXPECT_EQ(complaint("{type: string, required: perhaps}", "a"), "wrong-value: 'required' must be true or false");
  EXPECT_EQ(complaint("{type: string, status: old}", "a"),
            "wrong-value: 'status' must be supported, unsupported, experimental or deprecated");
  EXPECT_EQ(complaint("{type: list, entry_schema: {constraints: []}}", "[a]"),
            "missing-keyname: an entry schema must have the keyname 'type'");
  EXPECT_EQ(complaint("{type: list, entry_schema: [a]}", "[a]"), "wrong-kind: an entry schema must be a map, but this is a list");
}

}  // namespace
}  // namespace planbuilder::tosca
