// Where machines are, as far as a plan says it.

#include "planbuilder/plan/whereabouts.h"

#include <gtest/gtest.h>

#include "tests/support/expressions.h"

namespace planbuilder::plan {
namespace {

/// A plan with a step on the machine of `vm`, whose instance is recorded with these.
Plan plan_with(std::vector<Argument> properties, std::vector<Argument> attributes = {}) {
  Plan plan;
  Activity machine;
  machine.entity = {Entity::Kind::node, "vm"};
  machine.steps.push_back({"vm/record", Record{Record::What::create, std::move(properties), std::move(attributes), "", ""}});
  plan.activities.add(std::move(machine));
  Activity app;
  app.entity = {Entity::Kind::node, "app"};
  Invoke invoke;
  invoke.host = "vm";
  app.steps.push_back({"app/create", invoke});
  plan.activities.add(std::move(app));
  return plan;
}

/// `way by=value user`
std::string told(const Plan& plan) {
  const Machines machines = find_whereabouts(plan);
  EXPECT_EQ(machines.size(), 1u);
  const Whereabouts& where = machines.at("vm");
  return std::string(to_string(where.way)) + " " + where.by + "=" + where.value + " " + where.user;
}

Argument known(const std::string& name, const std::string& value) { return {name, testing::text(value)}; }
Argument computed_one(const std::string& name) { return {name, testing::call_of("get_input", {"x"})}; }

TEST(Whereabouts, FollowWhatIsRecorded) {
  EXPECT_EQ(told(plan_with({})), "here = ");
  EXPECT_EQ(told(plan_with({known("private_address", "127.0.0.1")})), "here private_address=127.0.0.1 ");
  EXPECT_EQ(told(plan_with({known("private_address", "10.0.0.7")})), "ssh private_address=10.0.0.7 ");
  EXPECT_EQ(told(plan_with({computed_one("address"), known("ssh_user", "admin")})), "ssh address= admin");
  EXPECT_EQ(told(plan_with({known("address", "10.0.0.7"), computed_one("VMUserName")})), "ssh address=10.0.0.7 VMUserName");
  EXPECT_EQ(told(plan_with({known("container_id", "c1"), known("address", "10.0.0.7")})), "container container_id=c1 ");
  EXPECT_EQ(told(plan_with({known("public_address", "")}, {known("private_address", "10.0.0.7")})),
            "ssh private_address=10.0.0.7 ");
  EXPECT_EQ(told(plan_with({known("address", "127.0.0.1")}, {known("address", "10.0.0.7")})), "ssh address=10.0.0.7 ");
}

TEST(Whereabouts, FollowTheConnection) {
  EXPECT_EQ(told(plan_with({known("address", "10.0.0.7"), known("connection", "local")})), "here address=10.0.0.7 ");
  EXPECT_EQ(told(plan_with({known("address", "localhost"), known("connection", "ssh")})), "ssh address=localhost ");
}

TEST(Whereabouts, FollowWhatOperationsTell) {
  Plan plan = plan_with({});
  Invoke create;
  create.outputs.push_back({"id", {Entity::Kind::node, "vm"}, "container_id"});
  plan.activities[ActivityId(0)].steps.push_back({"vm/create", create});
  EXPECT_EQ(told(plan), "container container_id= ");
}

TEST(Whereabouts, AreOpenWhereAnotherPlanMadeTheMachine) {
  Plan plan = plan_with({});
  plan.activities[ActivityId(0)].steps = {{"vm/select", Select{}}};
  EXPECT_EQ(told(plan), "open = ");
}

TEST(Whereabouts, AreOfMachinesThatAreUsed) {
  Plan plan = plan_with({});
  Step& step = plan.activities[ActivityId(1)].steps[0];
  std::get<Invoke>(step.action).host.clear();
  EXPECT_TRUE(find_whereabouts(plan).empty());
  step.undo.make().host = "vm";
  EXPECT_EQ(told(plan), "here = ");
}

}  // namespace
}  // namespace planbuilder::plan
