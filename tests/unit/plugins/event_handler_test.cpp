// Events become calls: of handlers, of the operation itself, however its language spells it.
#include <gtest/gtest.h>

#include "csar/archive.h"
#include "planbuilder/events/derive.h"
#include "planbuilder/events/profile.h"
#include "planbuilder/plan/description.h"
#include "plugins/fill_plan.h"
#include "plugins/lifecycle/idle_events.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

/// "x/go: a.sh(n=1) b.sh set-gone", one line per activity. Events for which nothing is called are activities unless folded.
std::string calls(std::string_view text, bool folds = false, PlanKind kind = kinds::build) {
  Model model(text);
  if (!model.topology) return model.problems();
  std::optional<events::Overlay> overlay;
  if (!events::tells_of_events(*model.topology)) {
    const auto archive = csar::Archive::open(PLANBUILDER_SOURCE "/samples", {}, model.diagnostics);
    overlay = events::load_shipped_profile(*model.topology, *archive, model.sources, model.diagnostics);
  }
  IdleEvents idle(*model.topology, all_plugins());
  events::Options options;
  if (folds) options.calls_nothing = [&](const flow::Activity& activity) { return idle.contain(activity); };
  events::Derivation derivation(*model.topology, overlay ? &*overlay : nullptr, options, flow::Semantics::shipped());
  const auto abstract = derivation.derive({kind}, model.diagnostics);
  if (!abstract) return model.problems();
  const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    out += activity.id + ":";
    for (const plan::Step& step : activity.steps) {
      if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) {
        out += " " + invoke->artifact.file + "(";
        for (const plan::Argument& input : invoke->inputs) out += input.name + "=" + to_text(input.value) + " ";
        out += ")";
      } else if (const auto* set = std::get_if<plan::SetState>(&step.action)) {
        if (!set->state.empty()) out += " " + set->state;
        for (const plan::Argument& attribute : set->attributes) out += " " + attribute.name + "=" + to_text(attribute.value);
      } else {
        out += " " + std::string(plan::kind_of(step.action));
      }
    }
    if (!activity.on_failure.empty()) {
      out += " or";
      for (const plan::Argument& set : activity.on_failure.set) out += " " + set.name + "=" + to_text(set.value);
      for (const std::string& sent : activity.on_failure.emits) out += " " + sent;
    }
    out += "\n";
  }
  return out;
}

TEST(EventHandlers, RunHandlersInOrderAndCarryWhatHappensOnFailure) {
  EXPECT_EQ(calls(R"(tosca_definitions_version: tosca_2_0
interface_types:
  Life:
    attributes: {state: {type: string, default: initial}}
    operations:
      go: {}
      rest: {}
node_types:
  Thing:
    interfaces:
      life:
        type: Life
        operations:
          go:
            handlers:
              - {execute: a.sh, inputs: {n: 1}}
              - execute: b.sh
            on_success: {set: {state: gone}, triggers: [{event: rest, inputs: {n: 7, why: {$get_state: [state]}}}]}
            on_failure: {set: {state: lost}, triggers: [{event: rest}]}
          rest:
            inputs: {n: 2}
            implementation: c.sh
service_template:
  events: {deploy: {triggers: [{event: [ALL, INTERFACE, life, go]}]}}
  node_templates: {x: {type: Thing}}
)"),
            "x/go: record a.sh(n=1 ) b.sh() gone or state=lost rest\n"
            "x/rest: c.sh(n=7 why=gone )\n");
}

TEST(EventHandlers, FindTheOperationHoweverItIsSpelled) {
  EXPECT_EQ(calls(R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    a:
      type: tosca.nodes.Root
      interfaces:
        Standard: {operations: {create: a.sh, start: b.sh}}
)"),
            "a/create: record creating a.sh() created or error=true\n"
            "a/configure: configured or error=true\n"
            "a/start: starting b.sh() started or error=true\n");
}

TEST(EventHandlers, KeepWhatIsSetOnEntryAndOnSuccess) {
  EXPECT_EQ(calls(R"(tosca_definitions_version: tosca_2_0
interface_types:
  Life:
    attributes: {state: {type: string, default: initial}, phase: {type: string, default: none}, last: {type: string, default: none}}
    operations:
      go:
        on_entry: {set: {state: going, phase: early}}
        on_success: {set: {state: gone, last: {$get_state: [phase]}}, triggers: [{event: rest}]}
      rest:
        on_entry: {set: {state: tired, phase: late}}
        on_success: {set: {state: resting}}
node_types:
  Thing: {interfaces: {life: {type: Life, operations: {go: {implementation: a.sh}}}}}
service_template:
  events: {deploy: {triggers: [{event: [ALL, INTERFACE, life, go]}]}}
  node_templates: {x: {type: Thing}}
)"),
            "x/go: record going phase=early a.sh() gone last={\"$get_attribute\":[\"node\",\"x\",\"phase\"]}\n"
            "x/rest: resting phase=late\n");
}

TEST(EventHandlers, WaitForMachinesThatAreElsewhere) {
  EXPECT_EQ(calls(R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    vm: {type: tosca.nodes.Compute, attributes: {public_address: 192.0.2.1}}
)"),
            "vm/create: record creating wait created or error=true\n"
            "vm/configure: configured or error=true\n"
            "vm/start: started or error=true\n");
}

constexpr std::string_view joined = R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    machine: {type: tosca.nodes.Abstract.Compute}
    b: {type: tosca.nodes.Root, interfaces: {Standard: {operations: {start: b.sh}}}}
    a:
      type: tosca.nodes.Root
      requirements: [dependency: {node: b, relationship: r}]
  relationship_templates:
    r:
      type: tosca.relationships.DependsOn
      interfaces: {Configure: {operations: {post_configure_target: r.sh, remove_source: s.sh}}}
)";

TEST(EventHandlers, KeepTheBooksOfEventsThatAreNoActivities) {
  EXPECT_EQ(calls(joined, true),
            "machine/provision: record delegate started\n"
            "b/create: record created or error=true\n"
            "r/pre_configure_target: record target_state=configured or target_state=error\n"
            "r/post_configure_target: r.sh() target_state=added source_state=added or target_state=error\n"
            "b/start: starting b.sh() started or error=true\n"
            "a/provision: record started\n");
}

TEST(EventHandlers, TakeARelationshipApartAtBothEnds) {
  EXPECT_EQ(calls(joined, true, kinds::terminate),
            "r/remove_target: s.sh() target_state=initial source_state=initial record or target_state=error\n"
            "machine/terminate: delegate record\n"
            "a/terminate: record\n"
            "b/terminate: record\n");
}

}  // namespace
}  // namespace planbuilder::plugins
