// Every function of TOSCA 2.0: what it gives for good arguments, what it says to bad ones.
#include <gtest/gtest.h>

#include <set>

#include "planbuilder/tosca/functions/function_table.h"
#include "tests/unit/tosca/model_2_0.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using testing::typed;

struct FunctionRow {
  std::string_view function;
  std::string type;  // of the property
  std::string arguments;
  std::string result;  // or the diagnostic
};

const std::string bad = "bad-function: ";

const FunctionRow function_rows[] = {
    {"and", "boolean", "[true, true]", "true"},
    {"and", "boolean", "[true, false]", "false"},
    {"and", "boolean", "[true, 1]", bad + "the second argument of $and must be true or false, not an integer"},
    {"and", "boolean", "[true]", bad + "$and takes at least 2 arguments, not 1"},
    {"or", "boolean", "[false, true]", "true"},
    {"or", "boolean", "[false, false, false]", "false"},
    {"or", "boolean", "[word, true]", bad + "the first argument of $or must be true or false, not a string"},
    {"not", "boolean", "[true]", "false"},
    {"not", "boolean", "true", "false"},
    {"not", "boolean", "[true, false]", bad + "$not takes 1 argument, not 2"},
    {"xor", "boolean", "[true, false]", "true"},
    {"xor", "boolean", "[true, true]", "false"},
    {"xor", "boolean", "[true]", bad + "$xor takes 2 arguments, not 1"},

    {"equal", "boolean", "[1, 1.0]", "true"},
    {"equal", "boolean", "[a, b]", "false"},
    {"equal", "boolean", "[{x: [1, 2], y: 3}, {y: 3, x: [1, 2]}]", "true"},
    {"equal", "boolean", "[[1, 2], [2, 1]]", "false"},
    {"equal", "boolean", "[a, 1]", bad + "the arguments of $equal must be of one type, not a string and an integer"},
    {"equal", "boolean", "[1, 2, 3]", bad + "$equal takes 2 arguments, not 3"},
    {"greater_than", "boolean", "[2, 1]", "true"},
    {"greater_than", "boolean", "[1.5, 2]", "false"},
    {"greater_than", "boolean", "[b, a]", "true"},
    {"greater_than", "boolean", "[2, 2]", "false"},
    {"greater_than", "boolean", "[true, false]",
     bad + "the first argument of $greater_than must be a string, a number, a number with a unit, a timestamp or a version, not "
           "true or false"},
    {"greater_or_equal", "boolean", "[2, 2]", "true"},
    {"greater_or_equal", "boolean", "[1, 2]", "false"},
    {"less_than", "boolean", "[abc, abd]", "true"},
    {"less_than", "boolean", "[10, 9]", "false"},
    {"less_than", "boolean", "[10, ten]", bad + "the arguments of $less_than must be of one type, not an integer and a string"},
    {"less_or_equal", "boolean", "[2, 2.0]", "true"},
    {"less_or_equal", "boolean", "[3, 2]", "false"},
    {"valid_values", "boolean", "[a, [a, b]]", "true"},
    {"valid_values", "boolean", "[3, [1, 2]]", "false"},
    {"valid_values", "boolean", "[1, [a, b]]", bad + "the second argument of $valid_values is for an integer, not for a string"},
    {"valid_values", "boolean", "[a, b]", bad + "the second argument of $valid_values must be a list, not a string"},
    {"matches", "boolean", "[abc, 'a.c']", "true"},
    {"matches", "boolean", "[abcd, 'a.c']", "true"},
    {"matches", "boolean", "[abcd, '^a.c$']", "false"},
    {"matches", "boolean", "[1, '1']", bad + "the first argument of $matches must be a string, not an integer"},
    {"matches", "boolean", "[abc, '(']", bad + "$matches: '(' is no regular expression"},

    {"has_suffix", "boolean", "[image.png, .png]", "true"},
    {"has_suffix", "boolean", "[[1, 2, 3], [2, 3]]", "true"},
    {"has_suffix", "boolean", "[[1, 2, 3], [1, 2]]", "false"},
    {"has_suffix", "boolean", "[abc, [c]]", bad + "the arguments of $has_suffix must be of one type, not a string and a list"},
    {"has_prefix", "boolean", "[abc, ab]", "true"},
    {"has_prefix", "boolean", "[[1, 2, 3], [2]]", "false"},
    {"contains", "boolean", "[abcd, bc]", "true"},
    {"contains", "boolean", "[[1, 2, 3, 4], [2, 3]]", "true"},
    {"contains", "boolean", "[[1, 2, 3, 4], [2, 4]]", "false"},
    {"contains", "boolean", "[{a: 1}, a]", bad + "the first argument of $contains must be a string or a list, not a map"},
    {"has_entry", "boolean", "[[1, 2], 2]", "true"},
    {"has_entry", "boolean", "[{a: 1}, 2]", "false"},
    {"has_entry", "boolean", "[[1, 2], a]", bad + "the second argument of $has_entry is for an integer, not for a string"},
    {"has_entry", "boolean", "[abc, a]", bad + "the first argument of $has_entry must be a list or a map, not a string"},
    {"has_key", "boolean", "[{a: 1}, a]", "true"},
    {"has_key", "boolean", "[{a: 1}, b]", "false"},
    {"has_key", "boolean", "[{a: 1}, 1]", bad + "the second argument of $has_key is for a string, not for an integer"},
    {"has_key", "boolean", "[[a], a]", bad + "the first argument of $has_key must be a map, not a list"},
    {"has_all_entries", "boolean", "[[1, 2, 3], [3, 1]]", "true"},
    {"has_all_entries", "boolean", "[{a: 1}, [1, 2]]", "false"},
    {"has_all_entries", "boolean", "[[1], 1]", bad + "the second argument of $has_all_entries must be a list, not an integer"},
    {"has_all_keys", "boolean", "[{a: 1, b: 2}, [a, b]]", "true"},
    {"has_all_keys", "boolean", "[{a: 1, '2': 2}, ['2', c]]", "false"},
    {"has_any_entry", "boolean", "[[1, 2], [2, 9]]", "true"},
    {"has_any_entry", "boolean", "[[1, 2], [9]]", "false"},
    {"has_any_key", "boolean", "[{a: 1}, [b, a]]", "true"},
    {"has_any_key", "boolean", "[{a: 1}, []]", "false"},

    {"length", "integer", "häuser", "6"},
    {"length", "integer", "[[a, b, c]]", "3"},
    {"length", "integer", "[{a: 1}]", "1"},
    {"length", "integer", "[12]", bad + "the first argument of $length must be a string, bytes, a list or a map, not an integer"},
    {"length", "integer", "[true, true]", bad + "$length takes 1 argument, not 2"},
    {"concat", "string", "[a, '/', 1.10]", "a/1.10"},
    {"concat", "list, entry_schema: integer", "[[1], [2, 3]]", "[1,2,3]"},
    {"concat", "string", "[a, [b]]", bad + "$concat: the arguments must be all strings, or all lists"},
    {"join", "string", "[[a, b, c], '-']", "a-b-c"},
    {"join", "string", "[[a, b]]", "ab"},
    {"join", "string", "[ab, '-']", bad + "the first argument of $join must be a list, not a string"},
    {"token", "string", "['10.0.0.1:80', ':', 1]", "80"},
    {"token", "string", "['a:b', ':', 2]", bad + "$token: the text has only 2 parts"},
    {"token", "string", "['a:b', ':', -1]", bad + "$token: parts are counted from 0"},
    {"token", "string", "['a:b', ':', one]", bad + "the third argument of $token must be an integer, not a string"},
    {"token", "string", "['a:b', ':']", bad + "$token takes 3 arguments, not 2"},
    {"union", "list, entry_schema: integer", "[[1, 2], [2, 3], [1]]", "[1,2,3]"},
    {"union", "list, entry_schema: integer", "[[1], [a]]",
     bad + "the second argument of $union is for an integer, not for a string"},
    {"union", "list, entry_schema: integer", "[[a], b]", bad + "the second argument of $union must be a list, not a string"},
    {"intersection", "list, entry_schema: integer", "[[3, 1, 2, 1], [1, 3], [3, 1, 7]]", "[3,1]"},
    {"intersection", "list, entry_schema: integer", "[]", bad + "$intersection takes at least 1 argument, not 0"},

    {"sum", "integer", "[1, 2, 3]", "6"},
    {"sum", "float", "[1, 0.5]", "1.5"},
    {"sum", "integer", "[9223372036854775807, 1]", bad + "$sum: the result is too large for an integer"},
    {"sum", "integer", "[1, two]", bad + "the second argument of $sum must be a number or a number with a unit, not a string"},
    {"difference", "integer", "[1, 3]", "-2"},
    {"difference", "float", "[1.5, 1]", "0.5"},
    {"difference", "integer", "[1]", bad + "$difference takes 2 arguments, not 1"},
    {"product", "integer", "[2, 3, 4]", "24"},
    {"product", "float", "[2, 0.5]", "1.0"},
    {"product", "integer", "[a]", bad + "the first argument of $product must be a number or a number with a unit, not a string"},
    {"quotient", "float", "[1, 2]", "0.5"},
    {"quotient", "float", "[1, 0]", bad + "$quotient: division by zero"},
    {"quotient", "integer", "[4, 2]", "wrong-value: the property 'p' must be an integer"},
    {"remainder", "integer", "[7, 4]", "3"},
    {"remainder", "integer", "[7, 0]", bad + "$remainder: division by zero"},
    {"remainder", "integer", "[7.5, 2]",
     bad + "the first argument of $remainder must be an integer or a number with a unit, not a float"},
    {"round", "integer", "[2.5]", "2"},
    {"round", "integer", "[2.51]", "3"},
    {"round", "integer", "-2.5", "-3"},
    {"round", "integer", "[a]", bad + "the first argument of $round must be a number, not a string"},
    {"floor", "integer", "[2.9]", "2"},
    {"floor", "integer", "[-2.1]", "-3"},
    {"floor", "integer", "[1, 2]", bad + "$floor takes 1 argument, not 2"},
    {"ceil", "integer", "[2.1]", "3"},
    {"ceil", "integer", "[1.0e+300]", bad + "$ceil: the result is too large for an integer"},

    {"get_input", "string", "[]", bad + "$get_input takes at least 1 argument, not 0"},
    {"get_property", "string", "[SELF]", bad + "$get_property takes at least 2 arguments, not 1"},
    {"get_attribute", "string", "[SELF]", bad + "$get_attribute takes at least 2 arguments, not 1"},
    {"get_artifact", "string", "[SELF]", bad + "$get_artifact takes at least 2 arguments, not 1"},
    {"value", "string", "[]", bad + "$value has a meaning in a validation only"},
    {"node_index", "integer", "[1]", bad + "$node_index takes no arguments, not 1"},
    {"relationship_index", "integer", "[1]", bad + "$relationship_index takes no arguments, not 1"},
    {"available_allocation", "integer", "[]", bad + "$available_allocation takes at least 1 argument, not 0"},
};

TEST(Functions, GiveWhatTheStandardSays) {
  for (const FunctionRow& row : function_rows) {
    const std::string call = "{$" + std::string(row.function) + ": " + row.arguments + "}";
    EXPECT_EQ(typed({"{type: " + row.type + "}", call}), row.result) << call;
  }
}

TEST(Functions, TheTestKnowsEachOfThem) {
  std::set<std::string_view> tested;
  for (const FunctionRow& row : function_rows) tested.insert(row.function);
  for (const Function& function : functions_of_2_0()) EXPECT_TRUE(tested.contains(function.name)) << function.name;
}

TEST(Functions, UnknownOnesAreReportedOnceWithTheNearestName) {
  EXPECT_EQ(typed({"{type: string}", "{$conact: [a, {$nowhere: [b]}]}"}),
            bad + "there is no function '$conact' (did you mean '$concat'?)");
  EXPECT_EQ(typed({"{type: list, entry_schema: string}", "[{$concat: [a, b]}, {$konkat: [b]}]"}),
            bad + "there is no function '$konkat' (did you mean '$concat'?)");
}

TEST(Functions, AreFollowedAtAnyDepth) {
  EXPECT_EQ(typed({"{type: integer}", "{$sum: [{$length: [{$concat: [ab, c]}]}, {$product: [2, 5]}]}"}), "13");
  EXPECT_EQ(typed({"{type: map, entry_schema: integer}", "{x: {$sum: [1, 1]}}"}), "{\"x\":2}");
  EXPECT_EQ(typed({"{type: integer}", "{$sum: [1, {$quotient: [1, 0]}]}"}), bad + "$quotient: division by zero");
}

TEST(Functions, WhatIsNotKnownYetHasAKindAllTheSame) {
  const std::string inputs = "    count: {type: integer}\n    name: {type: string}\n";
  EXPECT_EQ(typed({"{type: integer}", "{$concat: [{$get_input: name}, x]}", "", "", inputs}),
            "wrong-value: the property 'p' must be an integer, but $concat gives a string");
  EXPECT_EQ(typed({"{type: integer}", "{$get_input: name}", "", "", inputs}),
            "wrong-value: the property 'p' must be an integer, but $get_input gives a string");
  EXPECT_EQ(typed({"{type: string}", "{$join: [{$get_input: name}]}", "", "", inputs}),
            bad + "the first argument of $join must be a list, not a string");
  EXPECT_EQ(typed({"{type: boolean}", "{$or: [{$less_than: [{$get_input: count}, 3]}, true]}", "", "", inputs}), "true");
  EXPECT_EQ(typed({"{type: boolean}", "{$less_than: [{$get_input: count}, three]}", "", "", inputs}),
            bad + "the arguments of $less_than must be of one type, not an integer and a string");
}

TEST(Functions, OfPropertiesAreComputedOnceThoseAreKnown) {
  const Outcome sum = apply_function(*find_function("$sum"), "$sum", {{"2 GB"}, {"500 MB"}});
  EXPECT_EQ(to_text(sum.value), "2500000000 B");
  const Outcome less = apply_function(*find_function("$less_than"), "$less_than", {{"10 GB"}, {"9 GB"}});
  EXPECT_EQ(to_text(less.value), "false");
  EXPECT_EQ(apply_function(*find_function("$length"), "$length", {{true}}).problem,
            "the first argument of $length must be a string, bytes, a list or a map, not true or false");
}

const std::string own_functions =
    "  sqrt:\n    signatures:\n"
    "      - {arguments: [{type: integer, validation: {$greater_or_equal: [$value, 0]}}], result: {type: float}}\n"
    "      - {arguments: [{type: float, validation: {$greater_or_equal: [$value, 0.0]}}], result: {type: float}}\n"
    "  label:\n    signatures:\n"
    "      - {arguments: [string], optional_arguments: [integer], result: string}\n"
    "  most:\n    signatures:\n"
    "      - {arguments: [string, integer], variadic: true, result: integer}\n"
    "  now:\n    signatures:\n"
    "      - {result: timestamp}\n";

TEST(CustomFunctions, AreHeldAgainstTheirSignatures) {
  const auto check = [](const std::string& type, const std::string& call) {
    return typed({"{type: " + type + "}", call, "", own_functions});
  };
  EXPECT_EQ(check("float", "{$sqrt: [4]}"), "{\"$sqrt\":[4]}");
  EXPECT_EQ(check("float", "{$sqrt: [4.5]}"), "{\"$sqrt\":[4.5]}");
  EXPECT_EQ(check("float", "{$sqrt: [-4]}"), bad + "no signature of $sqrt takes these arguments");
  EXPECT_EQ(check("float", "{$sqrt: [{$sum: [1, 3]}]}"), "{\"$sqrt\":[4]}");
  EXPECT_EQ(check("string", "{$sqrt: [4]}"), "wrong-value: the property 'p' must be a string, but $sqrt gives a float");
  EXPECT_EQ(check("string", "{$label: [a]}"), "{\"$label\":[\"a\"]}");
  EXPECT_EQ(check("string", "{$label: [a, 1]}"), "{\"$label\":[\"a\",1]}");
  EXPECT_EQ(check("string", "{$label: [a, b]}"), "wrong-value: an argument of '$label' must be an integer");
  EXPECT_EQ(check("string", "{$label: [a, 1, 2]}"), bad + "$label takes 1 to 2 arguments, not 3");
  EXPECT_EQ(check("string", "{$label: [{$length: abc}]}"), bad + "an argument of '$label' must be a string");
  EXPECT_EQ(check("integer", "{$most: [a, 1, 2, 3]}"), "{\"$most\":[\"a\",1,2,3]}");
  EXPECT_EQ(check("integer", "{$most: [a]}"), bad + "$most takes at least 2 arguments, not 1");
  EXPECT_EQ(check("timestamp", "$now"), "{\"$now\":[]}");
  EXPECT_EQ(check("integer", "$now"), "wrong-value: the property 'p' must be an integer, but $now gives a timestamp");
  EXPECT_EQ(check("float", "{$sqr: [4]}"), bad + "there is no function '$sqr' (did you mean '$sqrt'?)");
}

TEST(CustomFunctions, OfAnImportHaveItsNamespace) {
  const std::string profile = "tosca_definitions_version: tosca_2_0\nfunctions:\n" + own_functions;
  const auto service = [](const std::string& call) {
    return "tosca_definitions_version: tosca_2_0\nimports:\n  - {url: math.yaml, namespace: m}\nnode_types:\n  A: {properties: "
           "{p: "
           "{type: float}}}\nservice_template:\n  node_templates:\n    a:\n      type: A\n      properties:\n        p: {" +
           call + ": [4]}\n";
  };
  EXPECT_EQ(Model({{"service.yaml", service("$m:sqrt")}, {"math.yaml", profile}}).problems(), "");
  EXPECT_EQ(Model({{"service.yaml", service("$sqrt")}, {"math.yaml", profile}}).problems(),
            "service.yaml:11:12: error[bad-function]: there is no function '$sqrt' (did you mean '$m:sqrt'?)\n");
}

TEST(CustomFunctions, TypesOfSignaturesMustExist) {
  EXPECT_EQ(typed({"{type: string}", "x", "", "  f: {signatures: [{arguments: [strin], result: string}]}\n"}),
            "unknown-type: there is no data type 'strin' (did you mean 'string'?)");
}

TEST(FunctionsOf1x, AreCheckedWhereTheyAreNotEvaluated) {
  const auto check = [](const std::string& type, const std::string& call) {
    const Model model(
        std::string(testing::v1_3) + "node_types: {A: {derived_from: Root, properties: {p: {type: " + type +
        "}}, attributes: {x: {type: string}}}}\ntopology_template:\n  node_templates:\n    a:\n      type: A\n      "
        "properties: {\n        p: " +
        call + "}\n");
    return model.problems();
  };
  EXPECT_EQ(check("string", "{concat: [a, {get_attribute: [SELF, x]}]}"), "");
  EXPECT_EQ(check("integer", "{concat: [a, {get_attribute: [SELF, x]}]}"),
            "service.yaml:8:12: error[wrong-value]: the property 'p' must be an integer, but concat gives a string\n");
  EXPECT_EQ(check("string", "{token: [{get_attribute: [SELF, x]}, ':']}"),
            "service.yaml:8:12: error[bad-function]: token takes 3 arguments, not 2\n");
  EXPECT_EQ(check("string", "{get_nodes_of_type: A}"),
            "service.yaml:8:12: error[wrong-value]: the property 'p' must be a string, but get_nodes_of_type gives a list\n");
}

}  // namespace
}  // namespace planbuilder::tosca
