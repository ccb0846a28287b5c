// What is recognised under another name, and what is not.
#include <gtest/gtest.h>

#include "tests/support/expressions.h"
#include "tests/unit/diff/plans.h"

namespace planbuilder::diff {
namespace {

std::string renames_of(const plan::Plan& before, const plan::Plan& after) {
  std::string out;
  for (const Rename& rename : compare({before}, {after}).renames)
    out += rename.before.id + ">" + rename.after + (rename.follows ? "*" : "") + " ";
  return out;
}

plan::Activity& activity(plan::Plan& plan, std::size_t number) { return plan.activities[plan::ActivityId(number)]; }

void give(plan::Plan& plan, std::size_t number, const std::string& value) {
  plan::Activity& owner = activity(plan, number);
  owner.steps.push_back(
      {owner.id + "/record", plan::Record{plan::Record::What::create, {{"p", plan::Expression{value}}}, {}, "", ""}});
}

/// Two nodes on a machine, of which the first connects to the second.
plan::Plan stack(const std::string& machine, const std::string& app, const std::string& db) {
  plan::Plan plan = plan_of({machine, app, db}, {{machine, app}, {machine, db}});
  give(plan, 1, "app");
  give(plan, 2, "db");
  activity(plan, 1).host = activity(plan, 2).host = machine;
  add_relationship(plan, app + ".host", "HostedOn", app, machine);
  add_relationship(plan, db + ".host", "HostedOn", db, machine);
  add_relationship(plan, app + "_to_db", "ConnectsTo", app, db);
  return plan;
}

TEST(Renames, AreRecognisedByTypePropertiesAndNeighbours) {
  const plan::Plan before = stack("vm", "app", "db");
  const plan::Plan after = stack("vm", "app", "database");
  EXPECT_EQ(renames_of(before, after), "db>database db.host>database.host* ");
  EXPECT_TRUE(compare({before}, {after}).plans.empty()) << "nothing else differs";
  const PlanDifference apart = compare({before}, {after}, {.renames = false}).plans.at(0);
  EXPECT_EQ(apart.added.size(), 2u);
  EXPECT_EQ(apart.removed.size(), 2u);
}

TEST(Renames, OfEverythingAtOnce) {
  EXPECT_EQ(renames_of(stack("vm", "app", "db"), stack("host", "web", "store")),
            "vm>host app>web db>store app.host>web.host* db.host>store.host* app_to_db>web_to_db ");
}

TEST(Renames, AreNotSeenInEndsThatNothingIsDoneTo) {
  plan::Plan plan = plan_of({"app"}, {});
  add_relationship(plan, "app_to_db", "ConnectsTo", "app", "db");
  EXPECT_EQ(renames_of(plan, plan), "");
}

TEST(Renames, DoNotHideWhatElseChanged) {
  const plan::Plan before = stack("vm", "app", "db");
  plan::Plan after = stack("vm", "app", "database");
  activity(after, 2).filled_by = "other";
  const Difference difference = compare({before}, {after});
  ASSERT_EQ(difference.plans.size(), 1u);
  ASSERT_EQ(difference.plans[0].changed.size(), 1u);
  EXPECT_EQ(difference.plans[0].changed[0].id, "database/provision");
  EXPECT_EQ(difference.plans[0].changed[0].old_id, "db/provision");
}

TEST(Renames, NeedTheSameTypeAndProperties) {
  const plan::Plan before = stack("vm", "app", "db");
  plan::Plan other_type = stack("vm", "app", "database");
  activity(other_type, 2).type = "Other";
  EXPECT_EQ(renames_of(before, other_type), "");
  plan::Plan other_property = stack("vm", "app", "database");
  activity(other_property, 2).steps.clear();
  give(other_property, 2, "changed");
  EXPECT_EQ(renames_of(before, other_property), "");
}

TEST(Renames, LookAtNeighboursThatAreLeft) {
  plan::Plan after = stack("vm", "app", "database");
  plan::Activity cache;
  cache.id = "cache/provision";
  cache.entity = {plan::Entity::Kind::node, "cache"};
  cache.type = "Cache";
  after.activities.add(cache);
  add_relationship(after, "cache.uses", "ConnectsTo", "cache", "database");
  EXPECT_EQ(renames_of(stack("vm", "app", "db"), after), "db>database db.host>database.host* ");
}

TEST(Renames, OfNodesThatAreAlikeGoByTheirOrder) {
  const auto twins = [](const std::string& one, const std::string& two) {
    plan::Plan plan = plan_of({"vm", one, two}, {});
    add_relationship(plan, one + ".host", "HostedOn", one, "vm");
    add_relationship(plan, two + ".host", "HostedOn", two, "vm");
    return plan;
  };
  EXPECT_EQ(renames_of(twins("a", "b"), twins("x", "y")), "a>x b>y a.host>x.host* b.host>y.host* ");
  // Which of two new ones is the old one cannot be told.
  EXPECT_EQ(renames_of(twins("a", "b"),
                       [&] {
                         plan::Plan plan = twins("x", "y");
                         plan::Activity third = activity(plan, 2);
                         third.id = "z/provision";
                         third.entity.id = "z";
                         plan.activities.add(third);
                         add_relationship(plan, "z.host", "HostedOn", "z", "vm");
                         return plan;
                       }()),
            "");
}

TEST(Renames, ReachIntoValuesAndCountedNodes) {
  const auto reading = [](const std::string& db) {
    plan::Plan plan = plan_of({db, "app"}, {{db, "app"}});
    const plan::Expression attribute = testing::call(
        "get_attribute",
        {testing::text("node"), {plan::ExpressionList{testing::text(db), testing::number(0)}}, testing::text("ip")});
    activity(plan, 0).id = db + "[0]/provision";
    activity(plan, 0).index = 0;
    activity(plan, 1).steps = {{"app/provision/emit", plan::Emit{"e", {{"ip", attribute}}}}};
    add_relationship(plan, "app.db", "ConnectsTo", "app", db);
    return plan;
  };
  const Difference difference = compare({reading("db")}, {reading("store")});
  EXPECT_EQ(difference.renames.size(), 1u);
  EXPECT_TRUE(difference.plans.empty());
}

}  // namespace
}  // namespace planbuilder::diff
