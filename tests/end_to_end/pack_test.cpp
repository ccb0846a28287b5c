// What pack adds to a CSAR, what it leaves alone, and what inspect says about it.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

using Json = nlohmann::json;

const std::string xml_figures = samples + "/figures/xml";

/// The content of one entry.
std::string entry_of(const std::string& archive, const std::string& name) { return run({"unzip", "-p", archive, name}).out; }

std::string listing_of(const std::string& archive) { return run({"unzip", "-Z1", archive}).out; }

bool has_entry(const std::string& archive, const std::string& name) {
  return ("\n" + listing_of(archive)).find("\n" + name + "\n") != std::string::npos;
}

/// Puts a file into an archive, or another one in its place.
void put(const std::string& archive, const std::string& name, const std::string& content) {
  const Folder folder;
  folder.write(name, content);
  const Result zip = run({"zip", "-q", archive, name}, {.folder = folder.path().string()});
  ASSERT_EQ(zip.exit_code, 0) << zip.err;
}

std::string pack(const Folder& folder, const std::string& input, const std::string& name, std::vector<std::string> options = {}) {
  std::vector<std::string> arguments = {"pack", input, "-o", folder / name};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Result packed = planbuilder(arguments);
  EXPECT_EQ(packed.exit_code, 0) << packed.err;
  return folder / name;
}

Json inspect(const std::string& archive) {
  const Result result = planbuilder({"inspect", archive, "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  return Json::parse(result.out);
}

TEST(Pack, RecordsWhatDecidedThePlans) {
  const Folder folder;
  const std::string map = folder.write("somewhere/map.tsv", "");
  const std::string packed = pack(folder, guestbook, "guestbook.csar",
                                  {"--import-map", map, "--strict-tosca", "--on-failure", "retry", "--limit", "yaml-depth=100"});
  EXPECT_EQ(Json::parse(entry_of(packed, "Plans/planbuilder.json"))["options"], Json({{"declare", "auto"},
                                                                                      {"import-map", "map.tsv"},
                                                                                      {"on-failure", "retry=3"},
                                                                                      {"strict-tosca", "true"},
                                                                                      {"targets", "shell,json"}}));
}

TEST(Pack, DeclaresWorkflowsInYaml) {
  const Folder folder;
  const std::string packed = pack(folder, guestbook, "guestbook.csar");
  const std::string before = read_file(guestbook + "/guestbook.yaml");
  const std::string after = entry_of(packed, "guestbook.yaml");
  EXPECT_TRUE(after.starts_with(before)) << "only something at the end was added";
  const std::string added = after.substr(before.size());
  for (const char* part :
       {"  workflows:\n    deploy:\n", "    undeploy:\n", "    scale-out-app_tier:\n",
        "      implementation: \"Plans/build/shell/plan.sh\"\n", "        nginx_port:\n          type: integer\n"})
    EXPECT_NE(added.find(part), std::string::npos) << part << added;
}

TEST(Pack, DeclaresPlansInXml) {
  const Folder folder;
  const std::string packed = pack(folder, xml_figures, "figures.csar", {"--target", "shell,bpel,bpel-opentosca"});
  const std::string text = entry_of(packed, "Definitions/figures.tosca");
  EXPECT_NE(text.find("<Operation name=\"initiate\">"), std::string::npos);
  EXPECT_NE(text.find("<Plan planRef=\"build-bpel-opentosca\"/>"), std::string::npos) << text;
  EXPECT_TRUE(has_entry(packed, "Plans/build/bpel/build.zip")) << listing_of(packed);
  const std::string plan = "/plans/build-bpel-opentosca/build-bpel-opentosca.zip";
  EXPECT_NE(listing_of(packed).find(plan), std::string::npos) << listing_of(packed);
  EXPECT_EQ(planbuilder({"validate", packed}).exit_code, 0);
}

TEST(Pack, LeavesDefinitionsAloneWhenAsked) {
  const Folder folder;
  const std::string packed = pack(folder, guestbook, "guestbook.csar", {"--declare", "none"});
  EXPECT_EQ(entry_of(packed, "guestbook.yaml"), read_file(guestbook + "/guestbook.yaml"));
}

TEST(Pack, AgainChangesNothing) {
  const Folder folder;
  for (const std::string& input : {guestbook, xml_figures}) {
    std::filesystem::create_directories(folder.path() / "once");
    std::filesystem::create_directories(folder.path() / "twice");
    const std::string once = pack(folder, input, "once/a.csar");
    const std::string twice = pack(folder, once, "twice/a.csar");
    EXPECT_TRUE(read_file(once) == read_file(twice)) << input;
  }
}

TEST(Pack, WithOtherTargetsRemovesWhatIsNotWanted) {
  const Folder folder;
  const std::string once = pack(folder, guestbook, "once.csar");
  const std::string twice = pack(folder, once, "twice.csar", {"--target", "json"});
  EXPECT_FALSE(has_entry(twice, "Plans/build/shell/plan.sh")) << listing_of(twice);
  EXPECT_TRUE(has_entry(twice, "Plans/build/json/plan.json"));
  EXPECT_NE(entry_of(twice, "guestbook.yaml").find("implementation: \"Plans/build/json/plan.json\""), std::string::npos);
  EXPECT_TRUE(inspect(twice)["in_order"]);
}

TEST(Pack, NeverOverwritesWhatSomebodyChanged) {
  const Folder folder;
  const std::string once = pack(folder, guestbook, "once.csar");
  put(once, "Plans/build/shell/plan.sh", "changed by hand\n");
  const Result refused = planbuilder({"pack", once, "-o", folder / "refused.csar", "--color", "never"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("error[packed-file-changed]: 'Plans/build/shell/plan.sh'"), std::string::npos) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "refused.csar"));
  const std::string replaced = pack(folder, once, "replaced.csar", {"--replace"});
  EXPECT_NE(entry_of(replaced, "Plans/build/shell/plan.sh"), "changed by hand\n");
  const std::string beside = pack(folder, once, "beside.csar", {"--beside"});
  EXPECT_EQ(entry_of(beside, "Plans/build/shell/plan.sh"), "changed by hand\n");
  EXPECT_TRUE(has_entry(beside, "Plans-2/build/shell/plan.sh")) << listing_of(beside);
  // What is not wanted any more stays as well.
  const std::string other = pack(folder, once, "other.csar", {"--target", "json"});
  EXPECT_EQ(entry_of(other, "Plans/build/shell/plan.sh"), "changed by hand\n");
}

TEST(Pack, KeepsAFileOfTheCsarWhereOursWouldGo) {
  const Folder folder;
  folder.write("s/service.yaml",
               "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: s}\n"
               "topology_template:\n  node_templates:\n    a: {type: tosca.nodes.Root}\n");
  folder.write("s/Plans/build/json/plan.json", "theirs\n");
  const std::string kept = pack(folder, folder / "s", "kept.csar");
  EXPECT_EQ(entry_of(kept, "Plans/build/json/plan.json"), "theirs\n");
  EXPECT_FALSE(has_entry(kept, "Plans/build/shell/plan.sh"));
  EXPECT_TRUE(has_entry(kept, "Plans/terminate/shell/plan.sh"));
  EXPECT_EQ(inspect(kept)["added"], Json({"Plans/build/json/plan.json"}));
}

/// Names from a model are names, whatever they look like.
TEST(Pack, TakesNamesThatNoLanguageLikes) {
  const Folder folder;
  folder.write("s/x.sh", "true\n");
  folder.write("s/types/planbuilder.yaml", read_file(guestbook + "/types/planbuilder.yaml"));
  folder.write("s/service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: "it's \"x\" # y: z\n<b>&amp; ]]> --> \u00e9"}
imports: [types/planbuilder.yaml]
topology_template:
  inputs:
    "in: put # 'q' \"d\" ]]> & -->": {type: string}
  node_templates:
    "n: # '\" ]]> <x> -->": {type: tosca.nodes.Root}
    m:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          operations:
            create: {implementation: x.sh, inputs: {a: {get_input: "in: put # 'q' \"d\" ]]> & -->"}}}
  policies:
    - "r # : '\" */ --> ]]>\n# planbuilder: end":
        type: planbuilder.policies.ScalingRegion
        targets: [m]
        properties: {strategies: {}}
)");
  const std::string packed = pack(folder, folder / "s", "packed.csar", {"--target", "shell,json,bpel"});
  EXPECT_NE(entry_of(packed, "service.yaml").find("implementation: \"Plans/build/shell/plan.sh\""), std::string::npos);
  const Result valid = planbuilder({"validate", packed});
  EXPECT_EQ(valid.exit_code, 0) << valid.err;
  EXPECT_EQ(planbuilder({"diff", folder / "s", packed}).out, "no differences\n");
  std::filesystem::create_directories(folder.path() / "again");
  const std::string again = pack(folder, packed, "again/packed.csar", {"--target", "shell,json,bpel"});
  EXPECT_TRUE(read_file(packed) == read_file(again));
}

TEST(Inspect, TellsWhatIsStaleChangedMissingAndAdded) {
  const Folder folder;
  const std::string packed = pack(folder, guestbook, "guestbook.csar");
  const Result untouched = planbuilder({"inspect", packed, "--check"});
  EXPECT_EQ(untouched.exit_code, 0);
  EXPECT_TRUE(untouched.out.ends_with("all as it was packed\n")) << untouched.out;
  put(packed, "Plans/build/shell/plan.sh", "changed\n");
  put(packed, "Plans/notes.txt", "added\n");
  ASSERT_EQ(run({"zip", "-q", "-d", packed, "Plans/build/json/plan.json"}).exit_code, 0);
  std::string model = entry_of(packed, "guestbook.yaml");
  model.replace(model.find("/nginx ]"), 8, "/other ]");
  put(packed, "guestbook.yaml", model);
  const Json found = inspect(packed);
  EXPECT_TRUE(found["stale"]);
  EXPECT_FALSE(found["in_order"]);
  EXPECT_EQ(found["added"], Json({"Plans/notes.txt"}));
  std::map<std::string, std::string> states;
  for (const Json& target : found["plans"][0]["targets"]) {
    for (const Json& file : target["files"]) states[file["path"]] = file["state"];
  }
  EXPECT_EQ(states["Plans/build/shell/plan.sh"], "changed");
  EXPECT_EQ(states["Plans/build/shell/runtime.sh"], "unchanged");
  EXPECT_EQ(states["Plans/build/json/plan.json"], "missing");
  const Result checked = planbuilder({"inspect", packed, "--check"});
  EXPECT_EQ(checked.exit_code, 1);
  for (const char* word :
       {"added: Plans/notes.txt", "stale: the model has changed since the plans were made; 1 file changed; 1 file missing\n"})
    EXPECT_NE(checked.out.find(word), std::string::npos) << checked.out;
}

TEST(Inspect, TellsWhatBecameOfFilesThatPlansUse) {
  const Folder folder;
  const std::string packed = pack(folder, guestbook, "guestbook.csar");
  const Json before = inspect(packed);
  EXPECT_TRUE(before["in_order"]);
  EXPECT_EQ(before["uses"][0]["file"], "scripts/app/create.sh");
  put(packed, "scripts/redis/start.sh", entry_of(packed, "scripts/redis/start.sh") + "echo more\n");
  ASSERT_EQ(run({"zip", "-q", "-d", packed, "scripts/redis/stop.sh"}).exit_code, 0);
  const Result checked = planbuilder({"inspect", packed, "--check"});
  EXPECT_EQ(checked.exit_code, 1) << checked.err;
  EXPECT_NE(checked.out.find("  scripts/redis/start.sh  changed, used by build"), std::string::npos) << checked.out;
  EXPECT_TRUE(checked.out.ends_with("\n1 file changed; 1 file missing\n")) << checked.out;
}

TEST(Inspect, SeesWhatCameIntoAFolderThatIsTransferred) {
  const Folder folder;
  folder.write("service/service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    shop: {type: tosca.nodes.SoftwareComponent, requirements: [{host: server}]}
)");
  folder.write("plugins/copy/plugin.yaml", R"(format: planbuilder/plugin/1
name: copy
description: brings a folder to the machine
kind: type
match: {types: [tosca.nodes.SoftwareComponent]}
transitions:
  provision:
    - {transfer: data, to: data}
)");
  folder.write("service/data/one", "1\n");
  const std::string packed = pack(folder, folder / "service", "service.csar", {"--plugin-dir", folder / "plugins"});
  EXPECT_EQ(planbuilder({"inspect", packed, "--check"}).exit_code, 0);
  put(packed, "data/deep/two", "2\n");
  put(packed, "database", "not in the folder\n");
  const Result checked = planbuilder({"inspect", packed, "--check"});
  EXPECT_EQ(checked.exit_code, 1) << checked.err;
  EXPECT_NE(checked.out.find("  data/deep/two  added, used by build\n"), std::string::npos) << checked.out;
  EXPECT_TRUE(checked.out.ends_with("\n1 file added\n")) << checked.out;
}

TEST(Inspect, KnowsPlansOfOthers) {
  const Folder folder;
  folder.write(
      "service.yaml",
      "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  workflows:\n    mine:\n      steps: {}\n");
  const Result result = planbuilder({"inspect", folder / "service.yaml"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("nothing packed by planbuilder\nplans of others\n  mine: workflow"), std::string::npos) << result.out;
}

TEST(Inspect, SaysWhichOperationsLeadToPlansOfOthers) {
  const Folder folder;
  folder.write("service.tosca",
               R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12">
<ServiceTemplate id="s"><BoundaryDefinitions><Interfaces><Interface name="life">
<Operation name="begin"><Plan planRef="first"/></Operation><Operation name="again"><Plan planRef="first"/></Operation>
</Interface></Interfaces></BoundaryDefinitions><TopologyTemplate/>
<Plans><Plan id="first" planType="urn:x/BuildPlan" planLanguage="urn:bpel"><PlanModelReference reference="first.zip"/></Plan></Plans>
</ServiceTemplate></Definitions>
)");
  const Result result = planbuilder({"inspect", folder / "service.tosca"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("plans of others\n  first: build, first.zip, behind life.begin, life.again  (service.tosca:5:9)\n"),
            std::string::npos)
      << result.out;
  const Result json = planbuilder({"inspect", folder / "service.tosca", "--json"});
  EXPECT_EQ(Json::parse(json.out)["foreign"][0]["operations"], Json({"life.begin", "life.again"}));
}

TEST(Inspect, ABrokenRecordHasAPlace) {
  const Folder folder;
  const std::string packed = pack(folder, guestbook, "guestbook.csar");
  put(packed, "Plans/planbuilder.json", "{\"format\": \"planbuilder/pack/1\",\n \"plan\": 1}\n");
  for (const std::string command : {"inspect", "pack"}) {
    std::vector<std::string> arguments = {command, packed, "--color", "never"};
    if (command == "pack") arguments.insert(arguments.end(), {"-o", folder / "out.csar"});
    const Result result = planbuilder(arguments);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find("Plans/planbuilder.json:2:2: error[bad-record]"), std::string::npos) << result.err;
  }
}

/// Both documents are as their schemas say.
TEST(Inspect, DocumentsAreDescribedByTheirSchemas) {
  std::string python;
  for (const char* candidate : {"python3", "/usr/bin/python3"}) {
    if (python.empty() && run({candidate, "-c", "import jsonschema"}).exit_code == 0) python = candidate;
  }
  if (python.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  const Folder folder;
  const auto validate = [&](const std::string& document, const std::string& schema) {
    const std::string file = folder.write("document.json", document);
    return run({python, "-m", "jsonschema", "-i", file, PLANBUILDER_SOURCE "/planbuilder/pack/" + schema + ".schema.json"});
  };
  for (const std::string& input : {guestbook, xml_figures}) {
    const std::string packed = pack(folder, input, "packed.csar");
    const Result record = validate(entry_of(packed, "Plans/planbuilder.json"), "pack");
    EXPECT_EQ(record.exit_code, 0) << record.err;
    const Result result = validate(inspect(packed).dump(), "inspect");
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
  EXPECT_EQ(validate(inspect(guestbook).dump(), "inspect").exit_code, 0);
  EXPECT_NE(validate("{}", "inspect").exit_code, 0);
  EXPECT_NE(validate("{}", "pack").exit_code, 0);
}

}  // namespace
}  // namespace planbuilder::testing
