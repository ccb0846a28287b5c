// The risks of steps: what the rules find, and what the plan itself says.

#include "planbuilder/review/risks/risks.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "planbuilder/review/risks/rules.h"
#include "planbuilder/support/text.h"
#include "tests/support/expressions.h"
#include "tests/unit/review/plans.h"

namespace planbuilder::review {
namespace {

std::string name_of(Mark mark) { return std::string(marks[static_cast<std::size_t>(mark)].name); }

/// `mark:line` of all that is found in a script.
std::string found_in(std::string_view script) {
  std::vector<std::string> words;
  for (const RiskyLine& risky : RiskRules::shipped().find_in_script(script))
    words.push_back(name_of(risky.rule->mark) + ":" + std::to_string(risky.line));
  return join(words, " ");
}

TEST(RiskRules, FindWordsOfCommands) {
  EXPECT_EQ(found_in("set -eu\nrm -rf -- \"$directory\"\n"), "deletes:2");
  EXPECT_EQ(found_in("rm -f -R x"), "deletes:1");
  EXPECT_EQ(found_in("rm --recursive x"), "deletes:1");
  EXPECT_EQ(found_in("if sudo -n true; then :; fi"), "other-user:1");
  EXPECT_EQ(found_in("x=$(/usr/bin/sudo id)"), "other-user:1");
  EXPECT_EQ(found_in("bash -c 'doas id'"), "other-user:1");
  EXPECT_EQ(found_in("${SUDO} apt-get -y remove nginx"), "other-user:1 deletes:1");
  EXPECT_EQ(found_in("psql -c \"DROP TABLE users;\""), "deletes:1");
  EXPECT_EQ(found_in("  tasks:\n  - become: true\n  - file: {path: /x, state: absent}\n"), "other-user:2 deletes:3");
  EXPECT_EQ(found_in("import shutil\nshutil.rmtree(path)\nsock.bind((host, 80))\n"), "deletes:2 port:3");
  EXPECT_EQ(found_in("    listen $address:$port;"), "port:1");
  EXPECT_EQ(found_in("docker run -d -p 80:80 nginx"), "port:1");
}

TEST(RiskRules, FindNothingElsewhere) {
  for (const char* harmless : {"rm -f x.pid", "rm x; cp -r a b", "# sudo rm -rf /", "  # rm -r x", "echo sudoku", "cat surm",
                               "docker run --rm x", "nc -z localhost 80", "forms -r", "", "\n\n", "iptables_save"})
    EXPECT_EQ(found_in(harmless), "") << harmless;
}

TEST(RiskRules, FollowCommandsOverLines) {
  EXPECT_EQ(found_in("true\nrm \\\n  -r \\\n  x\n"), "deletes:2");
  EXPECT_EQ(found_in("rm x\n-r\n"), "");
  EXPECT_EQ(found_in("true\r\nsudo id\r\n"), "other-user:2");
  EXPECT_EQ(found_in("sudo a\nsudo b\nsu c"), "other-user:1 other-user:3") << "a rule counts once";
}

TEST(RiskRules, FindEachOfThem) {
  for (const RiskRule& rule : RiskRules::shipped().all()) {
    std::string line = join(rule.words, " between ");
    if (line.starts_with('*')) line.replace(0, 1, "it");
    if (rule.in == RiskRule::In::script) {
      EXPECT_NE(found_in(line).find(name_of(rule.mark) + ":1"), std::string::npos) << line;
    } else {
      EXPECT_NE(RiskRules::shipped().find_in_name("the_" + line, rule.in), nullptr) << line;
    }
  }
}

TEST(RiskRules, KnowWordsOfNames) {
  const auto is_port = [](std::string_view name) {
    return RiskRules::shipped().find_in_name(name, RiskRule::In::value) != nullptr;
  };
  for (const char* name : {"port", "redis_port", "adminPort", "PORT", "http-ports", "tomcat.port"})
    EXPECT_TRUE(is_port(name)) << name;
  for (const char* name : {"report", "portal", "", "sport", "delete"}) EXPECT_FALSE(is_port(name)) << name;
}

TEST(RiskRules, RefuseWhatIsNoRule) {
  const auto complaint = [](std::string_view table) -> std::string {
    try {
      const RiskRules rules(table);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint("# x\ndeletes\tscript\trm\tremoves\n"), "");
  for (const char* row : {"deletes\tscript\trm", "burns\tscript\trm\twhy", "deletes\tnowhere\trm\twhy", "deletes\tscript\t\twhy"})
    EXPECT_EQ(complaint("\n" + std::string(row)), "rules.tsv:2: a mark, a place, words and a reason are wanted") << row;
}

/// `step mark: why` of every risk of a plan, a line each.
std::string risks_of(const plan::Plan& plan, const RisksOfFiles& files = {}) {
  const PlanRisks found = find_risks(plan, files);
  std::string out;
  for (const PlanRisks::At& at : found.steps) {
    for (const std::uint32_t number : found.lists[at.list]) {
      const Risk& risk = found.risks[number];
      out += plan.activities[at.activity].steps[at.step - 1].id + " " + name_of(risk.mark) + ": " + risk.why;
      if (risk.line > 0) out += " (" + risk.file + ":" + std::to_string(risk.line) + " " + risk.text + ")";
      out += "\n";
    }
  }
  return out;
}

plan::Plan plan_with(plan::Action action) {
  plan::Plan plan;
  plan::Activity activity;
  activity.id = "a";
  activity.entity = {plan::Entity::Kind::node, "a"};
  activity.steps.push_back({"a/record", plan::Record{}});
  activity.steps.push_back({"a/does", std::move(action)});
  plan.activities.add(std::move(activity));
  return plan;
}

plan::Invoke call_of_script() {
  plan::Invoke invoke;
  invoke.operation = "create";
  invoke.artifact.file = "create.sh";
  return invoke;
}

TEST(Risks, AreThoseOfScripts) {
  plan::Plan plan = plan_with(call_of_script());
  plan.activities[plan::ActivityId(0)].steps[1].undo = call_of_script();
  RisksOfFiles files = {{"create.sh", risks_in_file("create.sh", "#!/bin/sh\n\n  rm -r \"$x\"  \n")}};
  EXPECT_EQ(risks_of(plan, files),
            "a/does deletes: its script removes folders with all that is in them (create.sh:3 rm -r \"$x\")\n");
  EXPECT_EQ(risks_of(plan), "a/does unread: 'create.sh' was not read: it is not there, is no text, or is too large\n");
  std::get<plan::Invoke>(plan.activities[plan::ActivityId(0)].steps[1].action).dependencies = {"lib.sh", "data"};
  files = {{"create.sh", {}}, {"lib.sh", risks_in_file("lib.sh", "sudo id")}};
  EXPECT_EQ(risks_of(plan, files), "a/does other-user: its script runs a command as another user (lib.sh:1 sudo id)\n");
}

TEST(Risks, AreThoseOfOperationsAndValues) {
  plan::Invoke invoke = call_of_script();
  invoke.operation = "delete";
  invoke.inputs = {{"password", testing::text("(secret)"), true}, {"admin_port", testing::number(80)}};
  EXPECT_EQ(risks_of(plan_with(invoke), {{"create.sh", {}}}),
            "a/does deletes: 'delete' is an operation that deletes\n"
            "a/does no-undo: no operation takes it back\n"
            "a/does secret: 'password' is a secret\n"
            "a/does port: 'admin_port' names a port\n");
}

TEST(Risks, AreThoseOfOtherKindsOfSteps) {
  EXPECT_EQ(risks_of(plan_with(plan::SetState{"started"})), "");
  EXPECT_EQ(risks_of(plan_with(plan::Transfer{"x", "", "y"})), "a/does no-undo: the file stays where it was brought\n");
  EXPECT_EQ(risks_of(plan_with(plan::Wait{.until = plan::Wait::Until::port, .host = {}})),
            "a/does port: it waits until somebody listens on a port\n");
  EXPECT_EQ(risks_of(plan_with(plan::Wait{plan::Wait::Until::command, "", {}, "sudo true"})),
            "a/does other-user: the command that it waits for runs a command as another user\n");
  EXPECT_EQ(risks_of(plan_with(plan::Delegate{"provision", "T", {}})),
            "a/does unread: somebody else does it, in a way that the plan does not know\n"
            "a/does no-undo: no operation takes it back\n");
}

TEST(Risks, AreThoseOfMachines) {
  plan::Plan plan = plan_with(plan::Wait{plan::Wait::Until::reachable, "a"});
  EXPECT_EQ(risks_of(plan), "") << "its machine is this one";
  auto& record = std::get<plan::Record>(plan.activities[plan::ActivityId(0)].steps[0].action);
  record.properties = {{"private_address", testing::text("10.0.0.1")}, {"ssh_user", testing::text("root")}};
  EXPECT_EQ(risks_of(plan),
            "a/does elsewhere: it is done by SSH on the machine of 'a'\n"
            "a/does other-user: it logs in as 'root' on the machine of 'a'\n");
  record.properties = {{"private_address", testing::call_of("get_input", {"x"})}};
  EXPECT_EQ(risks_of(plan), "a/does elsewhere: it is done by SSH on the machine of 'a', unless its address is this computer\n");
  record.properties = {{"container_id", testing::text("c1")}};
  EXPECT_EQ(risks_of(plan), "a/does elsewhere: it is done in the container of 'a'\n");
  plan.activities[plan::ActivityId(0)].steps[0].action = plan::Select{};
  EXPECT_EQ(risks_of(plan), "a/does elsewhere: it is done on the machine of 'a', wherever that is when the plan runs\n");
}

TEST(Risks, AreSharedBySteps) {
  plan::Plan plan;
  for (int i = 0; i < 100; ++i) add_node(plan, "n" + std::to_string(i));
  const PlanRisks found = find_risks(plan, {{"", {}}});
  EXPECT_EQ(found.steps.size(), 100u);
  EXPECT_EQ(found.lists.size(), 1u);
  EXPECT_EQ(found.risks.size(), 1u);
}

}  // namespace
}  // namespace planbuilder::review
