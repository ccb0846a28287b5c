#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "planbuilder/flow/derive.h"
#include "plugins/declared/declared_plugin.h"
#include "plugins/declared/expand_words.h"
#include "plugins/declared/plugin_files.h"
#include "plugins/declared/read_declaration.h"
#include "plugins/declared/shipped.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

constexpr std::string_view plugin_start = "format: planbuilder/plugin/1\nname: p\ndescription: d\n";

/// `line:column: summary` for each problem of a plugin.yaml.
std::string problems_of(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  read_declaration(sources, sources.add("plugin.yaml", text), diagnostics);
  std::string out;
  for (const Diagnostic& item : diagnostics.in_file_order())
    out += std::to_string(item.at.line) + ":" + std::to_string(item.at.column) + ": " + item.summary + "\n";
  return out;
}

PluginSet with(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  auto declaration = read_declaration(sources, sources.add("plugin.yaml", text), diagnostics);
  EXPECT_TRUE(declaration) << problems_of(text);
  PluginSet set;
  if (declaration) set.add(std::move(*declaration), "here", diagnostics);
  return set;
}

/// `activity by plugin: step step` per line.
std::string filled(Model& model, const PluginSet& set, PlanKind kind = kinds::build) {
  if (!model.topology) return model.problems();
  const auto abstract = flow::derive(*model.topology, {kind}, model.diagnostics);
  const plan::Plan plan = fill_plan(*abstract, *model.topology, set.plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    out += activity.id + " by " + activity.filled_by + ":";
    for (const plan::Step& step : activity.steps) {
      out += " " + step.id.substr(activity.id.size() + 1);
      if (const auto* invoke = std::get_if<plan::Invoke>(&step.action); invoke != nullptr && invoke->entity)
        out += "(" + invoke->entity->id + ")";
      if (step.undo.present()) out += "<" + step.undo->operation;
    }
    out += "\n";
  }
  return out;
}

constexpr std::string_view declared_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Cache:
    derived_from: tosca.nodes.Root
    properties: {mode: {type: string, default: plain}}
    requirements: [host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}]
    interfaces:
      Care: {type: tosca.interfaces.Root, warm: a.sh, cool: a.sh}
  Farm:
    derived_from: tosca.nodes.Root
    capabilities: {base: {type: tosca.capabilities.Container}}
    interfaces:
      Keep: {type: tosca.interfaces.Root, adopt: a.sh}
topology_template:
  node_templates:
    c: {type: Cache, requirements: [host: f]}
    f: {type: Farm}
)";

Model cache() { return Model({{"service.yaml", std::string(declared_service)}, {"a.sh", ""}}); }

TEST(Declared, FillsWhatItsTypeIsFor) {
  const PluginSet set = with(std::string(plugin_start) + R"(kind: type
match: {types: [Cache], properties: {mode: plain}}
transitions:
  provision:
    - record: create
    - {invoke: adopt, of: below, interfaces: [Keep]}
    - {invoke: warm, interfaces: [Care], then: warm}
inverses: {warm: cool}
)");
  Model model = cache();
  EXPECT_NE(filled(model, set).find("c/provision by p: record adopt(f) warm<cool set-warm\n"), std::string::npos)
      << filled(model, set);
}

TEST(Declared, TransfersAndWaits) {
  const PluginSet set = with(std::string(plugin_start) + R"(kind: type
match: {types: [Cache]}
transitions:
  provision:
    - record: create
    - {transfer: a.sh, to: "{service}/{entity}.sh"}
    - {wait: port, port: 6379, timeout: 5}
    - {wait: port, port: mode}
    - {wait: port, port: unheard}
    - {wait: command, command: "test -e {sh:entity}", at: orchestrator}
)");
  Model model = cache();
  const auto abstract = flow::derive(*model.topology, {kinds::build}, model.diagnostics);
  const plan::Plan plan = fill_plan(*abstract, *model.topology, set.plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      if (const auto* transfer = std::get_if<plan::Transfer>(&step.action))
        out += transfer->file + " to " + transfer->host + ":" + transfer->to.substr(transfer->to.find('/')) + "\n";
      const auto* wait = std::get_if<plan::Wait>(&step.action);
      if (wait != nullptr)
        out += "until " + (wait->port ? to_text(wait->port->value) : wait->command) + " at '" + wait->host + "' for " +
               std::to_string(wait->timeout) + "\n";
    }
  }
  for (const plan::Input& input : plan.inputs) out += "input " + input.name + "\n";
  EXPECT_EQ(out,
            "a.sh to f:/c.sh\nuntil 6379 at 'f' for 5\nuntil plain at 'f' for 300\n"
            "until {\"$get_input\":[\"unheard\"]} at 'f' for 300\nuntil test -e 'c' at '' for 300\ninput unheard\n");
}

TEST(Declared, StepsSayWhatTheyNeed) {
  EXPECT_EQ(problems_of(std::string(plugin_start) + R"(kind: type
match: {types: [Cache]}
transitions:
  provision:
    - transfer: a.sh
    - wait: port
    - wait: command
    - {wait: forever, timeout: 0}
    - {wait: reachable, record: create}
)"),
            "8:7: a transfer needs 'to', the path of the file on the machine\n"
            "9:7: a wait for a port needs 'port', a number or the name of a property\n"
            "10:7: a wait for a command needs 'command', a line for sh\n"
            "11:14: 'forever' is no thing to wait for\n"
            "11:32: 'timeout' is a number of seconds\n"
            "12:7: a step does one thing: invoke, run, set-state, record, select, connect, transfer or wait\n");
}

TEST(Declared, LeavesWhatItsConditionsExclude) {
  for (const std::string match : {"{types: [Farm], properties: {mode: ~}}", "{types: [Cache], properties: {mode: other}}",
                                  "{types: [Cache], artifact_types: [X]}", "{types: [Cache], below: {interfaces: [Nothing]}}",
                                  "{types: [Cache], interfaces: [Nothing]}"}) {
    const PluginSet set =
        with(std::string(plugin_start) + "kind: type\nmatch: " + match + "\ntransitions: {provision: [record: create]}\n");
    Model model = cache();
    EXPECT_EQ(filled(model, set).find(" by p:"), std::string::npos) << match;
  }
}

TEST(Declared, OfTwoThatFitEquallyTheFirstIsTakenWithAWarning) {
  PluginSet set =
      with(std::string(plugin_start) + "kind: type\nmatch: {types: [Cache]}\ntransitions: {provision: [record: create]}\n");
  Sources sources;
  Diagnostics diagnostics;
  const std::string other =
      "format: planbuilder/plugin/1\nname: q\ndescription: d\nkind: type\nmatch: {types: [Cache]}\n"
      "transitions: {provision: [record: create]}\n";
  set.add(*read_declaration(sources, sources.add("q", other), diagnostics), "there", diagnostics);
  Model model = cache();
  EXPECT_NE(filled(model, set).find("c/provision by p:"), std::string::npos);
  EXPECT_NE(
      model.problems().find("warning[plugin-tie]: the plugins 'p' and 'q' fit equally well; the first is taken: 'c/provision'"),
      std::string::npos)
      << model.problems();
}

TEST(Declared, TheNearerTypeWins) {
  PluginSet set = with(std::string(plugin_start) +
                       "kind: type\nmatch: {types: [tosca.nodes.Root]}\ntransitions: {provision: [record: create]}\n");
  Sources sources;
  Diagnostics diagnostics;
  const std::string nearer =
      "format: planbuilder/plugin/1\nname: q\ndescription: d\nkind: type\nmatch: {types: [Cache]}\n"
      "transitions: {provision: [record: create]}\n";
  set.add(*read_declaration(sources, sources.add("q", nearer), diagnostics), "there", diagnostics);
  Model model = cache();
  const std::string plan = filled(model, set);
  EXPECT_NE(plan.find("c/provision by q:"), std::string::npos) << plan;
  EXPECT_NE(plan.find("f/provision by p:"), std::string::npos) << plan;
}

TEST(Declared, TakesThePlaceOfAShippedOneByItsName) {
  Sources sources;
  Diagnostics diagnostics;
  PluginSet set;
  const std::size_t before = set.items().size();
  const std::string own =
      "format: planbuilder/plugin/1\nname: standard-lifecycle\ndescription: d\nkind: lifecycle\nmatch: {interfaces: [X]}\n"
      "transitions: {}\n";
  set.add(*read_declaration(sources, sources.add("a", own), diagnostics), "here", diagnostics);
  EXPECT_EQ(set.items().size(), before);
  const auto replaced =
      std::find_if(set.items().begin(), set.items().end(), [](const auto& item) { return item.replaces_shipped; });
  ASSERT_NE(replaced, set.items().end());
  EXPECT_EQ(replaced->plugin->name(), "standard-lifecycle");
  EXPECT_FALSE(diagnostics.has_errors());
  set.add(*read_declaration(sources, sources.add("b", own), diagnostics), "there", diagnostics);
  EXPECT_TRUE(diagnostics.has_errors());  // two of one name
}

TEST(Declared, ProblemsHaveTheirPlace) {
  EXPECT_EQ(problems_of(""), "0:0: the file is empty\n");
  EXPECT_EQ(problems_of(std::string(plugin_start) + "kind: tpye\nmatch: {}\ntransitions: {}\n"),
            "4:7: 'tpye' is no value of this keyname (did you mean 'type'?)\n");
  EXPECT_EQ(
      problems_of(std::string(plugin_start) + "kind: lifecycle\nmatch: {interfaces: [A], intrefaces: [B]}\ntransitions: {}\n"),
      "5:26: unknown keyname 'intrefaces' in 'match' (did you mean 'interfaces'?)\n");
  EXPECT_EQ(problems_of(std::string(plugin_start) + "kind: lifecycle\nmatch: {interfaces: [A]}\ntransitions:\n  provision:\n"
                                                    "    - {invoke: a, record: create}\n    - {then: b}\n"),
            "8:7: a step does one thing: invoke, run, set-state, record, select, connect, transfer or wait\n"
            "9:7: a step does one thing: invoke, run, set-state, record, select, connect, transfer or wait\n");
  EXPECT_EQ(problems_of(std::string(plugin_start) + "kind: type\nmatch: {}\ntransitions: {}\n"),
            "1:1: a plugin of the kind type says which types, interfaces, artifact_types or properties it is for\n");
  EXPECT_EQ(problems_of("format: other\nname: p\ndescription: d\nkind: type\nmatch: {types: [A]}\ntransitions: {}\n"),
            "1:9: the format must be planbuilder/plugin/1, not 'other'\n");
}

TEST(Declared, TheExampleOfTheReadmeFillsAPlan) {
  std::ifstream in(PLANBUILDER_SOURCE "/plugins/README.md");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t begin = text.find("```yaml\n") + 8;
  const PluginSet set = with(text.substr(begin, text.find("```", begin) - begin));
  Model model({{"service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Cache:
    derived_from: tosca.nodes.Root
    requirements: [host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}]
    interfaces:
      Care: {type: tosca.interfaces.Root, warm: a.sh, cool: a.sh}
  my.Farm:
    derived_from: tosca.nodes.Root
    capabilities: {base: {type: tosca.capabilities.Container}}
    interfaces:
      Farm: {type: tosca.interfaces.Root, adopt: a.sh}
topology_template:
  node_templates:
    c: {type: my.Cache, requirements: [host: f]}
    f: {type: my.Farm}
)"},
               {"a.sh", ""}});
  const std::string build = filled(model, set);
  EXPECT_NE(build.find("c/provision by warm-cache: record adopt(f) set-created warm<cool set-started\n"), std::string::npos)
      << build;
  const std::string terminate = filled(model, set, kinds::terminate);
  EXPECT_NE(terminate.find("c/terminate by warm-cache: cool remove\n"), std::string::npos) << terminate;
}

/// All that a run became, in words.
std::string run_in_words(const plan::Invoke& run) {
  std::string out = *run.plugin + " " + run.operation + " is " + run.artifact.file + " on '" + run.host + "'";
  for (const std::string& needed : run.dependencies) out += " needs " + needed;
  for (const plan::Argument& input : run.inputs) out += " " + input.name + "=" + to_text(input.value);
  for (const plan::OutputMapping& output : run.outputs)
    out += " " + output.output + ">" + output.entity.id + "." + output.attribute;
  return out + (run.timeout ? " in " + std::to_string(*run.timeout) : "") + "\n";
}

TEST(Declared, RunsFilesOfItsOwn) {
  Sources sources;
  Diagnostics diagnostics;
  const std::string text = std::string(plugin_start) + R"(kind: type
match: {types: [Cache]}
transitions:
  provision:
    - record: create
    - run: make.sh
      inputs: {mode: ~, unheard: ~, title: "{entity}"}
      outputs: {path: location, size: ~}
      needs: [lib.sh]
      timeout: 5
      undo: {run: gone.sh, inputs: {location: ~}, at: orchestrator}
      then: made
    - {run: again.sh, undo: gone.sh, inputs: {size: ~}}
)";
  auto declaration = read_declaration(sources, sources.add("plugin.yaml", text), diagnostics);
  ASSERT_TRUE(declaration) << problems_of(text);
  for (const char* name : {"make.sh", "gone.sh", "lib.sh"}) bring(*declaration, name, name, "", true);
  PluginSet set;
  set.add(std::move(*declaration), "here", diagnostics);
  Model model = cache();
  const auto abstract = flow::derive(*model.topology, {kinds::build}, model.diagnostics);
  const plan::Plan plan = fill_plan(*abstract, *model.topology, set.plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      const auto* invoke = std::get_if<plan::Invoke>(&step.action);
      if (invoke == nullptr || !invoke->plugin.present()) continue;
      out += step.id + ": " + run_in_words(*invoke) + "  undo: " + run_in_words(*step.undo);
    }
  }
  EXPECT_EQ(out,
            "c/provision/make.sh: p make.sh is Plans/plugins/p/make.sh on 'f' needs Plans/plugins/p/lib.sh mode=plain "
            "unheard={\"$get_input\":[\"unheard\"]} title=c path>c.location size>c.size in 5\n"
            "  undo: p gone.sh is Plans/plugins/p/gone.sh on '' needs Plans/plugins/p/lib.sh "
            "location={\"$get_attribute\":[\"node\",\"c\",\"location\"]} in 5\n"
            "c/provision/again.sh: p again.sh is again.sh on 'f' size={\"$get_attribute\":[\"node\",\"c\",\"size\"]}\n"
            "  undo: p gone.sh is Plans/plugins/p/gone.sh on 'f' size={\"$get_attribute\":[\"node\",\"c\",\"size\"]}\n");
  EXPECT_NE(filled(model, set).find("c/provision by p: record make.sh<gone.sh set-made again.sh<gone.sh\n"), std::string::npos);
  ASSERT_NE(set.find_file("Plans/plugins/p/lib.sh"), nullptr);
  EXPECT_EQ(set.find_file("a.sh"), nullptr);
}

TEST(Declared, OnlyRunsHaveOutputsAndUndo) {
  EXPECT_EQ(problems_of(std::string(plugin_start) + R"(kind: type
match: {types: [Cache]}
transitions:
  provision:
    - {invoke: a, undo: b.sh}
    - {wait: reachable, outputs: {a: b}, needs: []}
    - {run: a.sh, undo: {inputs: {}, then: b}}
)"),
            "8:7: 'undo' belongs to a step that runs a file\n"
            "9:7: 'outputs' belongs to a step that runs a file\n"
            "9:7: 'needs' belongs to a step that runs a file\n"
            "10:25: 'undo' must have the keyname 'run'\n"
            "10:38: unknown keyname 'then' in 'undo'\n");
}

TEST(Declared, WordsThatNothingGivesAValueAreErrorsAtTheirPlace) {
  EXPECT_EQ(problems_of(std::string(plugin_start) + R"(kind: type
match: {types: [Cache]}
inputs: [{name: "{entiy}_X", reason: fine}]
transitions:
  provision:
    - {run: a.sh, inputs: {a: "{service} {sh:entity} {sevice}", b: "{artifact}"}, undo: {run: a.sh, inputs: {c: "{no}"}}}
    - wait: command
      command: |
        test ${HOME} && test {{print}} && { true; } &&
          echo {host} {"json": 1}
    - {transfer: "{artifact}", for_each: deployment-artifact, to: "{floder}/x"}
)"),
            "6:18: nothing gives '{entiy}' a value (did you mean 'entity'?)\n"
            "9:54: nothing gives '{sevice}' a value (did you mean 'service'?)\n"
            "9:69: '{artifact}' has a value only with 'for_each: deployment-artifact'\n"
            "9:114: nothing gives '{no}' a value\n"
            "13:16: nothing gives '{host}' a value\n"
            "14:68: nothing gives '{floder}' a value (did you mean 'folder'?)\n");
}

TEST(Declared, ShippedOnesMayBringFiles) {
  const std::string text = std::string(plugin_start) +
                           "kind: type\nmatch: {types: [A]}\ntransitions: {provision: [{run: make.sh, undo: lib/undo.sh}]}\n";
  const embedded::File files[] = {
      {"shipped/x/plugin.yaml", text}, {"shipped/x/make.sh", "make"}, {"shipped/x/lib/undo.sh", "undo"}};
  const std::vector<Declaration> all = read_shipped(files);
  ASSERT_EQ(all.size(), 1u);
  ASSERT_EQ(all.front().brought.size(), 2u);
  EXPECT_EQ(all.front().brought[0].path, "Plans/plugins/p/make.sh");
  EXPECT_EQ(all.front().brought[1].path, "Plans/plugins/p/lib/undo.sh");
  EXPECT_EQ(all.front().brought[1].content, "undo");
  EXPECT_THROW(read_shipped(std::span(files).first(2)), std::logic_error);
}

TEST(ExpandWords, KnowsWhatIsMeantAsItStands) {
  EXPECT_EQ(expand_words("${x} {{x}} {{sh:x}} {x{x}} {x y} {{.x}}", {{"x", "1"}}), "${x} {x} {sh:x} {x1} {x y} {{.x}}");
}

TEST(ExpandWords, QuotesForShells) {
  EXPECT_EQ(expand_words("a {x} {sh:x} {y} {", {{"x", "it's $(here)"}}), "a it's $(here) 'it'\\''s $(here)' {y} {");
}

}  // namespace
}  // namespace planbuilder::plugins
