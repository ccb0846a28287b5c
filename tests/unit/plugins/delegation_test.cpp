// Nodes that the model leaves to others.
#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

/// Who fills each activity, with the names of its steps.
std::string filled(const std::string& text) {
  Model model(text);
  if (!model.topology) return model.problems();
  std::string out;
  for (const PlanKind& kind : {kinds::build, kinds::terminate}) {
    const auto abstract = flow::derive(*model.topology, {kind}, model.diagnostics);
    const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
    for (const plan::Activity& activity : plan.activities) {
      out += activity.filled_by + ":";
      for (const plan::Step& step : activity.steps) {
        out += " " + step.id;
        if (const auto* delegate = std::get_if<plan::Delegate>(&step.action)) {
          out += "(" + delegate->transition + " " + delegate->type;
          for (const plan::Argument& property : delegate->properties) out += " " + property.name + "=" + to_text(property.value);
          out += ")";
        }
      }
      out += "\n";
    }
  }
  return out;
}

TEST(Delegation, TakesWhatAsksForASubstitute) {
  EXPECT_EQ(filled(R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Q:
    derived_from: tosca.nodes.Root
    properties: {size: {type: integer, default: 5}}
    interfaces: {Standard: {type: tosca.interfaces.node.lifecycle.Standard, operations: {create: x.sh}}}
topology_template: {node_templates: {q: {type: Q, directives: [substitute]}}}
)"),
            "delegate: q/provision/record q/provision/delegate(provision Q size=5) q/provision/set-started\n"
            "delegate: q/terminate/delegate(terminate Q size=5) q/terminate/remove\n");
}

TEST(Delegation, TakesAbstractTypesButNotWhatDerivesFromThem) {
  EXPECT_EQ(filled(R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template: {node_templates: {a: {type: tosca.nodes.Abstract.Compute}, c: {type: tosca.nodes.Compute}}}
)"),
            "delegate: a/provision/record a/provision/delegate(provision tosca.nodes.Abstract.Compute) a/provision/set-started\n"
            "compute: c/provision/record c/provision/set-started\n"
            "delegate: a/terminate/delegate(terminate tosca.nodes.Abstract.Compute) a/terminate/remove\n"
            "compute: c/terminate/remove\n");
}

TEST(Delegation, LeavesToTheTemplateWhatItKnowsHowToDo) {
  EXPECT_EQ(filled(R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    a: {type: tosca.nodes.Abstract.Compute, interfaces: {Standard: {operations: {create: x.sh, delete: x.sh}}}}
)"),
            "standard-lifecycle: a/provision/record a/provision/create a/provision/set-created a/provision/set-started\n"
            "standard-lifecycle: a/terminate/delete a/terminate/set-deleted a/terminate/remove\n");
}

TEST(Delegation, KnowsTheAbstractTypesOfXml) {
  EXPECT_EQ(
      filled(R"(<Definitions xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t" id="d" targetNamespace="urn:t">
  <NodeType name="Vague" abstract="yes"/>
  <ServiceTemplate id="s"><TopologyTemplate><NodeTemplate id="n" type="t:Vague"/></TopologyTemplate></ServiceTemplate>
</Definitions>)"),
      "delegate: n/provision/record n/provision/delegate(provision {urn:t}Vague) n/provision/set-started\n"
      "delegate: n/terminate/delegate(terminate {urn:t}Vague) n/terminate/remove\n");
}

}  // namespace
}  // namespace planbuilder::plugins
