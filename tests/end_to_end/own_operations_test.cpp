// Descriptors in the shape of ETSI's NFV-SOL 001: they load, and operations beside the life cycle have plans of their own.

#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view vnf_types = R"(tosca_definitions_version: tosca_simple_yaml_1_2
description: A few types in the shape of the published ones
data_types:
  tosca.datatypes.nfv.VnfProfile:
    derived_from: tosca.datatypes.Root
    properties: {min_number_of_instances: {type: integer, required: true, constraints: [{greater_or_equal: 0}]}}
capability_types:
  tosca.capabilities.nfv.VirtualBindable: {derived_from: tosca.capabilities.Node}
  tosca.capabilities.nfv.VirtualLinkable: {derived_from: tosca.capabilities.Node}
relationship_types:
  tosca.relationships.nfv.VirtualBindsTo:
    derived_from: tosca.relationships.DependsOn
    valid_target_types: [tosca.capabilities.nfv.VirtualBindable]
  tosca.relationships.nfv.VirtualLinksTo:
    derived_from: tosca.relationships.DependsOn
    valid_target_types: [tosca.capabilities.nfv.VirtualLinkable]
interface_types:
  tosca.interfaces.nfv.Vnflcm:
    derived_from: tosca.interfaces.Root
    instantiate: {description: Invoked upon receipt of an Instantiate VNF request}
    instantiate_start: {}
    scale: {}
    heal: {}
    terminate: {}
node_types:
  tosca.nodes.nfv.VNF:
    derived_from: tosca.nodes.Root
    properties:
      descriptor_id: {type: string, required: true}
      flavour_id: {type: string, required: true}
      vnf_profile: {type: tosca.datatypes.nfv.VnfProfile, required: false}
    requirements:
      - virtual_link:
          capability: tosca.capabilities.nfv.VirtualLinkable
          relationship: tosca.relationships.nfv.VirtualLinksTo
          occurrences: [0, 1]
    interfaces:
      Vnflcm: {type: tosca.interfaces.nfv.Vnflcm}
  tosca.nodes.nfv.Vdu.Compute:
    derived_from: tosca.nodes.Root
    properties: {name: {type: string, required: true}}
    capabilities: {virtual_binding: {type: tosca.capabilities.nfv.VirtualBindable, occurrences: [1, UNBOUNDED]}}
  tosca.nodes.nfv.VduCp:
    derived_from: tosca.nodes.Root
    requirements:
      - virtual_binding:
          capability: tosca.capabilities.nfv.VirtualBindable
          relationship: tosca.relationships.nfv.VirtualBindsTo
          node: tosca.nodes.nfv.Vdu.Compute
          occurrences: [1, 1]
      - virtual_link:
          capability: tosca.capabilities.nfv.VirtualLinkable
          relationship: tosca.relationships.nfv.VirtualLinksTo
          occurrences: [0, 1]
  tosca.nodes.nfv.Faulty:
    derived_from: tosca.nodes.nfv.NoWhere
)";

constexpr std::string_view vnf_descriptor = R"(tosca_definitions_version: tosca_simple_yaml_1_2
imports: [etsi_nfv_sol001_vnfd_types.yaml]
node_types:
  somebody.nodes.Firewall:
    derived_from: tosca.nodes.nfv.VNF
    properties: {descriptor_id: {type: string, default: b1bb0ce7}, flavour_id: {type: string, default: simple}}
topology_template:
  inputs:
    size: {type: integer, default: 2}
  substitution_mappings:
    node_type: somebody.nodes.Firewall
    properties: {flavour_id: simple}
    requirements: {virtual_link: [cp, virtual_link]}
  node_templates:
    firewall:
      type: somebody.nodes.Firewall
      properties: {vnf_profile: {min_number_of_instances: 1}}
      interfaces:
        Vnflcm:
          instantiate: {implementation: ../Scripts/log.sh, inputs: {what: instantiate}}
          scale: {implementation: ../Scripts/log.sh, inputs: {what: {concat: ["scale to ", {get_input: size}]}}}
          terminate: {implementation: ../Scripts/log.sh, inputs: {what: terminate}}
    vdu: {type: tosca.nodes.nfv.Vdu.Compute, properties: {name: vdu}}
    cp: {type: tosca.nodes.nfv.VduCp, requirements: [virtual_binding: vdu]}
)";

class OwnOperations : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/TOSCA-Metadata/TOSCA.meta",
                  "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: somebody\n"
                  "Entry-Definitions: Definitions/firewall.yaml\n");
    folder_.write("in/Definitions/firewall.yaml", vnf_descriptor);
    folder_.write("in/Definitions/etsi_nfv_sol001_vnfd_types.yaml", vnf_types);
    folder_.write("in/Scripts/log.sh", "echo \"$what\" >>\"$TRACE\"\n");
  }

  Result run_plan(const std::string& plan) {
    RunOptions options;
    options.environment = {{"TRACE", folder_ / "trace"}};
    return run({folder_ / ("out/" + plan + "/shell/plan.sh"), "--state", folder_ / "state"}, options);
  }

  Folder folder_;
};

TEST_F(OwnOperations, HaveNoPlansUnlessAskedFor) {
  const Result plans = planbuilder({"plan", folder_ / "in", "--all"});
  EXPECT_EQ(plans.exit_code, 0) << plans.err;
  EXPECT_EQ(plans.out.find("event"), std::string::npos) << plans.out;
  EXPECT_EQ(plans.out.find("instantiate"), std::string::npos) << plans.out;
  EXPECT_NE(plans.err.find("warning[unknown-type]"), std::string::npos) << plans.err;  // a fault that nobody needs
}

TEST_F(OwnOperations, ArePlannedByName) {
  for (const std::string name : {"scale", "Vnflcm.scale", "tosca.interfaces.nfv.Vnflcm.scale"}) {
    const Result plan = planbuilder({"plan", folder_ / "in", "--send", name});
    EXPECT_EQ(plan.exit_code, 0) << plan.err;
    EXPECT_NE(plan.out.find("event-scale plan of"), std::string::npos) << plan.out;
    EXPECT_NE(plan.out.find("firewall/scale"), std::string::npos) << plan.out;
    EXPECT_EQ(plan.out.find("vdu"), std::string::npos) << plan.out;
  }
}

TEST_F(OwnOperations, ArePlannedByInterface) {
  const Result plans = planbuilder({"plan", folder_ / "in", "--send", "Vnflcm"});
  EXPECT_EQ(plans.exit_code, 0) << plans.err;
  for (const std::string name : {"instantiate", "scale", "terminate"})
    EXPECT_NE(plans.out.find("firewall/" + name), std::string::npos) << plans.out;
  EXPECT_EQ(plans.out.find("heal"), std::string::npos) << plans.out;  // nothing implements it
}

TEST_F(OwnOperations, ThatNobodyImplementsAreRefused) {
  const Result plan = planbuilder({"plan", folder_ / "in", "--send", "heal"});
  EXPECT_EQ(plan.exit_code, 1);
  EXPECT_NE(plan.err.find("error[unknown-event]"), std::string::npos) << plan.err;
}

TEST_F(OwnOperations, RunOnWhatIsThere) {
  const Result generated =
      planbuilder({"generate", folder_ / "in", "--send", "Vnflcm", "--target", "shell", "-o", folder_ / "out"});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  for (const std::string plan : {"build", "event-instantiate", "event-scale", "event-terminate", "terminate"}) {
    const Result ran = run_plan(plan);
    ASSERT_EQ(ran.exit_code, 0) << plan << ran.out << ran.err;
  }
  EXPECT_EQ(read_file(folder_.path() / "trace"), "instantiate\nscale to 2\nterminate\n");
}

}  // namespace
}  // namespace planbuilder::testing
