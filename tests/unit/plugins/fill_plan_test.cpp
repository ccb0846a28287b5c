#include <gtest/gtest.h>

#include <sstream>

#include "planbuilder/flow/derive.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

constexpr std::string_view types = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, default: {get_input: port}}, fixed: {type: string, default: f}}
    attributes: {url: {type: string, default: none}}
    capabilities: {base: {type: tosca.capabilities.Container}, web: {type: tosca.capabilities.Endpoint}}
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}
      - link: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [0, UNBOUNDED]}
topology_template:
  inputs:
    unused: {type: string}
    port: {type: integer, default: 80}
)";

std::string show(const plan::Plan& plan) {
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    out += activity.id + " by " + activity.filled_by + (activity.loops ? ", each instance" : "") + "\n";
    for (const plan::Step& step : activity.steps) {
      out += "  " + step.id.substr(activity.id.size() + 1);
      if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) {
        out += " " + invoke->interface + "." + invoke->operation + " " + invoke->artifact.file + " on " + invoke->host;
        for (const plan::Argument& input : invoke->inputs) out += " " + input.name + "=" + to_text(input.value);
        for (const plan::OutputMapping& output : invoke->outputs)
          out += " " + output.output + "->" + output.entity.id + "." + output.attribute;
        if (step.undo.present()) out += " undone by " + step.undo->operation;
      } else if (const auto* record = std::get_if<plan::Record>(&step.action)) {
        for (const plan::Argument& property : record->properties) out += " " + property.name + "=" + to_text(property.value);
        for (const plan::Argument& attribute : record->attributes) out += " @" + attribute.name + "=" + to_text(attribute.value);
        if (!record->source.empty()) out += " " + record->source + "->" + record->target;
      } else if (const auto* select = std::get_if<plan::Select>(&step.action)) {
        out += " " + select->strategy + " " + select->input + (select->through ? select->through->id : "");
      }
      out += "\n";
    }
  }
  return out;
}

std::string filled(Model& model, flow::PlanRequest request) {
  if (!model.topology) return model.problems();
  const auto abstract = flow::derive(*model.topology, request, model.diagnostics);
  if (!abstract) return model.problems();
  const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  std::string out = show(plan);
  for (const plan::Input& input : plan.inputs) out += "input " + input.name + (input.required ? "" : " optional") + "\n";
  for (const plan::Output& output : plan.outputs) out += "output " + output.name + "\n";
  return out;
}

TEST(FillPlan, CallsTheImplementedOperationsOfTheLifecycle) {
  Model model({{"service.yaml", std::string(types) + R"(
  node_templates:
    a:
      type: N
      interfaces:
        Standard:
          inputs: {all: 1, port: {get_property: [SELF, port]}}
          operations:
            create: {implementation: a.sh, inputs: {all: 2, own: {get_attribute: [SELF, url]}}, outputs: {where: [SELF, url]}}
            start: a.sh
            stop: a.sh
  outputs:
    url: {value: {get_attribute: [a, url]}}
)"},
               {"a.sh", ""}});
  EXPECT_EQ(filled(model, {kinds::build}),
            "a/provision by standard-lifecycle\n"
            "  record port={\"$get_input\":[\"port\"]} fixed=f @url=none\n"
            "  create Standard.create a.sh on a all=2 port={\"$get_property\":[\"node\",\"a\",\"port\"]} "
            "own={\"$get_attribute\":[\"node\",\"a\",\"url\"]} where->a.url\n"
            "  set-created\n"
            "  start Standard.start a.sh on a all=1 port={\"$get_property\":[\"node\",\"a\",\"port\"]} undone by stop\n"
            "  set-started\n"
            "input port optional\n"
            "output url\n");
  EXPECT_EQ(filled(model, {kinds::terminate}),
            "a/terminate by standard-lifecycle, each instance\n"
            "  stop Standard.stop a.sh on a all=1 port={\"$get_property\":[\"node\",\"a\",\"port\"]}\n"
            "  set-stopped\n"
            "  remove\n");
  EXPECT_EQ(model.problems(), "service.yaml:13:5: warning[unused-input]: nothing reads the input 'unused'\n");
}

TEST(FillPlan, ConfiguresRelationshipsOnTheMachineOfTheRightEnd) {
  Model model({{"service.yaml", std::string(types) + R"(
  node_templates:
    a: {type: N, requirements: [host: m1, link: {node: b, relationship: r}]}
    b: {type: N, requirements: [host: m2]}
    m1: {type: N}
    m2: {type: N}
  relationship_templates:
    r:
      type: tosca.relationships.ConnectsTo
      interfaces:
        Configure:
          operations: {add_target: r.sh, pre_configure_target: r.sh, remove_target: r.sh}
)"},
               {"r.sh", ""}});
  const std::string build = filled(model, {kinds::build});
  EXPECT_NE(build.find("r/provision by relationship-configure\n"
                       "  record a->b\n"
                       "  pre_configure_target Configure.pre_configure_target r.sh on m2\n"
                       "  add_target Configure.add_target r.sh on m1 undone by remove_target\n"),
            std::string::npos)
      << build;
  const std::string terminate = filled(model, {kinds::terminate});
  EXPECT_NE(terminate.find("r/terminate by relationship-configure, each instance\n"
                           "  remove_target Configure.remove_target r.sh on m1\n"
                           "  remove\n"),
            std::string::npos)
      << terminate;
}

TEST(FillPlan, TellsTheSourceOfWhatChangedAtTheTarget) {
  const auto build = [](const std::string& add_source) {
    Model model({{"service.yaml", std::string(types) + R"(
  node_templates:
    a: {type: N, requirements: [link: {node: b, relationship: r}]}
    b: {type: N}
  relationship_templates:
    r:
      type: tosca.relationships.ConnectsTo
      interfaces: {Configure: {operations: {target_changed: r.sh, add_source: )" +
                                      add_source + "}}}\n"},
                 {"r.sh", ""}});
    return filled(model, {kinds::build});
  };
  EXPECT_EQ(build("r.sh").find("target_changed"), std::string::npos);
  const std::string changed = build("{implementation: r.sh, outputs: {where: [TARGET, url]}}");
  EXPECT_NE(changed.find("  add_source Configure.add_source r.sh on b where->b.url\n"
                         "  target_changed Configure.target_changed r.sh on a\n"),
            std::string::npos)
      << changed;
}

TEST(FillPlan, TellsBothSidesOfEndsThatScalingAddsAndRemoves) {
  Model model({{"service.yaml", std::string(types) + R"(
  node_templates:
    front: {type: N, requirements: [link: {node: a, relationship: to_a}]}
    a: {type: N, requirements: [link: {node: back, relationship: from_a}]}
    back: {type: N}
  relationship_templates:
    to_a: &told
      type: tosca.relationships.ConnectsTo
      interfaces: {Configure: {operations: {add_target: r.sh, add_source: r.sh, remove_target: r.sh}}}
    from_a: *told
  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [a], properties: {strategies: {front: FirstInstance, back: FirstInstance}}}]
)"},
               {"r.sh", ""}});
  ASSERT_TRUE(model.topology) << model.problems();
  const std::string out = filled(model, {kinds::scale_out, &model.topology->regions[0]});
  for (const std::string ends : {"to_a front a", "from_a a back"}) {
    std::istringstream words(ends);
    std::string relationship, source, target;
    words >> relationship >> source >> target;
    EXPECT_NE(out.find(relationship + "/provision by relationship-configure\n  record " + source + "->" + target +
                       "\n  add_target Configure.add_target r.sh on " + source + " undone by remove_target\n" +
                       "  add_source Configure.add_source r.sh on " + target + "\n"),
              std::string::npos)
        << out;
  }
  const std::string in = filled(model, {kinds::scale_in, &model.topology->regions[0]});
  EXPECT_NE(in.find("  remove_target Configure.remove_target r.sh on front\n"), std::string::npos) << in;
  EXPECT_NE(in.find("  remove_target Configure.remove_target r.sh on a\n"), std::string::npos) << in;
}

TEST(FillPlan, SelectsByStrategyAndAsksForWhatTheUserProvides) {
  Model model(std::string(types) + R"(
  node_templates:
    a: {type: N, requirements: [link: b]}
    b: {type: N, requirements: [host: c]}
    c: {type: N}
  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [a], properties: {strategies: {b: UserProvided}}}]
)");
  ASSERT_TRUE(model.topology) << model.problems();
  const std::string out = filled(model, {kinds::scale_out, &model.topology->regions[0]});
  EXPECT_NE(out.find("b/select by select-user-provided\n  UserProvided UserProvided b_InstanceID\n"), std::string::npos) << out;
  EXPECT_NE(out.find("b.host/select by select-recursively\n  follow  b\n"), std::string::npos) << out;
  EXPECT_NE(out.find("c/select by select-recursively\n  follow  b.host\n"), std::string::npos) << out;
  EXPECT_NE(out.find("input port optional\ninput b_InstanceID\n"), std::string::npos) << out;
}

TEST(FillPlan, AnUnknownStrategyIsAnErrorAndAMissingFileAWarning) {
  Model model(std::string(types) + R"(
  node_templates:
    a: {type: N, requirements: [link: b], interfaces: {Standard: {operations: {create: no.sh}}}}
    b: {type: N}
  policies: [r: {type: planbuilder.policies.ScalingRegion, targets: [a], properties: {strategies: {b: BestInstance}}}]
)");
  ASSERT_TRUE(model.topology) << model.problems();
  filled(model, {kinds::scale_out, &model.topology->regions[0]});
  EXPECT_EQ(
      model.problems(),
      "service.yaml:13:5: warning[unused-input]: nothing reads the input 'unused'\n"
      "service.yaml:17:88: warning[artifact-missing]: the file 'no.sh' is not there: the operation 'create' of 'a' needs it\n"
      "service.yaml:18:5: error[activity-unfilled]: no plugin knows the selection strategy 'BestInstance' of 'b/select'\n"
      "  known are FirstInstance, LastInstance, UserProvided, WorkloadBased, RoundRobin\n");
}

TEST(FillPlan, XmlParametersTakePropertiesDownTheStackElseBecomeInputs) {
  Model model(
      {{"service.tosca",
        R"(<Definitions id="D" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" targetNamespace="urn:x" xmlns:x="urn:x" xmlns:b="http://docs.oasis-open.org/tosca/ns/2011/12/ToscaBaseTypes">
  <NodeType name="N"><Interfaces><Interface name="http://opentosca.org/interfaces/lifecycle"><Operation name="install"><InputParameters>
    <InputParameter name="Port" type="string"/><InputParameter name="Missing" type="string"/><InputParameter name="Unneeded" type="string" required="no"/></InputParameters></Operation></Interface></Interfaces></NodeType>
  <NodeType name="M"/>
  <RelationshipType name="On"><DerivedFrom typeRef="b:HostedOn"/></RelationshipType>
  <NodeTypeImplementation name="I" nodeType="x:N"><ImplementationArtifacts><ImplementationArtifact artifactType="x:Script" artifactRef="x:A"/></ImplementationArtifacts></NodeTypeImplementation>
  <ArtifactTemplate id="A" type="x:Script"><ArtifactReferences><ArtifactReference reference="a%20b.sh"/></ArtifactReferences></ArtifactTemplate>
  <ServiceTemplate id="S"><TopologyTemplate>
    <NodeTemplate id="n" type="x:N"/>
    <NodeTemplate id="m" type="x:M"><Properties><P><Port>get_input: port</Port></P></Properties></NodeTemplate>
    <RelationshipTemplate id="r" type="x:On"><SourceElement ref="n"/><TargetElement ref="m"/></RelationshipTemplate>
  </TopologyTemplate></ServiceTemplate>
</Definitions>)"},
       {"a b.sh", ""}});
  const std::string out = filled(model, {kinds::build});
  EXPECT_EQ(model.problems().find("error"), std::string::npos) << model.problems();
  EXPECT_NE(out.find("  install http://opentosca.org/interfaces/lifecycle.install a b.sh on m "
                     "Port={\"$get_property\":[\"node\",\"m\",\"Port\"]} "
                     "Missing={\"$get_input\":[\"Missing\"]}\n"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("input port\ninput Missing\n"), std::string::npos) << out;
  EXPECT_NE(model.problems().find("warning[activity-unfilled]: no plugin knows what to do for the type '{urn:x}M', so nothing is "
                                  "called: 'm/provision'\n  it has no interfaces"),
            std::string::npos)
      << model.problems();
}

TEST(FillPlan, WhatARunCannotCallIsReported) {
  Model model(R"(tosca_definitions_version: tosca_2_0
functions:
  now: {signatures: [{result: string}]}
node_types:
  A: {properties: {p: {type: string}, q: {type: integer}}}
service_template:
  node_templates:
    a:
      type: A
      properties: {p: $now, q: {$sum: [1, 1]}}
)");
  filled(model, {kinds::build});
  EXPECT_NE(model.problems().find("service.yaml:10:23: error[target-cannot]: the build plan cannot call $now when it runs\n"),
            std::string::npos)
      << model.problems();
  EXPECT_EQ(model.problems().find("$sum"), std::string::npos);
}

TEST(FillPlan, APartOfAPathThatIsComputedTooLateIsReportedOnce) {
  Model model(R"(tosca_definitions_version: tosca_2_0
node_types:
  T: {attributes: {a: {type: string}}, properties: {first: {type: integer, default: 1}}}
  N: {properties: {p: {type: string}}}
service_template:
  inputs: {i: {type: integer}}
  node_templates:
    t: {type: T, count: 2}
    n: {type: N, properties: {p: {$get_attribute: [t, {$get_input: i}, a]}}}
    m: {type: N, properties: {p: {$get_attribute: [t, {$get_property: [t, 0, first]}, a]}}}
)");
  filled(model, {kinds::build});
  EXPECT_NE(
      model.problems().find("service.yaml:9:55: error[target-cannot]: the build plan must know what $get_attribute reads, but "
                            "this part of its path is computed when it runs\n"),
      std::string::npos)
      << model.problems();
  EXPECT_EQ(model.diagnostics.errors(), 1u) << model.problems();
}

constexpr std::string_view joined_types = R"(tosca_definitions_version: tosca_2_0
interface_types: {Standard: {operations: {create: {}}}}
capability_types: {C: {attributes: {load: {type: string}}}}
relationship_types: {R: {attributes: {speed: {type: string}}, interfaces: {standard: {type: Standard}}}}
node_types:
  T: {attributes: {a: {type: string}}, capabilities: {c: C}}
  N:
    attributes: {a: {type: string}}
    requirements: [{r: {capability: C, relationship: R}}]
    interfaces: {standard: {type: Standard}}
service_template:
  node_templates:
    t: {type: T, count: 2}
    u: {type: T}
    n:
      type: N
      requirements: [{r: u}, {r: {node: [t, 1]}}]
)";

/// The plan where an operation of `n` stores its output there.
std::string stored_in(const std::string& path, std::string* problems = nullptr) {
  Model model({{"service.yaml",
                std::string(joined_types) +
                    "      interfaces: {standard: {operations: {create: {implementation: n.sh, outputs: {o: " + path + "}}}}}\n"},
               {"n.sh", ""}});
  const std::string out = filled(model, {kinds::build});
  if (problems != nullptr) *problems = model.problems();
  const std::size_t at = out.find(" o->");
  return at == std::string::npos ? "nowhere" : out.substr(at + 1, out.find('\n', at) - at - 1);
}

TEST(FillPlan, AnOutputIsStoredWhereItsPathLeads) {
  EXPECT_EQ(stored_in("[SELF, a]"), "o->n.a");
  EXPECT_EQ(stored_in("[SELF, RELATIONSHIP, r, TARGET, a]"), "o->u.a");
  EXPECT_EQ(stored_in("[SELF, RELATIONSHIP, r, 1, TARGET, a]"), "o->t.a");
  EXPECT_EQ(stored_in("[SELF, RELATIONSHIP, r, speed]"), "o->n.r.speed");
  EXPECT_EQ(stored_in("[SELF, RELATIONSHIP, r, CAPABILITY, load]"), "o->u.load");
}

TEST(FillPlan, AnOutputIsStoredInWhatIsThereByThen) {
  const std::string connected = "tosca_definitions_version: tosca_2_0\n" + std::string(R"(
interface_types: {Standard: {operations: {create: {}}}}
capability_types: {C: {}}
relationship_types: {ConnectsTo: {attributes: {speed: {type: string}}}}
node_types:
  T: {capabilities: {c: C}}
  N: {requirements: [{r: {capability: C, relationship: ConnectsTo}}], interfaces: {standard: {type: Standard}}}
service_template:
  node_templates:
    t: {type: T}
    n:
      type: N
      requirements: [{r: t}]
      interfaces: {standard: {operations: {create: {implementation: n.sh, outputs: {o: [SELF, RELATIONSHIP, r, speed]}}}}}
)");
  Model model({{"service.yaml", connected}, {"n.sh", ""}});
  filled(model, {kinds::build});
  EXPECT_NE(model.problems().find("error[input-unavailable]: 'n/provision/create' gives 'speed' to 'n.r', which is not there by "
                                  "then\n"),
            std::string::npos)
      << model.problems();
}

TEST(FillPlan, AnOutputIsStoredInOnePlaceThatIsThere) {
  const std::pair<std::string, std::string> cases[] = {
      {"[SELF, RELATIONSHIP, r, ALL, TARGET, a]", "its path leads to 2 entities, and only one can be written"},
      {"[SELF, RELATIONSHIP, r, 2, TARGET, a]", "there is no 2, counted from 0"},
      {"[SELF, RELATIONSHIP, r, TARGET, b]", "'u' has no attribute 'b'"},
      {"[SELF, RELATIONSHIP, r, TARGET]", "its path does not end with the name of an attribute"},
      {"[SELF, RELATIONSHIP, r, TARGET, a, part]", "a part of the attribute 'a' cannot be written alone"},
  };
  for (const auto& [path, why] : cases) {
    std::string problems;
    EXPECT_EQ(stored_in(path, &problems), "nowhere") << path;
    EXPECT_NE(problems.find("error[wrong-value]: the output 'o' of 'n' cannot be stored: "), std::string::npos)
        << path << problems;
    EXPECT_NE(problems.find(why), std::string::npos) << path << "\n" << problems;
  }
}

}  // namespace
}  // namespace planbuilder::plugins
