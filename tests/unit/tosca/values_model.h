// One property of a given schema with a given value: the smallest model that a value can be checked in.
#pragma once

#include <string>

#include "tests/support/model.h"

namespace planbuilder::testing {

/// The value stands at 9:12, the data types in line 2, the schema in line 3.
inline Model property_model(const std::string& schema, const std::string& value, const std::string& data_types = "{}") {
  return Model(
      std::string(v1_3) + "data_types: " + data_types + "\nnode_types: {A: {derived_from: Root, properties: {p: " + schema +
      "}}}\ntopology_template:\n  node_templates:\n    a:\n      type: A\n      properties: {\n        p: " + value + "}\n");
}

/// What is wrong with the value, without its place; empty when nothing is.
inline std::string complaint(const std::string& schema, const std::string& value, const std::string& data_types = "{}") {
  const Model model = property_model(schema, value, data_types);
  std::string text;
  for (const Diagnostic& problem : model.diagnostics.in_file_order()) {
    text += (text.empty() ? "" : "; ") + std::string(to_string(problem.code)) + ": " + problem.summary;
  }
  return text;
}

}  // namespace planbuilder::testing
