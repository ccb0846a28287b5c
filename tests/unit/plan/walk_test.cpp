#include "planbuilder/plan/walk.h"

#include <gtest/gtest.h>

namespace planbuilder::plan {
namespace {

Argument argument(std::string name) { return {std::move(name), Expression{std::int64_t{1}}}; }

std::string arguments_of(const auto& part) {
  std::string names;
  for_each_argument(part, [&](const Argument& each) { names += each.name + " "; });
  return names;
}

Step invoke_with_undo() {
  Invoke invoke;
  invoke.artifact.file = "create.sh";
  invoke.dependencies = {"lib.sh", "data"};
  invoke.inputs = {argument("a"), argument("b")};
  invoke.host = "vm";
  Step step{"app/provision/create", invoke};
  step.undo.make().inputs = {argument("c")};
  step.undo.make().artifact.file = "delete.sh";
  return step;
}

TEST(Walk, FindsValuesInTheirOrder) {
  EXPECT_EQ(arguments_of(invoke_with_undo()), "a b c ");
  EXPECT_EQ(arguments_of(invoke_with_undo().action), "a b ");
  EXPECT_EQ(arguments_of(Action(Record{Record::What::create, {argument("p")}, {argument("q")}, "", ""})), "p q ");
  EXPECT_EQ(arguments_of(Action(Delegate{"provision", "T", {argument("p")}})), "p ");
  EXPECT_EQ(arguments_of(Action(Emit{"e", {argument("i")}})), "i ");
  EXPECT_EQ(arguments_of(Action(Wait{Wait::Until::port, "vm", argument("port")})), "port ");
  EXPECT_EQ(arguments_of(Action(Wait{Wait::Until::reachable, "vm"})), "");
  EXPECT_EQ(arguments_of(OnFailure{{argument("state")}, {"SELF::failed"}}), "state ");
}

TEST(Walk, ChangesWhatIsThere) {
  Step step = invoke_with_undo();
  for_each_argument(step, [](Argument& each) { each.name += "!"; });
  EXPECT_EQ(arguments_of(step), "a! b! c! ");
  Step without = {"x", SetState{"started"}};
  for_each_argument(without, [](Argument&) {});
  EXPECT_FALSE(without.undo.present());
}

TEST(Walk, FindsFilesAndMachines) {
  std::string found;
  const auto note = [&](const std::string& text) { found += text + " "; };
  for_each_file(invoke_with_undo(), note);
  for_each_file(Step{"x", Transfer{"files/app.war", "vm", "app.war"}}, note);
  for_each_file(Step{"x", SetState{"started"}}, note);
  EXPECT_EQ(found, "create.sh lib.sh data delete.sh files/app.war ");
  found.clear();
  for_each_machine(invoke_with_undo().action, note);
  for_each_machine(Transfer{"files/app.war", "", "app.war"}, note);
  for_each_machine(Wait{Wait::Until::reachable, "db"}, note);
  for_each_machine(Record{Record::What::create, {}, {}, "app", "db"}, note);
  EXPECT_EQ(found, "vm  db ");
}

}  // namespace
}  // namespace planbuilder::plan
