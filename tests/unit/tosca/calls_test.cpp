#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;

/// A workflow whose one step has these activities.
std::string call_problems(const std::string& activities) {
  return Model(R"(tosca_definitions_version: tosca_2_0
interface_types:
  Backup:
    inputs: {place: {type: string}}
    operations:
      save: {inputs: {name: {type: string}, depth: {type: integer, default: 1}}}
node_types:
  Store: {interfaces: {backup: {type: Backup}}}
service_template:
  node_templates: {store: {type: Store}}
  workflows:
    other: {inputs: {size: {type: integer}}}
    save:
      inputs:
        place: {type: string}
        number: {type: integer}
        maybe: {type: string, required: false}
      steps:
        only:
          target: store
          activities:
)" + activities)
      .problems();
}

TEST(Calls, GiveOperationsWhatTheyTake) {
  EXPECT_EQ(
      call_problems("          - call_operation: {operation: backup.save, inputs: {place: {$get_input: place}, name: x}}\n"), "");
  EXPECT_EQ(
      call_problems("          - call_operation: {operation: backup.save, inputs: {place: here, name: {$get_input: number}}}\n"),
      "service.yaml:22:82: error[wrong-value]: the input 'name' is of type string, but 'number' is of type integer\n"
      "  service.yaml:16:9: 'number' is defined here\n");
  EXPECT_EQ(call_problems("          - call_operation: {operation: backup.save, inputs: {place: here, name: x, depth: deep}}\n"),
            "service.yaml:22:92: error[wrong-value]: the input 'depth' must be an integer\n");
  EXPECT_EQ(
      call_problems("          - call_operation: {operation: backup.save, inputs: {place: here, name: {$get_input: maybe}}}\n"),
      "service.yaml:22:82: error[missing-property]: the operation 'backup.save' must be given the input 'name', but "
      "'maybe' may be left out\n"
      "  service.yaml:17:9: it is optional here\n"
      "  service.yaml:6:23: the input is required here\n");
  EXPECT_EQ(call_problems("          - call_operation: {operation: backup.save, inputs: {name: x}}\n"),
            "service.yaml:22:13: error[missing-property]: the operation 'backup.save' must be given the input 'place'\n"
            "  service.yaml:4:14: it is required here\n");
  EXPECT_EQ(call_problems("          - call_operation: {operation: backup.save, inputs: {place: here, name: x, nam: y}}\n"),
            "service.yaml:22:85: error[unknown-name]: there is no input of the operation 'backup.save' named 'nam' (did you mean "
            "'name'?)\n");
  EXPECT_EQ(call_problems("          - call_operation: backup.sav\n"),
            "service.yaml:22:29: error[unknown-name]: there is no operation of the interface 'backup' named 'sav' (did you mean "
            "'save'?)\n");
}

TEST(Calls, MayUseInputsThatTheWorkflowDoesNotList) {
  EXPECT_EQ(
      call_problems("          - call_operation: {operation: backup.save, inputs: {place: {$get_input: plaze}, name: x}}\n"),
      "service.yaml:22:83: warning[bad-function]: there is no input 'plaze' (did you mean 'place'?)\n");
}

TEST(Calls, GiveWorkflowsWhatTheyTake) {
  EXPECT_EQ(call_problems("          - inline: {workflow: other, inputs: {size: 3}}\n"), "");
  EXPECT_EQ(call_problems("          - inline: other\n"),
            "service.yaml:22:13: error[missing-property]: the workflow 'other' must be given the input 'size'\n"
            "  service.yaml:12:22: it is required here\n");
}

TEST(Calls, ResultsAreOfTheTypeOfTheProperty) {
  EXPECT_EQ(Model(R"(tosca_definitions_version: tosca_2_0
node_types:
  App: {properties: {port: {type: integer}, rate: {type: float, required: false}}}
service_template:
  inputs: {word: {type: string}, number: {type: integer}}
  node_templates:
    app: {type: App, properties: {port: {$get_input: word}, rate: {$get_input: number}}}
)")
                .problems(),
            "service.yaml:7:41: error[wrong-value]: the property 'port' must be an integer, but $get_input gives a string\n");
}

}  // namespace
}  // namespace planbuilder::tosca
