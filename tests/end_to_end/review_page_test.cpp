// The page of a review as the command writes it.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

using nlohmann::json;

/// The data that the page carries.
json data_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(start) + start.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::vector<std::string> texts_of(const json& data) { return data["texts"].get<std::vector<std::string>>(); }

bool has_text(const json& data, const std::string& piece) {
  for (const std::string& text : texts_of(data)) {
    if (text.find(piece) != std::string::npos) return true;
  }
  return false;
}

/// Names of files in a folder, to see that nothing was left there.
std::vector<std::string> entries_of(const Folder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Review, WritesOnePageWithAllPlans) {
  const Folder folder;
  const Result result = planbuilder({"review", guestbook, "-o", folder / "page.html"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, folder / "page.html" + ": 4 plans to review (build, terminate, scale-out-app_tier, scale-in-app_tier)\n");
  EXPECT_EQ(entries_of(folder), std::vector<std::string>{"page.html"});
  const json data = data_of(read_file(folder / "page.html"));
  EXPECT_EQ(data["format"], "planbuilder/review/1");
  EXPECT_EQ(data["input"], "guestbook");
  EXPECT_EQ(data["plans"].size(), 4u);
  EXPECT_TRUE(data["difference"].is_null());
  EXPECT_TRUE(has_text(data, "        - database: { node: redis, relationship: app_to_redis }")) << "the excerpts";
  EXPECT_EQ(data["plans"][0]["files"][0]["path"], "plan.sh");
  EXPECT_FALSE(data["plans"][0]["files"][0]["places"].empty());
}

TEST(Review, TellsAsDataWhatItWrote) {
  const Folder folder;
  const json written = json::parse(planbuilder({"review", guestbook, "-o", folder / "page.html", "--json"}).out);
  EXPECT_EQ(written["output"], folder / "page.html");
  EXPECT_EQ(written["plans"][0], "build");
  const auto shown = std::find_if(written["risks"].begin(), written["risks"].end(),
                                  [](const json& risk) { return risk["mark"] == "deletes" && risk.contains("line"); });
  ASSERT_NE(shown, written["risks"].end()) << written["risks"].dump(2);
  EXPECT_TRUE(shown->contains("plan") && shown->contains("step") && shown->contains("why") && shown->contains("text"));
  const Result failed = planbuilder({"review", folder / "none", "-o", folder / "page.html", "--json"});
  EXPECT_EQ(failed.exit_code, 2);
  EXPECT_TRUE(json::parse(failed.out)["output"].is_null());
  EXPECT_EQ(json::parse(failed.out)["diagnostics"][0]["code"], "file-not-found");
  EXPECT_EQ(json::parse(failed.out)["risks"], json::array());
}

TEST(Review, IsTheSameTwiceAndOnStandardOutput) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"review", guestbook, "-o", folder / "page.html", "-q"}).exit_code, 0);
  const Result result = planbuilder({"review", guestbook, "-o", "-"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, read_file(folder / "page.html"));
  EXPECT_EQ(planbuilder({"review", guestbook + "/", "-o", "-"}).out, result.out);
}

TEST(Review, ShowsTheChosenPlansAndTargets) {
  const json one = data_of(planbuilder({"review", guestbook, "--kind", "terminate", "-o", "-"}).out);
  EXPECT_EQ(one["plans"].size(), 1u);
  EXPECT_EQ(one["options"], json({"--kind terminate"}));
  const json region = data_of(planbuilder({"review", guestbook, "--region", "app_tier", "-o", "-"}).out);
  EXPECT_EQ(region["plans"].size(), 2u);
  const json process = data_of(planbuilder({"review", guestbook, "--kind", "build", "--target", "bpel", "-o", "-"}).out);
  std::set<std::string> targets;
  for (const json& file : process["plans"][0]["files"]) targets.insert(file["target"]);
  EXPECT_EQ(targets, (std::set<std::string>{"bpel", "shell"}));
  const json xml = data_of(planbuilder({"review", samples + "/figures/xml", "--kind", "build", "-o", "-"}).out);
  EXPECT_EQ(xml["plans"][0]["files"].back()["target"], "bpel");
  const json event = data_of(planbuilder({"review", samples + "/events/vnf.yaml", "-o", "-"}).out);
  EXPECT_GE(event["plans"].size(), 1u);
}

TEST(Review, ShowsWhatPackWouldWrite) {
  const Folder folder;
  const std::vector<std::string> options = {"--target",      "bpel,bpel-opentosca",       "--bpel-calls",   "callback",
                                            "--bpel-engine", "http://localhost:7/engine", "--bpel-timeout", "77"};
  for (const std::string& input : {guestbook, samples + "/figures/xml"}) {
    const std::string name = std::filesystem::path(input).filename();
    std::vector<std::string> pack = {"pack", input, "-o", folder / name};
    pack.insert(pack.end(), options.begin(), options.end());
    ASSERT_EQ(planbuilder(pack).exit_code, 0);
    std::vector<std::string> review = {"review", input, "-o", "-"};
    review.insert(review.end(), options.begin(), options.end());
    const json data = data_of(planbuilder(review).out);
    EXPECT_EQ(data["options"], json({"--target bpel,bpel-opentosca", "--bpel-calls callback",
                                     "--bpel-engine http://localhost:7/engine", "--bpel-timeout 77"}));
    std::set<std::string> shown;
    for (const json& file : data["plans"][0]["files"]) {
      const std::string path = file["target"].get<std::string>() + "/" + file["path"].get<std::string>();
      EXPECT_EQ(data["texts"][file["text"].get<std::size_t>()], run({"unzip", "-p", folder / name, "Plans/build/" + path}).out)
          << input << " " << path;
      shown.insert(path);
    }
    EXPECT_TRUE(shown.contains("shell/invoker.py") && shown.contains("bpel-opentosca/build.bpel")) << input;
  }
}

TEST(Review, ReadsPlanDocumentsAndArchives) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"pack", guestbook, "-o", folder / "packed.csar"}).exit_code, 0);
  EXPECT_EQ(planbuilder({"review", folder / "packed.csar", "-o", folder / "packed.html"}).exit_code, 0);
  const Result plans = planbuilder({"plan", guestbook, "--all", "--json"});
  folder.write("plans.json", plans.out);
  const Result result = planbuilder({"review", folder / "plans.json", "-o", "-"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const json data = data_of(result.out);
  EXPECT_EQ(data["plans"].size(), 4u);
  EXPECT_TRUE(data["excerpts"].empty());
  EXPECT_EQ(planbuilder({"review", "-", "-o", folder / "piped.html"}, {.input = plans.out}).exit_code, 0);
}

TEST(Review, HoldsPlansAgainstOldOnes) {
  const Folder folder;
  std::filesystem::copy(guestbook, folder / "edited", std::filesystem::copy_options::recursive);
  std::string text = read_file(guestbook + "/guestbook.yaml");
  const std::string requirement = "        - application: { node: app, relationship: nginx_to_app }\n";
  ASSERT_NE(text.find(requirement), std::string::npos);
  text.insert(text.find(requirement), "        - dependency: redis\n");
  folder.write("edited/guestbook.yaml", text);
  const json gained = data_of(planbuilder({"review", folder / "edited", "--against", guestbook, "-o", "-"}).out);
  EXPECT_EQ(gained["against"], "guestbook");
  EXPECT_EQ(gained["difference"]["plans"][0]["activities"]["added"][0]["id"], "nginx.dependency/provision");
  EXPECT_TRUE(gained["plans"][0]["removed"].empty());
  folder.write("old.json", planbuilder({"plan", folder / "edited", "--all", "--json"}).out);
  const json lost = data_of(planbuilder({"review", guestbook, "--against", folder / "old.json", "-o", "-"}).out);
  EXPECT_EQ(lost["plans"][0]["removed"].size(), 1u);
  EXPECT_TRUE(has_text(lost, "nginx.dependency/provision"));
  const json same = data_of(planbuilder({"review", guestbook, "--against", guestbook, "-o", "-"}).out);
  EXPECT_TRUE(same["difference"]["equal"]);
}

TEST(Review, WritesNothingWhereSomethingIsWrong) {
  const Folder folder;
  folder.write("bad.yaml",
               "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {node_templates: {a: {type: No}}}\n");
  folder.write("page.html", "as it was");
  const Result bad = planbuilder({"review", folder / "bad.yaml", "-o", folder / "page.html"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.err.find("error[unknown-type]"), std::string::npos) << bad.err;
  EXPECT_EQ(planbuilder({"review", folder / "bad.yaml", "-o", "-"}).out, "");
  EXPECT_EQ(planbuilder({"review", guestbook, "--against", folder / "bad.yaml", "-o", folder / "page.html"}).exit_code, 1);
  EXPECT_EQ(planbuilder({"review", guestbook, "--against", folder / "none", "-o", folder / "page.html"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"review", folder / "none", "-o", folder / "page.html"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"review", guestbook, "--target", "cobol", "-o", folder / "page.html"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"review", guestbook, "--region", "nowhere", "-o", folder / "page.html"}).exit_code, 1);
  EXPECT_EQ(planbuilder({"review", "-", "--against", "-", "-o", folder / "page.html"}).exit_code, 2);
  EXPECT_EQ(planbuilder({"review", guestbook}).exit_code, 2);
  EXPECT_EQ(planbuilder({"review", guestbook, "-o", folder / "none/page.html"}).exit_code, 2);
  EXPECT_EQ(read_file(folder / "page.html"), "as it was");
  EXPECT_EQ(entries_of(folder), (std::vector<std::string>{"bad.yaml", "page.html"}));
}

TEST(Review, IsAFormatOfPlan) {
  const Result result = planbuilder({"plan", guestbook, "--format", "html"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(data_of(result.out)["plans"].size(), 1u);
  EXPECT_EQ(data_of(planbuilder({"plan", guestbook, "--all", "--format", "html"}).out)["plans"].size(), 4u);
}

/// The row of `list` whose `key` is this text.
json find_row(const json& data, const json& list, const std::string& key, const std::string& text) {
  for (const json& row : list) {
    if (data["texts"][row[key].get<std::size_t>()] == text) return row;
  }
  return {};
}

TEST(Review, ShowsTheFilesOfSteps) {
  const Folder folder;
  std::filesystem::copy(guestbook, folder / "service", std::filesystem::copy_options::recursive);
  folder.write("service/scripts/redis/start.sh", std::string("#!/bin/sh\n\0", 11));
  folder.write("service/scripts/redis/stop.sh", std::string(300'000, 'x') + "\nsudo id\n");
  folder.write("service/scripts/redis/delete.sh", "");
  std::filesystem::remove(folder / "service/scripts/nginx/start.sh");
  for (const std::string input : {"service", "packed.csar"}) {
    if (input == "packed.csar") {
      ASSERT_EQ(planbuilder({"pack", folder / "service", "--allow-missing-artifacts", "-o", folder / input}).exit_code, 0);
    }
    const json data = data_of(planbuilder({"review", folder / input, "-o", "-"}).out);
    const auto note_of = [&](const std::string& file) -> std::string {
      const json row = find_row(data, data["contents"], "file", "scripts/" + file);
      return row.contains("note") ? data["texts"][row["note"].get<std::size_t>()] : row.contains("text") ? "shown" : "not there";
    };
    EXPECT_EQ(note_of("app/create.sh"), "shown");
    EXPECT_EQ(note_of("redis/delete.sh"), "shown") << "it is empty";
    EXPECT_EQ(note_of("redis/start.sh"), "It is no text.");
    EXPECT_EQ(note_of("redis/stop.sh"), "It is too large to be shown.");
    EXPECT_EQ(note_of("nginx/start.sh"), "not there");
    EXPECT_TRUE(has_text(data, read_file(guestbook + "/scripts/app/create.sh")));
    EXPECT_TRUE(has_text(data, "'scripts/redis/start.sh' was not read: it is not there, is no text, or is too large"));
    EXPECT_TRUE(has_text(data, "'scripts/nginx/start.sh' was not read: it is not there, is no text, or is too large"));
    EXPECT_TRUE(has_text(data, "sudo id")) << "risks are looked for in large files, too";
  }
}

TEST(Review, SaysHowPeopleWouldDoIt) {
  const std::vector<std::string> targets = {"shell", "json", "bpel-opentosca"};
  for (const std::string& target : targets) {
    const json data = data_of(planbuilder({"review", guestbook, "--target", target, "-o", "-"}).out);
    const json row = find_row(data, data["programs"], "file", "scripts/app/create.sh");
    ASSERT_FALSE(row.is_null()) << target;
    EXPECT_EQ(data["texts"][row["command"].get<std::size_t>()], "bash ./create.sh") << target;
  }
}

TEST(Review, ShowsTheDigestsThatAreApproved) {
  const Folder folder;
  folder.write("service.yaml",
               "tosca_definitions_version: tosca_simple_yaml_1_3\n"
               "topology_template:\n"
               "  inputs: {password: {type: string, default: tops3cret}}\n"
               "  node_templates:\n"
               "    a:\n"
               "      type: tosca.nodes.Root\n"
               "      interfaces: {Standard: {create: {implementation: a.sh, inputs: {password: {get_input: password}}}}}\n");
  folder.write("a.sh", "echo tops3cret\n");
  ASSERT_EQ(planbuilder({"pack", folder / "service.yaml", "-o", folder / "service.csar"}).exit_code, 0);
  const json data = data_of(planbuilder({"review", folder / "service.yaml", "-o", "-"}).out);
  ASSERT_FALSE(has_text(data, "tops3cret")) << "neither in the plan nor in the script";
  ASSERT_GE(data["plans"][0]["digests"].size(), 3u);
  for (const json& row : data["plans"][0]["digests"]) {
    const std::string path = row["path"];
    const Result digest = run({"bash", "-c", "unzip -p \"$1\" \"Plans/$2\" | sha256sum", "bash", folder / "service.csar", path});
    EXPECT_EQ(digest.out.substr(0, 64), row["digest"].get<std::string>()) << path;
  }
}

TEST(Review, ShowsNoSecrets) {
  const Folder folder;
  folder.write(
      "service.yaml",
      "tosca_definitions_version: tosca_simple_yaml_1_3\n"
      "node_types:\n"
      "  N: {derived_from: tosca.nodes.Root, properties: {password: {type: string}}}\n"
      "topology_template:\n"
      "  node_templates:\n"
      "    a:\n"
      "      type: N\n"
      "      properties: {password: tops3cret}\n"
      "      interfaces: {Standard: {create: {implementation: a.sh, inputs: {password: {get_property: [SELF, password]}}}}}\n");
  folder.write("a.sh", "#!/bin/sh\n");
  const Result page = planbuilder({"review", folder / "service.yaml", "-o", "-"});
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_EQ(page.out.find("tops3cret"), std::string::npos);
  EXPECT_EQ(planbuilder({"plan", folder / "service.yaml", "--json"}).out.find("tops3cret"), std::string::npos);
}

}  // namespace
}  // namespace planbuilder::testing
