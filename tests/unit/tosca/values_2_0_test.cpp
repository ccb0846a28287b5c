// Data types and validations of TOSCA 2.0.
#include <gtest/gtest.h>

#include "tests/unit/tosca/model_2_0.h"
#include "tests/unit/tosca/values_model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using testing::text_2_0;
using testing::typed;

const std::string bad_type = "bad-data-type: ";

TEST(Types20, PrimitivesAreReadToTheLetter) {
  const auto check = [](const std::string& type, const std::string& value) { return typed({"{type: " + type + "}", value}); };
  EXPECT_EQ(check("string", "abc"), "abc");
  EXPECT_EQ(check("string", "'1'"), "1");
  EXPECT_EQ(check("string", "1"), "wrong-value: the property 'p' must be a string");
  EXPECT_EQ(check("string", "true"), "wrong-value: the property 'p' must be a string");
  EXPECT_EQ(check("string", "null"), "wrong-value: the property 'p' must be a string");
  EXPECT_EQ(check("boolean", "true"), "true");
  EXPECT_EQ(check("boolean", "yes"), "wrong-value: the property 'p' must be true or false");
  EXPECT_EQ(check("integer", "0xFF"), "255");
  EXPECT_EQ(check("integer", "0o17"), "15");
  EXPECT_EQ(check("integer", "1.0"), "wrong-value: the property 'p' must be an integer");
  EXPECT_EQ(check("integer", "+-1"), "wrong-value: the property 'p' must be an integer");
  EXPECT_EQ(check("float", "10"), "10.0");
  EXPECT_EQ(check("float", "1.5e+3"), "1500.0");
  EXPECT_EQ(check("float", "-.inf"), "-.inf");
  EXPECT_EQ(check("float", ".NaN"), ".NaN");
  EXPECT_EQ(check("float", "1.8e+308"), "1.8e+308");
  EXPECT_EQ(check("float", "inf"), "wrong-value: the property 'p' must be a number");
  EXPECT_EQ(check("timestamp", "2001-12-14T21:59:43Z"), "2001-12-14T21:59:43Z");
  EXPECT_EQ(check("version", "2.0.1"), "2.0.1");
  EXPECT_EQ(check("version", "2"), "wrong-value: the property 'p' must be a version, for example 2.1 or 1.0.0.beta-10");
  EXPECT_EQ(check("scalar-unit.size", "10 MB"), "10 MB");
}

TEST(Types20, BytesAreBase64) {
  EXPECT_EQ(typed({"{type: bytes}", "aGVsbG8="}), "aGVsbG8=");
  EXPECT_EQ(typed({"{type: bytes}", "!!binary aGVsbG8="}),
            "wrong-value: the YAML types !!binary and !!timestamp are none of TOSCA: write the text without the tag");
  EXPECT_EQ(typed({"{type: bytes}", "\"\""}), "");
  for (const std::string wrong : {"aGVsbG8", "a===", "'%%%%'", "null", "[1]"}) {
    EXPECT_EQ(typed({"{type: bytes}", wrong}), "wrong-value: the property 'p' must be bytes, written in base64") << wrong;
  }
}

TEST(Types20, NilIsNullAndNothingElse) {
  EXPECT_EQ(typed({"{type: nil}", "null"}), "");
  EXPECT_EQ(typed({"{type: nil}", "0"}), "wrong-value: the property 'p' must be null");
  EXPECT_EQ(Model("tosca_definitions_version: tosca_2_0\nnode_types:\n  A: {properties: {p: {type: nil}}}\nservice_template:\n  "
                  "node_templates:\n    a: {type: A}\n")
                .problems(),
            "service.yaml:6:5: error[missing-property]: 'a' must have the property 'p'\n"
            "  service.yaml:3:20: it is required here\n");
}

TEST(Types20, NewNamesAreNotOnesOf1x) {
  EXPECT_EQ(testing::complaint("{type: bytes}", "aaaa"), "unknown-type: there is no data type 'bytes'");
  EXPECT_EQ(testing::complaint("{type: string}", "1"), "");
  EXPECT_EQ(testing::complaint("{type: boolean}", "yes"), "");
}

TEST(Types20, PrimitivesHaveNoProperties) {
  EXPECT_EQ(typed({"{type: Url}", "x", "  Url: {derived_from: string, properties: {host: {type: string}}}\n"}),
            bad_type + "the data type 'Url' is a string and cannot have properties");
}

TEST(Types20, EntriesAndKeysBelongToCollections) {
  EXPECT_EQ(typed({"{type: string, entry_schema: string}", "x"}), bad_type + "a string cannot have an 'entry_schema'");
  EXPECT_EQ(typed({"{type: list, key_schema: string, entry_schema: string}", "[x]"}),
            bad_type + "a list cannot have a 'key_schema'");
}

const std::string mass =
    "  Mass:\n    derived_from: scalar\n    units: {g: 1}\n    prefixes: {m: 0.001, '': 1, k: 1000}\n"
    "  Rate:\n    derived_from: scalar\n    data_type: integer\n    units: {bits/s: 1, bps: 1, Mbits/s: 1000000}\n"
    "    canonical_unit: bits/s\n"
    "  Load:\n    derived_from: Mass\n    prefixes: {M: 1000000}\n    validation: {$less_or_equal: [$value, 2 Mg]}\n";

TEST(Scalars, AreNumbersWithAUnit) {
  EXPECT_EQ(typed({"{type: Mass}", "10 kg", mass}), "10 kg");
  EXPECT_EQ(typed({"{type: Mass}", "0x1F kg", mass}), "0x1F kg");
  for (const std::string wrong : {"10", "kg", "10 Kg", "1,5 kg", "10 kg g", "1.5kg"}) {
    EXPECT_EQ(typed({"{type: Mass}", wrong, mass}), "wrong-value: the property 'p' must be a number with a unit (mg, g, kg)")
        << wrong;
  }
  EXPECT_EQ(typed({"{type: Rate}", "1.5 Mbits/s", mass}), "wrong-value: the property 'p' must be an integer");
  EXPECT_EQ(typed({"{type: list, entry_schema: Mass}", "[1 g, 2]", mass}),
            "wrong-value: '[1]' in the property 'p' must be a number with a unit (mg, g, kg)");
}

TEST(Scalars, AreComparedInTheirCanonicalUnit) {
  const std::string schema = "{type: Mass, validation: {$less_than: [$value, 1 kg]}}";
  EXPECT_EQ(typed({schema, "999.5 g", mass}), "999.5 g");
  EXPECT_EQ(typed({schema, "1000 g", mass}), "wrong-value: the property 'p' is 1000 g, which breaks $less_than: [$value, 1 kg]");
  EXPECT_EQ(typed({"{type: Mass, validation: {$valid_values: [$value, [1 kg, 5 g]]}}", "1000 g", mass}), "1000 g");
  EXPECT_EQ(typed({"{type: Mass, validation: {$equal: [$value, 4.35 g]}}", "4350 mg", mass}), "4350 mg");
  EXPECT_EQ(typed({"{type: list, entry_schema: Mass, validation: {$has_entry: [$value, 1 kg]}}", "[1000 g]", mass}),
            "[\"1000 g\"]");
  EXPECT_EQ(typed({"{type: Mass, validation: {$less_than: [$value, 1 m]}}", "1 g", mass}),
            "bad-function: the second argument of $less_than must be a number with a unit (mg, g, kg), as the other is");
  EXPECT_EQ(typed({"{type: scalar-unit.size, validation: {$less_than: [$value, 1 GB]}}", "2000 MB"}),
            "wrong-value: the property 'p' is 2000 MB, which breaks $less_than: [$value, 1 GB]");
}

TEST(Scalars, AreAddedAndMultiplied) {
  EXPECT_EQ(typed({"{type: Mass}", "{$sum: [1 kg, 500 g]}", mass}), "1500 g");
  EXPECT_EQ(typed({"{type: Mass}", "{$product: [1 kg, 2]}", mass}), "2000 g");
  EXPECT_EQ(typed({"{type: Mass}", "{$product: [2, 1 kg]}", mass}),
            "bad-function: $product: a number with a unit comes first, and is multiplied by one number");
  EXPECT_EQ(typed({"{type: Mass}", "{$quotient: [1 kg, 4]}", mass}), "250 g");
  EXPECT_EQ(typed({"{type: Mass}", "{$sum: [1 kg, 1]}", mass}),
            "bad-function: the second argument of $sum must be a number with a unit (mg, g, kg), as the other is");
  EXPECT_EQ(typed({"{type: scalar-unit.time}", "{$sum: [1 h, 30 m]}"}), "5400 s");
}

TEST(Scalars, InheritWhatTheyDoNotSay) {
  EXPECT_EQ(typed({"{type: Load}", "2 Mg", mass}), "2 Mg");
  EXPECT_EQ(typed({"{type: Load}", "2001 kg", mass}),
            "wrong-value: the property 'p' is 2001 kg, which breaks $less_or_equal: [$value, 2 Mg]");
}

TEST(Scalars, MustFollowTheRules) {
  const auto check = [](const std::string& rest) {
    return typed(
        {"{type: string}", "x",
         "  Whole: {derived_from: integer, validation: {$greater_than: [$value, 0]}}\n" + mass + "  S: {" + rest + "}\n"});
  };
  const std::string start = bad_type + "the scalar type 'S' ";
  EXPECT_EQ(check("derived_from: scalar"), start + "must have units");
  EXPECT_EQ(check("derived_from: scalar, units: {k: 1000}"), start + "must have a unit with the factor 1");
  EXPECT_EQ(check("derived_from: scalar, units: {a: 1, b: 1.0}"),
            start + "has several units with the factor 1, so it must have a 'canonical_unit'");
  EXPECT_EQ(check("derived_from: scalar, units: {a: 1, b: 2}, canonical_unit: b"),
            start + "has no unit 'b' with the factor 1, which the canonical one must be");
  EXPECT_EQ(check("derived_from: scalar, units: {a: 1, b: 2}, prefixes: {'': 1}"),
            start + "has several units, so it cannot have prefixes");
  EXPECT_EQ(check("derived_from: scalar, units: {a: 1}, prefixes: {k: 1000}"),
            start + "must have a prefix with the factor 1, which may be empty");
  EXPECT_EQ(check("derived_from: scalar, units: {a: one}"), "wrong-value: the factor of the unit 'a' must be a number");
  EXPECT_EQ(check("derived_from: scalar, data_type: integer, units: {a: 1, b: 1.5}"),
            "wrong-value: the factor of the unit 'b' must be an integer");
  EXPECT_EQ(check("derived_from: scalar, data_type: Whole, units: {a: 1, b: -1}"),
            "wrong-value: the factor of the unit 'b' is -1, which breaks $greater_than: [$value, 0]");
  EXPECT_EQ(check("derived_from: scalar, data_type: string, units: {a: 1}"),
            start + "counts with integers or floats, not with string");
  EXPECT_EQ(check("derived_from: Mass, data_type: Whole"), start + "cannot change the type of its numbers from float to Whole");
  EXPECT_EQ(check("derived_from: Rate, data_type: Whole"), "x");
  EXPECT_EQ(check("derived_from: string, units: {a: 1}"), bad_type + "the data type 'S' is a string and cannot have units");
  EXPECT_EQ(check("units: {a: 1}"), bad_type + "the data type 'S' must derive from another, or have at least one property");
  EXPECT_EQ(check("units: {a: 1}, properties: {x: {type: string}}"),
            bad_type + "the data type 'S' is a data type and cannot have units");
  EXPECT_EQ(check("derived_from: scalar, units: {a: 1}, properties: {x: {type: string}}"),
            bad_type + "the data type 'S' is a scalar and cannot have properties");
}

TEST(Scalars, AreAbstractWithoutUnits) {
  const std::string abstract = bad_type + "'scalar' has no units of its own: values need a data type that derives from it";
  EXPECT_EQ(typed({"{type: scalar}", "1 g"}), abstract);
  EXPECT_EQ(typed({"{type: list, entry_schema: scalar}", "[1 g]"}), abstract);
}

TEST(Validation, HoldsAtEveryLevel) {
  const std::string types =
      "  Port: {derived_from: integer, validation: {$and: [{$greater_than: [$value, 0]}, {$less_than: [$value, 65536]}]}}\n"
      "  High: {derived_from: Port, validation: {$greater_than: [$value, 1023]}}\n"
      "  Name: {derived_from: string, validation: {$less_or_equal: [{$length: $value}, 3]}}\n"
      "  Pair: {properties: {least: {type: Port}, most: {type: Port}}, validation: {$less_than: [{$value: [least]}, {$value: "
      "[most]}]}}\n";
  const std::string broken = ", which breaks $and: [{$greater_than: [$value, 0]}, {$less_than: [$value, 65536]}]";
  EXPECT_EQ(typed({"{type: High}", "8080", types}), "8080");
  EXPECT_EQ(typed({"{type: High}", "80", types}),
            "wrong-value: the property 'p' is 80, which breaks $greater_than: [$value, 1023]");
  EXPECT_EQ(typed({"{type: High}", "70000", types}), "wrong-value: the property 'p' is 70000" + broken);
  EXPECT_EQ(typed({"{type: list, entry_schema: Port}", "[1, 0]", types}), "wrong-value: '[1]' in the property 'p' is 0" + broken);
  EXPECT_EQ(typed({"{type: map, key_schema: Name, entry_schema: Port}", "{long: 1}", types}),
            "wrong-value: 'long' in the property 'p' is long, which breaks $less_or_equal: [{$length: [$value]}, 3]");
  EXPECT_EQ(typed({"{type: Pair}", "{least: 1, most: 2}", types}), "{\"least\":1,\"most\":2}");
  EXPECT_EQ(typed({"{type: Pair}", "{least: 0, most: 2}", types}), "wrong-value: 'least' in the property 'p' is 0" + broken);
  EXPECT_EQ(typed({"{type: Pair}", "{least: 2, most: 2}", types}),
            "wrong-value: the property 'p' is {\"least\":2,\"most\":2}, which breaks $less_than: [{$value: [least]}, {$value: "
            "[most]}]");
  EXPECT_EQ(typed({"{type: Port, default: 0}", "1", types}), "wrong-value: the default of the property 'p' is 0" + broken);
  EXPECT_EQ(typed({"{type: Port}", "{$sum: [65535, 1]}", types}), "wrong-value: the property 'p' is 65536" + broken);
  EXPECT_EQ(typed({"{type: Port}", "1", types, "", "    i: {type: Port, default: 0}\n"}),
            "wrong-value: the default of the input 'i' is 0" + broken);
}

TEST(Validation, ComparesWhatHasAFormOfItsOwn) {
  EXPECT_EQ(typed({"{type: version, validation: {$greater_than: [$value, 1.9]}}", "1.10"}), "1.10");
  EXPECT_EQ(typed({"{type: timestamp, validation: {$less_than: [$value, 2001-12-14T12:00:00Z]}}", "2001-12-14T13:00:00+02:00"}),
            "2001-12-14T13:00:00+02:00");
  EXPECT_EQ(typed({"{type: float, validation: {$greater_than: [$value, 0]}}", "-.inf"}),
            "wrong-value: the property 'p' is -.inf, which breaks $greater_than: [$value, 0]");
}

TEST(Validation, SeesThePartsOfAValue) {
  const std::string types =
      "  Free: {properties: {any: {type: map, entry_schema: integer}, items: {type: list, entry_schema: integer}}}\n";
  const auto check = [&](const std::string& validation) {
    return typed({"{type: Free, validation: {" + validation + "}}", "{any: {x: 3, y: 4}, items: [1, 2]}", types});
  };
  const std::string fine = "{\"any\":{\"x\":3,\"y\":4},\"items\":[1,2]}";
  EXPECT_EQ(check("$greater_than: [{$value: [any, x]}, 2]"), fine);
  EXPECT_EQ(check("$equal: [{$value: [items, 1]}, 2]"), fine);
  EXPECT_EQ(check("$equal: [{$value: [items, 7]}, 2]"), fine);  // there is none: nothing to be compared
  EXPECT_EQ(check("$and: [{$value: [any, y]}, true]"),
            "bad-function: the first argument of $and must be true or false, not an integer");
  EXPECT_EQ(check("$equal: [{$value: [none]}, 2]"), "bad-function: $value has no part 'none' here");
  EXPECT_EQ(check("$equal: [{$value: [any, x, y]}, 2]"), "bad-function: $value is of type integer and has no parts");
  EXPECT_EQ(check("$equal: [{$length: {$value: [any]}}, 3]").substr(0, 12), "wrong-value:");
}

TEST(Validation, IsTrueOrFalse) {
  EXPECT_EQ(typed({"{type: string, validation: {$length: $value}}", "a"}),
            "bad-constraint: a validation must be true or false, but $length: [$value] gives an integer");
  EXPECT_EQ(typed({"{type: string, validation: {$less_than: [{$length: $value}]}}", "a"}),
            "bad-function: $less_than takes 2 arguments, not 1");
  EXPECT_EQ(typed({"{type: integer, validation: {$matches: [$value, 'a']}}", "1"}),
            "bad-function: the first argument of $matches must be a string, not an integer");
  EXPECT_EQ(typed({"{type: integer, validation: {$graeter_than: [$value, 1]}}", "1"}),
            "bad-function: there is no function '$graeter_than' (did you mean '$greater_than'?)");
}

TEST(Validation, SaysWhereBothStand) {
  EXPECT_EQ(Model(text_2_0({"{type: integer, validation: {$less_than: [$value, 5]}}", "7"})).problems(),
            "service.yaml:11:12: error[wrong-value]: the property 'p' is 7, which breaks $less_than: [$value, 5]\n"
            "  service.yaml:5:38: the validation is here\n");
}

TEST(Values20, FixedOnesCannotBeAssigned) {
  EXPECT_EQ(typed({"{type: string, value: tcp}", "udp"}), "wrong-value: the property 'p' has a fixed value");
}

TEST(Values20, CapabilitiesMustHaveTheirProperties) {
  const auto model = [](const std::string& capabilities) {
    return Model(
               "tosca_definitions_version: tosca_2_0\ncapability_types:\n  C: {properties: {port: {type: integer}}}\n"
               "node_types:\n  A: {capabilities: {c: {type: C}}}\nservice_template:\n  node_templates:\n    a:\n      type: A\n" +
               capabilities)
        .problems();
  };
  EXPECT_EQ(model("      capabilities: {c: {properties: {port: 1}}}\n"), "");
  EXPECT_EQ(model(""),
            "service.yaml:8:5: error[missing-property]: the capability 'c' of 'a' must have the property 'port'\n"
            "  service.yaml:3:20: it is required here\n");
}

TEST(Values20, OfGroupsAndPoliciesAreTyped) {
  EXPECT_EQ(Model("tosca_definitions_version: tosca_2_0\nnode_types: {A: {description: a}}\npolicy_types:\n  P: {properties: {p: "
                  "{type: integer}}}\ngroup_types:\n  G: {properties: {p: {type: integer}}}\nservice_template:\n  "
                  "node_templates: {a: {type: A}}\n  groups:\n    g: {type: G, properties: {p: x}}\n  policies:\n"
                  "    - p: {type: P, properties: {p: {$concat: [1, 2]}}}\n")
                .problems(),
            "service.yaml:10:34: error[wrong-value]: the property 'p' must be an integer\n"
            "service.yaml:12:36: error[wrong-value]: the property 'p' must be an integer\n");
}

TEST(Values20, ATagIsFollowedByASpace) {
  EXPECT_EQ(Model("a: !!binary\"aaaa\"\n").problems(),
            "service.yaml:1:4: error[yaml-syntax]: this is not YAML: a tag must be followed by a space\n");
}

}  // namespace
}  // namespace planbuilder::tosca
