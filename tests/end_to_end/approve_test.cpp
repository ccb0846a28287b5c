// What was approved is what runs: approvals in CSARs and folders, and scripts that ask for them.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view approved_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    shop:
      type: tosca.nodes.SoftwareComponent
      requirements: [{host: server}]
      interfaces: {Standard: {operations: {create: {implementation: {primary: scripts/create.sh, dependencies: [scripts/lib.sh]}}}}}
)";

/// A service that is packed, approved and run. What its script did stands in a file.
class Approve : public ::testing::Test {
 protected:
  Approve() {
    folder_.write("service/service.yaml", approved_service);
    folder_.write("service/scripts/create.sh", "#!/bin/sh\n. \"$(dirname \"$0\")/lib.sh\"\n");
    folder_.write("service/scripts/lib.sh", "echo created >>'" + (folder_ / "trace") + "'\n");
    EXPECT_EQ(planbuilder({"pack", folder_ / "service", "-o", csar_}).exit_code, 0);
  }

  Result approve(const std::string& input, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"approve", input, "--by", "Ada"});
    return planbuilder(more);
  }
  /// A new pair of keys; the private one is `NAME.pem`, the public one `NAME.pub`.
  std::string make_key(const std::string& name) {
    EXPECT_EQ(run({"openssl", "genpkey", "-algorithm", "ed25519", "-out", folder_ / (name + ".pem")}).exit_code, 0);
    EXPECT_EQ(run({"openssl", "pkey", "-in", folder_ / (name + ".pem"), "-pubout", "-out", folder_ / (name + ".pub")}).exit_code,
              0);
    return folder_ / (name + ".pem");
  }
  std::string unpack(const std::string& name = "unpacked") {
    EXPECT_EQ(run({"unzip", "-q", csar_, "-d", folder_ / name}).exit_code, 0);
    return folder_ / name;
  }
  Result run_plan(const std::string& script, std::vector<std::string> options) {
    options.insert(options.begin(), {"bash", script, "--state", folder_ / "state"});
    return run(options);
  }
  void put(const std::string& name, const std::string& text) {
    folder_.write("put/" + name, text);
    ASSERT_EQ(run({"zip", "-q", csar_, name}, {.folder = folder_ / "put"}).exit_code, 0);
  }
  [[nodiscard]] bool has_run() const { return fs::exists(folder_ / "trace"); }
  Json inspect(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"inspect", csar_, "--json"});
    return Json::parse(planbuilder(more).out);
  }

  Folder folder_;
  const std::string csar_ = folder_ / "service.csar";  // a service without a name takes that of its file
};

TEST_F(Approve, LetsAPackedPlanRun) {
  const Result before = run_plan(unpack("raw") + "/Plans/build/shell/plan.sh", {"--require-approval"});
  EXPECT_EQ(before.exit_code, 3) << before.err;
  EXPECT_NE(before.err.find("build is not approved, and nothing was run: there is no approval in "), std::string::npos)
      << before.err;
  const Result approved = approve(csar_, {"--comment", "read twice", "--at", "today"});
  EXPECT_EQ(approved.exit_code, 0) << approved.err;
  EXPECT_TRUE(approved.out.starts_with(csar_ + ": 2 plans approved by Ada (Plans/approvals/ada-")) << approved.out;
  const std::string script = unpack() + "/Plans/build/shell/plan.sh";
  const Result result = run_plan(script, {"--require-approval"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("build: approved by Ada (ada-"), std::string::npos) << result.err;
  EXPECT_EQ(read_file(folder_ / "trace"), "created\n");
  EXPECT_FALSE(fs::exists(folder_ / "state/runs/1/approved"));
  EXPECT_EQ(planbuilder({"inspect", csar_, "--check"}).exit_code, 0);
  const Json found = inspect();
  EXPECT_EQ(found["added"], Json::array());
  EXPECT_EQ(found["unapproved"], Json::array());
  EXPECT_EQ(found["approvals"][0]["by"], "Ada");
  EXPECT_EQ(found["approvals"][0]["comment"], "read twice");
  EXPECT_EQ(found["approvals"][0]["at"], "today");
  EXPECT_EQ(found["approvals"][0]["signature"], "none");
  EXPECT_TRUE(found["approvals"][0]["holds"]);
}

TEST_F(Approve, GivesTheSameBytesEachTime) {
  const std::string key = make_key("ada");
  fs::copy_file(csar_, folder_ / "other.csar");
  ASSERT_EQ(approve(csar_, {"--key", key}).exit_code, 0);
  ASSERT_EQ(approve(folder_ / "other.csar", {"--key", key}).exit_code, 0);
  EXPECT_EQ(read_file(csar_), read_file(folder_ / "other.csar"));
  ASSERT_EQ(approve(csar_, {"--key", key}).exit_code, 0);
  EXPECT_EQ(read_file(csar_), read_file(folder_ / "other.csar"));
  ASSERT_EQ(planbuilder({"approve", csar_, "--by", "Grace"}).exit_code, 0);
  EXPECT_EQ(inspect()["approvals"].size(), 2u);
}

TEST_F(Approve, WhateverChangedSinceIsRefused) {
  ASSERT_EQ(approve(csar_).exit_code, 0);
  const std::string root = unpack();
  const std::string script = root + "/Plans/build/shell/plan.sh";
  for (const std::string name :
       {"scripts/create.sh", "scripts/lib.sh", "Plans/build/shell/runtime.sh", "Plans/build/shell/plan.sh"}) {
    const std::string original = read_file(root + "/" + name);
    folder_.write("unpacked/" + name, original + "# one line more\n");
    const Result result = run_plan(script, {"--require-approval"});
    EXPECT_EQ(result.exit_code, 3) << name << result.err;
    EXPECT_NE(result.err.find(": " + name + " is not what was approved"), std::string::npos) << result.err;
    EXPECT_EQ(run({"bash", script, "begin", "--require-approval", "--state", folder_ / "state"}).exit_code, 3);
    folder_.write("unpacked/" + name, original);
  }
  fs::remove(root + "/scripts/lib.sh");
  EXPECT_EQ(run_plan(script, {"--require-approval"}).exit_code, 3);
  EXPECT_FALSE(has_run());
  EXPECT_FALSE(fs::exists(folder_ / "state"));
}

TEST_F(Approve, AnEngineRunsTheCopyThatWasChecked) {
  ASSERT_EQ(approve(csar_).exit_code, 0);
  const std::string root = unpack();
  const auto engine = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"bash", root + "/Plans/build/shell/plan.sh"});
    words.insert(words.end(), {"--state", folder_ / "state"});
    return run(words, {.environment = {{"PLANBUILDER_REQUIRE_APPROVAL", "1"}}});
  };
  EXPECT_EQ(engine({"begin"}).out, "1\n");
  folder_.write("unpacked/scripts/lib.sh", "echo evil >>'" + (folder_ / "trace") + "'\n");
  for (const std::string step : {"server/provision/record", "shop.host/provision/record", "shop/provision/record"})
    EXPECT_EQ(engine({"step", step}).exit_code, 0) << step << engine({"step", step}).err;
  const Result created = engine({"step", "shop/provision/create"});
  EXPECT_EQ(created.exit_code, 0) << created.err;
  EXPECT_EQ(read_file(folder_ / "trace"), "created\n");
  EXPECT_EQ(engine({"abandon"}).exit_code, 0);
  EXPECT_EQ(engine({"begin"}).exit_code, 3);
}

TEST_F(Approve, ARunThatFailedGoesOnWithItsCopy) {
  const std::string ready = folder_ / "ready";
  folder_.write("service/scripts/create.sh", "#!/bin/sh\ntest -e '" + ready + "' && . \"$(dirname \"$0\")/lib.sh\"\n");
  ASSERT_EQ(planbuilder({"pack", folder_ / "service", "-o", csar_}).exit_code, 0);
  ASSERT_EQ(approve(csar_).exit_code, 0);
  const std::string root = unpack();
  const std::string script = root + "/Plans/build/shell/plan.sh";
  EXPECT_EQ(run_plan(script, {"--require-approval"}).exit_code, 1);
  folder_.write("unpacked/scripts/lib.sh", "echo evil >>'" + (folder_ / "trace") + "'\n");
  folder_.write("ready", "");
  const Result result = run({"bash", script, "resume", "--require-approval", "--state", folder_ / "state"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_file(folder_ / "trace"), "created\n");
  // One that was begun without an approval does not become an approved one.
  fs::remove(ready);
  const std::vector<std::string> other = {"--state", folder_ / "other"};
  EXPECT_EQ(run({"bash", script, other[0], other[1]}).exit_code, 1);
  EXPECT_EQ(run({"bash", script, "resume", "--require-approval", other[0], other[1]}).exit_code, 3);
}

TEST_F(Approve, TheResultOfInspectFollowsItsSchema) {
  std::string python;
  for (const char* candidate : {"python3", "/usr/bin/python3"}) {
    if (python.empty() && run({candidate, "-c", "import jsonschema"}).exit_code == 0) python = candidate;
  }
  if (python.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  ASSERT_EQ(approve(csar_, {"--key", make_key("ada"), "--comment", "c", "--at", "t"}).exit_code, 0);
  put("scripts/lib.sh", "other\n");
  put("Plans/approvals/broken.approval", "no approval\n");
  const std::string document = folder_.write("inspect.json", inspect({"--approved-keys", folder_ / "ada.pub"}).dump());
  const Result result =
      run({python, "-m", "jsonschema", "-i", document, PLANBUILDER_SOURCE "/planbuilder/pack/inspect.schema.json"});
  EXPECT_EQ(result.exit_code, 0) << read_file(document) << result.err;
}

TEST_F(Approve, SignaturesTellWhoCounts) {
  ASSERT_EQ(approve(csar_, {"--key", make_key("ada")}).exit_code, 0);
  make_key("eve");
  folder_.write("both.pub", read_file(folder_ / "eve.pub") + read_file(folder_ / "ada.pub"));
  const std::string script = unpack() + "/Plans/build/shell/plan.sh";
  const Result strange = run_plan(script, {"--approved-keys", folder_ / "eve.pub"});
  EXPECT_EQ(strange.exit_code, 3);
  EXPECT_NE(strange.err.find("no key in " + (folder_ / "eve.pub") + " made its signature"), std::string::npos) << strange.err;
  EXPECT_FALSE(has_run());
  EXPECT_EQ(inspect()["approvals"][0]["signature"], "unchecked");
  EXPECT_EQ(inspect({"--approved-keys", folder_ / "eve.pub"})["approvals"][0]["signature"], "unknown");
  EXPECT_EQ(planbuilder({"inspect", csar_, "--check", "--approved-keys", folder_ / "eve.pub"}).exit_code, 1);
  EXPECT_EQ(inspect({"--approved-keys", folder_ / "both.pub"})["approvals"][0]["signature"], "valid");
  EXPECT_EQ(planbuilder({"inspect", csar_, "--check", "--approved-keys", folder_ / "both.pub"}).exit_code, 0);
  EXPECT_EQ(run_plan(script, {"--approved-keys", folder_ / "both.pub"}).exit_code, 0);
  EXPECT_TRUE(has_run());
}

TEST_F(Approve, AForgedApprovalIsRefused) {
  ASSERT_EQ(approve(csar_, {"--key", make_key("ada")}).exit_code, 0);
  const std::string root = unpack();
  const std::string name = Json(inspect()["approvals"][0]["file"]);
  const std::string evil = read_file(root + "/scripts/lib.sh") + "echo evil\n";
  folder_.write("unpacked/scripts/lib.sh", evil);
  const auto digest = [&](const std::string& file) { return run({"sha256sum", file}).out.substr(0, 64); };
  folder_.write("old", read_file(folder_ / "service/scripts/lib.sh"));
  std::string text = read_file(root + "/" + name);
  text = replaced(text, digest(folder_ / "old"), digest(root + "/scripts/lib.sh"));
  folder_.write("unpacked/" + name, text);
  const std::string script = root + "/Plans/build/shell/plan.sh";
  const Result signed_one = run_plan(script, {"--require-approval", "--approved-keys", folder_ / "ada.pub"});
  EXPECT_EQ(signed_one.exit_code, 3) << signed_one.err;
  EXPECT_FALSE(has_run());
  put(name, text);
  EXPECT_EQ(inspect({"--approved-keys", folder_ / "ada.pub"})["approvals"][0]["signature"], "invalid");
  folder_.write("unpacked/" + name, "planbuilder approval 1\nby: Eve\nroot: ../..\nplan: build\n");
  EXPECT_EQ(run_plan(script, {"--require-approval"}).exit_code, 3);
}

TEST_F(Approve, OnlyWhatIsAsItWasPacked) {
  put("scripts/lib.sh", "echo evil\n");
  const Result result = approve(csar_);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("error[not-approvable]: what is in " + csar_ + " is not what was packed"), std::string::npos)
      << result.err;
  EXPECT_EQ(approve(folder_ / "service").exit_code, 1);
  EXPECT_EQ(approve(csar_, {"--comment", "two\nlines"}).exit_code, 1);
  EXPECT_EQ(planbuilder({"approve", csar_}).exit_code, 2);
}

TEST_F(Approve, PackingAgainKeepsWhatStillHolds) {
  ASSERT_EQ(approve(csar_).exit_code, 0);
  const std::string approved = read_file(csar_);
  const Result same = planbuilder({"pack", csar_, "--in-place"});
  EXPECT_EQ(same.exit_code, 0) << same.err;
  EXPECT_EQ(read_file(csar_), approved);
  put("scripts/lib.sh", "echo other\n");
  EXPECT_EQ(inspect()["unapproved"], Json::array({"build"}));
  const Result other = planbuilder({"pack", csar_, "--in-place"});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_NE(other.err.find("warning[approval-void]"), std::string::npos) << other.err;
  EXPECT_EQ(inspect()["approvals"], Json::array());
}

TEST_F(Approve, APackageWithAManifestStaysTrue) {
  folder_.write("service/service.mf", "metadata:\n  vnf_product_name: shop\n\nSource: service.yaml\nAlgorithm: SHA-256\nHash: " +
                                          run({"sha256sum", folder_ / "service/service.yaml"}).out.substr(0, 64) + "\n");
  const Result packed = planbuilder({"pack", folder_ / "service", "-o", csar_});
  ASSERT_EQ(packed.exit_code, 0) << packed.err;
  const Result approved = approve(csar_, {"--key", make_key("ada")});
  ASSERT_EQ(approved.exit_code, 0) << approved.err;
  const Result valid = planbuilder({"validate", csar_});
  EXPECT_EQ(valid.exit_code, 0) << valid.err;
  const std::string root = unpack();
  const std::string manifest = read_file(root + "/service.mf");
  const std::string name = Json(inspect()["approvals"][0]["file"]);
  for (const std::string ending : {"", ".sig"}) {
    const std::size_t at = manifest.find("Source: " + name + ending + "\n");
    ASSERT_NE(at, std::string::npos) << manifest;
    const std::string digest = run({"sha256sum", root + "/" + name + ending}).out.substr(0, 64);
    EXPECT_EQ(manifest.find("Hash: " + digest, at), manifest.find("Hash: ", at));
  }
  EXPECT_EQ(run_plan(root + "/Plans/build/shell/plan.sh", {"--approved-keys", folder_ / "ada.pub"}).exit_code, 0);
  // So does the same package when it is unpacked.
  ASSERT_EQ(planbuilder({"approve", root, "--by", "Grace"}).exit_code, 0);
  const Result unpacked = planbuilder({"inspect", root, "--check"});
  EXPECT_EQ(unpacked.exit_code, 0) << unpacked.out << unpacked.err;
  EXPECT_NE(read_file(root + "/service.mf").find("Source: Plans/approvals/grace-"), std::string::npos);
}

TEST_F(Approve, AServiceInXml) {
  const std::string csar = folder_ / "figures.csar";
  ASSERT_EQ(planbuilder({"pack", samples + "/figures/xml", "-o", csar}).exit_code, 0);
  const Result approved = approve(csar);
  EXPECT_EQ(approved.exit_code, 0) << approved.err;
  const Result checked = planbuilder({"inspect", csar, "--check"});
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
  EXPECT_NE(run({"unzip", "-p", csar, "TOSCA-Metadata/TOSCA.meta"}).out.find("Name: Plans/approvals/ada-"), std::string::npos);
}

TEST_F(Approve, AFolderThatWasGenerated) {
  ASSERT_EQ(planbuilder({"generate", folder_ / "service", "-o", folder_ / "made"}).exit_code, 0);
  ASSERT_EQ(approve(folder_ / "made", {"--key", make_key("ada")}).exit_code, 0);
  fs::rename(folder_ / "made", folder_ / "moved");
  const std::string script = folder_ / "moved/build/shell/plan.sh";
  const std::string library = read_file(folder_ / "moved/files/scripts/lib.sh");
  folder_.write("moved/files/scripts/lib.sh", library + "\n");
  EXPECT_EQ(run_plan(script, {"--approved-keys", folder_ / "ada.pub"}).exit_code, 3);
  EXPECT_EQ(approve(folder_ / "moved").exit_code, 1);
  folder_.write("moved/files/scripts/lib.sh", library);
  const Result result = run_plan(script, {"--approved-keys", folder_ / "ada.pub"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(has_run());
}

/// Also without a plan document among its files.
TEST_F(Approve, AFolderThatWasGeneratedIsInspected) {
  const std::string made = folder_ / "made";
  ASSERT_EQ(planbuilder({"generate", folder_ / "service", "--target", "shell", "-o", made}).exit_code, 0);
  const Result shown = planbuilder({"inspect", made, "--check"});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_NE(shown.out.find("2 plans of service, generated by planbuilder "), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("build/shell/plan.sh\n"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("all as it was generated\n"), std::string::npos) << shown.out;
  ASSERT_EQ(approve(made).exit_code, 0);
  const Json found = Json::parse(planbuilder({"inspect", made, "--json", "--check"}).out);
  EXPECT_TRUE(found["in_order"]);
  EXPECT_EQ(found["added"], Json::array());
  EXPECT_EQ(found["unapproved"], Json::array());
  EXPECT_EQ(found["plans"][0]["targets"][0]["files"][0]["state"], "unchanged");

  folder_.write("made/build/shell/plan.sh", "other\n");
  folder_.write("made/more", "new\n");
  const Result changed = planbuilder({"inspect", made, "--check"});
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_NE(changed.out.find("build/shell/plan.sh  changed\n"), std::string::npos) << changed.out;
  EXPECT_NE(changed.out.find("added: more\n"), std::string::npos) << changed.out;
  EXPECT_NE(changed.out.find("not approved: build\n"), std::string::npos) << changed.out;
  const Result refused = approve(made);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("is not what was generated"), std::string::npos) << refused.err;
}

TEST_F(Approve, IsShownOnThePage) {
  ASSERT_EQ(approve(csar_, {"--comment", "read twice"}).exit_code, 0);
  const std::string page = folder_ / "page.html";
  ASSERT_EQ(planbuilder({"review", csar_, "-o", page}).exit_code, 0);
  EXPECT_NE(read_file(page).find(
                R"("by":"Ada","at":"","comment":"read twice","signature":"none","plans":["build","terminate"],"broken":[])"),
            std::string::npos);
  put("scripts/lib.sh", "other\n");
  ASSERT_EQ(planbuilder({"review", csar_, "-o", page}).exit_code, 0);
  EXPECT_NE(read_file(page).find(R"("broken":["build)"), std::string::npos);
}

TEST_F(Approve, APlanDocumentIntoAFile) {
  folder_.write("build.plan.json", planbuilder({"plan", folder_ / "service", "--json"}).out);
  EXPECT_EQ(approve(folder_ / "build.plan.json").exit_code, 1);
  ASSERT_EQ(approve(folder_ / "build.plan.json", {"-o", folder_ / "build.approval", "--key", make_key("ada")}).exit_code, 0);
  EXPECT_EQ(read_file(folder_ / "build.approval.sig").size(), 64u);
  fs::copy(folder_ / "service/scripts", folder_ / "scripts");
  const std::string check = "grep -E '^[0-9a-f]{64}  ' build.approval | sha256sum --check --quiet";
  EXPECT_EQ(run({"sh", "-c", check}, {.folder = folder_.path()}).exit_code, 0);
  folder_.write("scripts/lib.sh", "other\n");
  EXPECT_NE(run({"sh", "-c", check}, {.folder = folder_.path()}).exit_code, 0);
}

TEST_F(Approve, AFolderThatIsTransferredHasNoMoreFiles) {
  folder_.write("plugins/copy/plugin.yaml", R"(format: planbuilder/plugin/1
name: copy
description: brings a folder to the machine
kind: type
match: {types: [tosca.nodes.SoftwareComponent]}
transitions:
  provision:
    - record: create
    - {transfer: data, to: data}
)");
  folder_.write("service/data/one", "1\n");
  ASSERT_EQ(planbuilder({"pack", folder_ / "service", "--plugin-dir", folder_ / "plugins", "-o", csar_}).exit_code, 0);
  ASSERT_EQ(approve(csar_).exit_code, 0);
  const std::string script = unpack() + "/Plans/build/shell/plan.sh";
  folder_.write("unpacked/data/.deep/two", "2\n");
  const Result more = run_plan(script, {"--require-approval"});
  EXPECT_EQ(more.exit_code, 3) << more.err;
  EXPECT_NE(more.err.find("data/.deep/two was not there when it was approved"), std::string::npos) << more.err;
  fs::remove_all(folder_ / "unpacked/data/.deep");
  const Result result = run_plan(script, {"--require-approval"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_file(folder_ / "state/sent/data/one"), "1\n");
}

}  // namespace
}  // namespace planbuilder::testing
