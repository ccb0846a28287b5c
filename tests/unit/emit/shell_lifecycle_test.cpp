// A small service over its whole life: built, scaled out twice, terminated.
#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using plan::Record;
using plan::Select;

const plan::Entity app_node{plan::Entity::Kind::node, "app"};

/// app -link-> redis: app is told where its redis is.
plan::Expression redis_address() {
  return call("concat", {text("127.0.0.1:"), call_of("get_property", {"node", "redis", "port"}), text("/"),
                         call_of("get_attribute", {"node", "redis", "pid"})});
}

void add_app_with_link(plan::Plan& plan) {
  plan::Activity& app = add_activity(plan, "app", "provision");
  add_step(app, "record", Record{Record::What::create, {{"name", text("my app"), false}}, {}, "", ""});
  add_step(app, "create", invoke("create", "log.sh", {{"REDIS", redis_address(), false}}));
  add_step(app, "started", plan::SetState{"started"});
  plan::Activity& link = add_relationship(plan, "link", "provision");
  add_step(link, "record", Record{Record::What::create, {}, {}, "app", "redis"});
  add_step(link, "configure", invoke("configure", "log.sh"));
  add_edge(plan, "app/provision", "link/provision");
}

plan::Plan lifecycle_build() {
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {{"port", "integer", true, {}, false, ""}};
  plan::Activity& redis = add_activity(plan, "redis", "provision");
  add_step(redis, "record", Record{Record::What::create, {{"port", call_of("get_input", {"port"}), false}}, {}, "", ""});
  plan::Invoke start = invoke("create", "log.sh");
  start.outputs = {{"pid", {plan::Entity::Kind::node, "redis"}, "pid"}};
  add_step(redis, "create", start);
  add_app_with_link(plan);
  add_edge(plan, "redis/provision", "app/provision");
  plan.outputs = {{"address", "string", redis_address(), ""}};
  return plan;
}

plan::Plan scale_out() {
  plan::Plan plan = new_plan("scale-out-apps", "scale-out");
  add_step(add_activity(plan, "redis", "select"), "choose", Select{Select::Mode::strategic, "FirstInstance", {}, ""});
  add_app_with_link(plan);
  add_edge(plan, "redis/select", "app/provision");
  return plan;
}

plan::Plan lifecycle_terminate() {
  plan::Plan plan = new_plan("terminate", "terminate");
  plan::Activity& link = add_relationship(plan, "link", "terminate");
  link.loops = true;
  add_step(link, "delete", invoke("delete", "log.sh", {{"REDIS", redis_address(), false}}));
  add_step(link, "record", Record{Record::What::remove, {}, {}, "", ""});
  for (const char* node : {"app", "redis"}) {
    plan::Activity& activity = add_activity(plan, node, "terminate");
    activity.loops = true;
    add_step(activity, "delete", invoke("delete", "log.sh", {{"REDIS", redis_address(), false}}));
    add_step(activity, "record", Record{Record::What::remove, {}, {}, "", ""});
  }
  add_edge(plan, "link/terminate", "app/terminate");
  add_edge(plan, "app/terminate", "redis/terminate");
  return plan;
}

constexpr const char* log_script =
    R"(echo "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE ${PLANBUILDER_SOURCE-}>${PLANBUILDER_TARGET-} ${REDIS-}" >>"$TRACE"
echo pid=77 >>"$PLANBUILDER_OUTPUTS"
)";

class ShellLifecycle : public ::testing::Test {
 protected:
  ShellLifecycle() {
    bench.script("log.sh", log_script);
    for (const plan::Plan& plan : {lifecycle_build(), scale_out(), lifecycle_terminate()}) bench.install(plan);
  }
  void expect_success(const std::string& plan, std::vector<std::string> arguments = {}) {
    const Result result = bench.run(plan, std::move(arguments));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    out = result.out;
    err = result.err;
  }
  Workbench bench;
  std::string out;
  std::string err;
};

TEST_F(ShellLifecycle, BuildScaleOutTwiceTerminate) {
  expect_success("build", {"--input", "port=6379"});
  EXPECT_EQ(out, "address=127.0.0.1:6379/77\n");
  expect_success("scale-out-apps");
  expect_success("scale-out-apps");
  EXPECT_EQ(bench.trace(),
            "create redis/1 > \n"
            "create app/1 > 127.0.0.1:6379/77\nconfigure link/1 app/1>redis/1 \n"
            "create app/2 > 127.0.0.1:6379/77\nconfigure link/2 app/2>redis/1 \n"
            "create app/3 > 127.0.0.1:6379/77\nconfigure link/3 app/3>redis/1 \n");
  EXPECT_EQ(bench.state("instances/nodes/app/3/property.name"), "my app");
  EXPECT_EQ(bench.state("instances/nodes/app/3/state"), "started");
  EXPECT_EQ(bench.state("instances/nodes/app/3/run"), "3");
  EXPECT_EQ(bench.state("instances/nodes/redis/1/output.Standard.create.pid"), "77");
  EXPECT_EQ(bench.state("instances/relationships/link/3/source"), "app/3");

  expect_success("build", {"outputs"});
  EXPECT_EQ(out, "address=127.0.0.1:6379/77\n");
  EXPECT_EQ(bench.run("terminate", {"outputs"}).exit_code, 3);
  const Result status = bench.run("build", {"status"});
  EXPECT_NE(status.out.find("run 3 (scale-out-apps): finished\n"), std::string::npos) << status.out;
  EXPECT_NE(status.out.find("node app/2: started\n"), std::string::npos) << status.out;

  bench.folder().write("trace", "");
  expect_success("terminate");
  EXPECT_EQ(bench.trace(),
            "delete link/3 app/3>redis/1 127.0.0.1:6379/77\n"
            "delete link/2 app/2>redis/1 127.0.0.1:6379/77\n"
            "delete link/1 app/1>redis/1 127.0.0.1:6379/77\n"
            "delete app/3 > 127.0.0.1:6379/77\ndelete app/2 > 127.0.0.1:6379/77\ndelete app/1 > 127.0.0.1:6379/77\n"
            "delete redis/1 > 127.0.0.1:6379/77\n");
  EXPECT_NE(err.find("terminate finished: 14 steps in"), std::string::npos) << err;
  EXPECT_FALSE(bench.has_state("instances/nodes/app"));
  EXPECT_FALSE(bench.has_state("instances/relationships/link"));
  expect_success("terminate");
  EXPECT_NE(err.find("Nothing to do"), std::string::npos);
  expect_success("build", {"--input", "port=1"});
}

TEST_F(ShellLifecycle, NothingToScaleOrTerminate) {
  EXPECT_EQ(bench.run("scale-out-apps").exit_code, 3);
  expect_success("terminate");
  EXPECT_FALSE(bench.has_state(""));
}

TEST_F(ShellLifecycle, TerminationResumesWhereItStopped) {
  expect_success("build", {"--input", "port=1"});
  expect_success("scale-out-apps");
  bench.script("log.sh", "[[ $PLANBUILDER_INSTANCE != app/1 ]] || exit 1\n");
  EXPECT_EQ(bench.run("terminate").exit_code, 1);
  EXPECT_FALSE(bench.has_state("instances/nodes/app/2"));
  bench.script("log.sh", log_script);
  bench.folder().write("trace", "");
  expect_success("terminate", {"resume"});
  EXPECT_EQ(bench.trace(), "delete app/1 > 127.0.0.1:1/77\ndelete redis/1 > 127.0.0.1:1/77\n");
}

TEST_F(ShellLifecycle, SelectsByUserAndThroughRelationships) {
  plan::Plan plan = new_plan("scale-out-x", "scale-out");
  plan.inputs = {{"which", "string", true, {}, false, ""}};
  add_step(add_activity(plan, "app", "select"), "choose", Select{Select::Mode::strategic, "UserProvided", {}, "which"});
  add_step(add_relationship(plan, "link", "select"), "choose", Select{Select::Mode::recursive, "", app_node, ""});
  add_step(add_activity(plan, "redis", "select"), "choose",
           Select{Select::Mode::recursive, "", plan::Entity{plan::Entity::Kind::relationship, "link"}, ""});
  add_edge(plan, "app/select", "link/select");
  add_edge(plan, "link/select", "redis/select");
  plan.outputs = {{"redis", "", redis_address(), ""}};
  bench.install(plan);
  expect_success("build", {"--input", "port=5"});
  expect_success("scale-out-apps");
  expect_success("scale-out-x", {"--input", "which=app/2"});
  EXPECT_EQ(out, "redis=127.0.0.1:5/77\n");
  EXPECT_EQ(bench.state("runs/3/context/relationships/link"), "2");
  const Result none = bench.run("scale-out-x", {"--input", "which=9"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_NE(none.err.find("app has no instance '9' (there are: 1 2)"), std::string::npos) << none.err;
}

TEST_F(ShellLifecycle, OtherEnginesRunStepsOneByOne) {
  EXPECT_EQ(bench.run("build", {"step", "redis/provision/record"}).exit_code, 3);
  expect_success("build", {"begin", "--input", "port=4"});
  EXPECT_EQ(out, "1\n");
  EXPECT_EQ(bench.run("build", {"step", "nonsense"}).exit_code, 2);
  EXPECT_EQ(bench.run("build", {"finish"}).exit_code, 3);
  for (const char* step :
       {"redis/provision/record", "redis/provision/create", "redis/provision/create", "app/provision/record",
        "app/provision/create", "app/provision/started", "link/provision/record", "link/provision/configure"}) {
    expect_success("build", {"step", step});
  }
  expect_success("build", {"finish"});
  EXPECT_EQ(out, "address=127.0.0.1:4/77\n");
  EXPECT_EQ(bench.trace(), "create redis/1 > \ncreate app/1 > 127.0.0.1:4/77\nconfigure link/1 app/1>redis/1 \n");
  expect_success("build", {"outputs"});
  EXPECT_EQ(out, "address=127.0.0.1:4/77\n");
}

}  // namespace

}  // namespace planbuilder::testing
