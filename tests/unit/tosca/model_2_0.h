// One property of a 2.0 type with a given value: the smallest model that a value of 2.0 can be checked in.
#pragma once

#include <string>

#include "tests/support/model.h"

namespace planbuilder::testing {

struct Property {
  std::string schema;
  std::string value;
  std::string data_types = {};  // lines of the section, each indented by two
  std::string functions = {};   // likewise
  std::string inputs = {};      // likewise, by four
};

inline std::string text_2_0(const Property& property) {
  const auto section = [](const std::string& name, const std::string& lines) {
    return lines.empty() ? std::string() : name + ":\n" + lines;
  };
  return "tosca_definitions_version: tosca_2_0\n" + section("data_types", property.data_types) +
         section("functions", property.functions) + "node_types:\n  A:\n    properties:\n      p: " + property.schema +
         "\nservice_template:\n" + section("  inputs", property.inputs) + "  node_templates:\n    a:\n      type: A\n" +
         "      properties:\n        p: " + property.value + "\n";
}

/// What the property has become: its value as text, or all that is wrong without the places.
inline std::string typed(const Property& property) {
  const Model model(text_2_0(property));
  std::string text;
  for (const Diagnostic& problem : model.diagnostics.in_file_order()) {
    if (problem.code == Code::unused_input) continue;  // models share their inputs
    text += (text.empty() ? "" : "; ") + std::string(to_string(problem.code)) + ": " + problem.summary;
  }
  if (!text.empty() || !model.topology) return text;
  return to_text(model.topology->nodes[tosca::NodeId(0)].properties.front().value);
}

}  // namespace planbuilder::testing
