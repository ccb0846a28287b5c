// Approvals as texts, and the keys that sign them.
#include "planbuilder/approval/approval.h"

#include <gtest/gtest.h>

#include "planbuilder/approval/judge.h"
#include "planbuilder/approval/keys.h"
#include "tests/support/folder.h"
#include "tests/support/process.h"

namespace planbuilder::approval {
namespace {

using planbuilder::testing::Folder;
using planbuilder::testing::run;

Approval an_approval() {
  Approval approval;
  approval.by = "Ada Lovelace";
  approval.comment = "plan: looks like a line";
  approval.service = "shop";
  approval.model = std::string(64, 'm');
  approval.root = "../..";
  approval.plans = {{"build", {{"Plans/build/shell/plan.sh", std::string(64, 'a'), 12}, {"data/"}, {"gone  twice"}}}};
  return approval;
}

const std::string its_text =
    "planbuilder approval 1\n"
    "by: Ada Lovelace\n"
    "comment: plan: looks like a line\n"
    "service: shop\n"
    "model: " +
    std::string(64, 'm') +
    "\n"
    "root: ../..\n"
    "plan: build\n" +
    std::string(64, 'a') +
    "  Plans/build/shell/plan.sh\n"
    "folder  data/\n"
    "missing  gone  twice\n";

TEST(Approval, IsReadAsItWasWritten) {
  EXPECT_EQ(to_text(an_approval()), its_text);
  const auto read = read_approval(its_text);
  ASSERT_TRUE(read);
  EXPECT_EQ(to_text(*read), its_text);
  EXPECT_EQ(read->plans.at(0).files.at(2).file, "gone  twice");
  EXPECT_TRUE(file_stem(*read).starts_with("ada-lovelace-")) << file_stem(*read);
}

TEST(Approval, IsNothingButWhatIsWritten) {
  for (const std::string& other :
       std::vector<std::string>{"", its_text.substr(0, its_text.size() - 1), its_text + "\n", "\n" + its_text,
                                "root: /\n" + its_text, its_text + "by: Eve\n", "planbuilder approval 1\nplan: a\nx y\n"})
    EXPECT_FALSE(read_approval(other)) << other;
  EXPECT_EQ(text_problem("two\nlines"), "has control characters");
  EXPECT_EQ(text_problem("\xff"), "is not UTF-8");
  EXPECT_EQ(text_problem("Åsa"), "");
}

/// Keys that openssl makes, in a folder of the test's own.
class Keys : public ::testing::Test {
 protected:
  std::string make(const std::string& name, const std::vector<std::string>& how = {"-algorithm", "ed25519"}) {
    std::vector<std::string> command = {"openssl", "genpkey", "-out", folder_ / name};
    command.insert(command.end(), how.begin(), how.end());
    EXPECT_EQ(run(command).exit_code, 0);
    return folder_ / name;
  }
  std::string public_of(const std::string& key) { return run({"openssl", "pkey", "-in", key, "-pubout"}).out; }
  static std::string problem_of(const Diagnostics& diagnostics) {
    return diagnostics.size() == 0 ? "" : diagnostics.since(0).front().summary;
  }

  Folder folder_;
  Diagnostics diagnostics_;
};

TEST_F(Keys, SignWhatOpensslVerifies) {
  const std::string file = make("key.pem");
  const auto key = read_private_key(file, diagnostics_);
  ASSERT_TRUE(key) << problem_of(diagnostics_);
  const std::string text = to_text(an_approval());
  folder_.write("text", text);
  folder_.write("signature", key->sign(text));
  folder_.write("public.pem", public_of(file));
  const std::vector<std::string> verify = {"openssl",
                                           "pkeyutl",
                                           "-verify",
                                           "-pubin",
                                           "-inkey",
                                           folder_ / "public.pem",
                                           "-rawin",
                                           "-in",
                                           folder_ / "text",
                                           "-sigfile",
                                           folder_ / "signature"};
  EXPECT_EQ(run(verify).exit_code, 0) << run(verify).err;
  const auto known = read_public_keys(folder_.write("all.pem", public_of(make("other.pem")) + public_of(file)), diagnostics_);
  ASSERT_TRUE(known) << problem_of(diagnostics_);
  ASSERT_EQ(known->size(), 2u);
  EXPECT_FALSE(known->at(0).verifies(text, key->sign(text)));
  EXPECT_TRUE(known->at(1).verifies(text, key->sign(text)));
  EXPECT_FALSE(known->at(1).verifies(text + " ", key->sign(text)));
  EXPECT_FALSE(known->at(1).verifies(text, "short"));
  EXPECT_EQ(known->at(1).id(), key->id());
  EXPECT_EQ(run({"sh", "-c", "openssl pkey -in '" + file + "' -pubout -outform DER | sha256sum"}).out.substr(0, 64), key->id());
}

TEST_F(Keys, ThatAreOfNoUseAreNamed) {
  const auto problem = [&](const std::string& file) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read_private_key(file, diagnostics));
    return problem_of(diagnostics);
  };
  const std::string elliptic = make("ec.pem", {"-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"});
  EXPECT_EQ(problem(elliptic), elliptic + " has a key of the kind EC, and Ed25519 is needed");
  const std::string locked = make("locked.pem", {"-algorithm", "ed25519", "-aes-128-cbc", "-pass", "pass:secret"});
  EXPECT_EQ(problem(locked), "the key in " + locked + " is encrypted, and planbuilder asks for no passwords");
  const std::string text = folder_.write("text", "no key\n");
  EXPECT_EQ(problem(text), text + " has no private key in PEM");
  EXPECT_EQ(problem(folder_ / "nowhere"), "there is no file " + (folder_ / "nowhere") + " that can be read");
  EXPECT_FALSE(read_public_keys(text, diagnostics_));
  EXPECT_EQ(problem_of(diagnostics_), text + " has no public keys in PEM");
  Diagnostics rest;
  EXPECT_FALSE(read_public_keys(folder_.write("half", public_of(make("k")) + "-----BEGIN PUBLIC KEY-----\nxx\n"), rest));
}

TEST_F(Keys, DecideWhichApprovalsCount) {
  const auto key = read_private_key(make("key.pem"), diagnostics_);
  ASSERT_TRUE(key);
  Approval approval = an_approval();
  approval.key = key->id();
  approval.plans = {
      {"build", {{"run.sh", "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865", 2}, {"data/"}, {"late"}}},
      {"terminate", {{"stop.sh", std::string(64, '0'), 2}}}};
  folder_.write("csar/run.sh", "1\n");
  folder_.write("csar/stop.sh", "1\n");
  folder_.write("csar/data/new", "");
  folder_.write("csar/approvals/a.approval", to_text(approval));
  folder_.write("csar/approvals/a.approval.sig", key->sign(to_text(approval)));
  folder_.write("csar/approvals/b.approval", "no approval");
  approval.by = "Eve";
  folder_.write("csar/approvals/c.approval", to_text(approval));
  folder_.write("csar/approvals/c.approval.sig", key->sign("another text"));
  const auto archive = csar::Archive::open(folder_ / "csar", {}, diagnostics_);
  ASSERT_TRUE(archive);
  FileStates states(*archive, diagnostics_);
  const std::vector<Key> keys = {*key};
  const auto all = judge(*archive, "approvals", &keys, states, diagnostics_);
  ASSERT_EQ(all.size(), 3u);
  std::string found;
  for (const Judgement& each : all) {
    found += std::string(to_string(each.signature)) + ":";
    for (const ChangedFile& change : each.changes)
      found += " " + change.plan + " " + change.file + " " + std::string(to_string(change.state));
    found += "\n";
  }
  const std::string changes = " build data/new added terminate stop.sh changed\n";
  EXPECT_EQ(found, "valid:" + changes + "none:\ninvalid:" + changes);
  EXPECT_FALSE(all[0].approves("build"));
  states.assume("late", csar::Fingerprint{"x", 1});
  states.assume("stop.sh", csar::Fingerprint{std::string(64, '0'), 2});
  const auto later = judge(*archive, "approvals", &keys, states, diagnostics_);
  EXPECT_EQ(later[0].changes.size(), 2u);
  EXPECT_TRUE(later[0].approves("terminate"));
  EXPECT_FALSE(later[2].approves("terminate"));
  EXPECT_FALSE(later[0].approves("unheard"));
}

}  // namespace
}  // namespace planbuilder::approval
