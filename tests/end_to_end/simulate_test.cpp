// Runs of state machines as the binary shows them.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"
#include "tests/support/golden.h"

namespace planbuilder::testing {
namespace {

using Json = nlohmann::json;

const std::string events = samples + "/events/";

/// The types of the proposal, and two nodes that need the same third one.
std::string two_sources(const Folder& folder) {
  return folder.write(
      "two.yaml", read_file(events + "seed.yaml") + "    c:\n      type: Root\n      requirements:\n        - dependency: b\n");
}

TEST(Simulate, ShowsARunThatGetsStuck) {
  const Result result = planbuilder({"simulate", events + "seed.yaml", "--send", "create"});
  EXPECT_EQ(result.exit_code, 1);
  expect_golden("end_to_end/golden/seed.txt", result.out);
  EXPECT_NE(result.err.find("error[stuck]: 'a' is stuck: it rests at 'created' and not at 'started'"), std::string::npos);
}

TEST(Simulate, ShowsARunThatGoesWell) {
  const Result result = planbuilder({"simulate", events + "vnf.yaml"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_golden("end_to_end/golden/vnf.txt", result.out);
  EXPECT_EQ(planbuilder({"simulate", events + "vnf.yaml"}).out, result.out);
}

TEST(Simulate, ShowsWhoWaitsInDeferredMode) {
  const Result result = planbuilder({"simulate", events + "vnf.yaml", "--events", "deferred"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_golden("end_to_end/golden/vnf-deferred.txt", result.out);
}

TEST(Simulate, ShowsTwoSourcesOfOneTarget) {
  const Folder folder;
  const Result strict = planbuilder({"simulate", two_sources(folder), "--send", "create"});
  EXPECT_EQ(strict.exit_code, 1);
  expect_golden("end_to_end/golden/two-sources.txt", strict.out);
  const Result deferred = planbuilder({"simulate", two_sources(folder), "--send", "create", "--events", "deferred"});
  EXPECT_EQ(deferred.exit_code, 1);
  expect_golden("end_to_end/golden/two-sources-deferred.txt", deferred.out);
}

TEST(Simulate, ShowsWhatEmergesWhenOperationsFail) {
  const Result result = planbuilder({"simulate", events + "vnf.yaml", "--fail", "router/instantiate"});
  EXPECT_EQ(result.exit_code, 1);
  expect_golden("end_to_end/golden/vnf-fail.txt", result.out);
  EXPECT_NE(result.err.find("'instantiate' of 'router' failed"), std::string::npos) << result.err;
  const Result several =
      planbuilder({"simulate", events + "vnf.yaml", "--fail", "probe/instantiate", "--fail", "gateway/instantiate", "--json"});
  EXPECT_EQ(several.exit_code, 1);
  std::vector<std::string> failed;
  const Json run = Json::parse(several.out);
  for (const Json& event : run["events"]) {
    if (event["outcome"] == "failed") failed.push_back(event["id"]);
  }
  EXPECT_EQ(failed, (std::vector<std::string>{"probe/instantiate", "gateway/instantiate"}));
}

TEST(Simulate, KnowsTheNamesOfOperations) {
  const Result result = planbuilder({"simulate", events + "vnf.yaml", "--fail", "router/instanciate"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "error[unknown-name]: no entity has an operation 'router/instanciate' (did you mean 'router/instantiate'?)\n");
  const Result event = planbuilder({"simulate", events + "seed.yaml", "--json"});
  EXPECT_EQ(event.exit_code, 1);
  EXPECT_EQ(Json::parse(event.out)["diagnostics"][0]["code"], "unknown-event");
}

TEST(Simulate, DrawsWhoSendsWhatToWhom) {
  const Result result = planbuilder({"simulate", events + "seed.yaml", "--send", "create", "--format", "mermaid"});
  EXPECT_EQ(result.exit_code, 1);
  expect_golden("end_to_end/golden/seed.mmd", result.out);
}

TEST(Simulate, DrawsTheStateMachines) {
  const Result result = planbuilder({"simulate", events + "seed.yaml", "--send", "create", "--format", "mermaid-states"});
  EXPECT_EQ(result.exit_code, 1);
  expect_golden("end_to_end/golden/seed-states.mmd", result.out);
}

TEST(Simulate, GivesTheSameIdsAsThePlan) {
  for (const std::string kind : {"build", "terminate"}) {
    const Json run = Json::parse(planbuilder({"simulate", samples + "/guestbook", "--kind", kind, "--json"}).out);
    const Json plan =
        Json::parse(planbuilder({"plan", samples + "/guestbook", "--derive", "events", "--kind", kind, "--json"}).out);
    std::set<std::string> handled;
    for (const Json& event : run["events"]) {
      if (event["outcome"] == "handled") handled.insert(event["id"]);
    }
    std::size_t events = 0;  // others are what is left of entities for which nothing is called
    for (const Json& activity : plan["activities"]) {
      if (activity["transition"] == "provision" || activity["transition"] == "terminate") continue;
      EXPECT_TRUE(handled.contains(activity["id"])) << activity["id"];
      ++events;
    }
    EXPECT_GT(events, 5u);
  }
}

TEST(Simulate, GivesTheRunAsData) {
  const Result result = planbuilder({"simulate", events + "seed.yaml", "--send", "create", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "");
  const Json run = Json::parse(result.out);
  EXPECT_EQ(run["format"], "planbuilder/run/1");
  EXPECT_EQ(run["service"], "seed");
  EXPECT_EQ(run["plan"], "event-create");
  EXPECT_EQ(run["mode"], "strict");
  EXPECT_EQ(run["result"], "stuck");
  std::size_t number = 0;
  for (const Json& event : run["events"]) {
    EXPECT_EQ(event["number"], ++number);
    EXPECT_EQ(event["because"].is_null(), event["outcome"] == "handled") << event;
    if (!event["sender"].is_null()) {
      EXPECT_LT(event["sender"], number);
      EXPECT_EQ(event["sent_from"]["file"], "seed.yaml");
    }
    for (const Json& write : event["writes"]) EXPECT_GE(write["values"].size(), 2u);
  }
  EXPECT_GT(number, 5u);
  std::set<std::string> rest;
  for (const Json& group : run["at_rest"]) {
    for (const Json& entity : group["entities"]) rest.insert(entity);
    EXPECT_FALSE(group["values"].empty());
  }
  EXPECT_EQ(rest, (std::set<std::string>{"a", "b", "a.dependency"}));
  EXPECT_EQ(run["waiting"], Json::array());
  EXPECT_EQ(run["diagnostics"][0]["code"], "stuck");
}

TEST(Simulate, WorksForPartsAndRegions) {
  const Result out = planbuilder({"simulate", samples + "/guestbook", "--kind", "scale-out", "--region", "app_tier"});
  EXPECT_EQ(out.exit_code, 0) << out.err;
  EXPECT_TRUE(out.out.starts_with("scale-out-app_tier of guestbook, strict\n")) << out.out;
  EXPECT_EQ(out.out.find("redis/create"), std::string::npos) << out.out;
  const Result wrong = planbuilder({"simulate", samples + "/guestbook", "--kind", "scale-out", "--region", "app_teir"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_NE(wrong.err.find("did you mean 'app_tier'?"), std::string::npos) << wrong.err;
}

TEST(DesiredState, DrivesTheMachineByTriggersOfTheInterface) {
  const Result up = planbuilder({"simulate", events + "desired.yaml"});
  EXPECT_EQ(up.exit_code, 0) << up.err;
  expect_golden("end_to_end/golden/desired.txt", up.out);
  const Result down = planbuilder({"simulate", events + "desired.yaml", "--kind", "undeploy"});
  EXPECT_EQ(down.exit_code, 0) << down.err;
  expect_golden("end_to_end/golden/desired-undeploy.txt", down.out);
  const Result order = planbuilder({"explain", events + "desired.yaml", "database/run", "shop/run"});
  EXPECT_TRUE(order.out.starts_with("database/run comes before shop/run")) << order.out << order.err;
}

TEST(DesiredState, MissesATrigger) {
  const Folder folder;
  const std::string missing = replaced(
      read_file(events + "desired.yaml"),
      "      - event: run\n        condition: {$and: [{$equal: [{$get_state: [desired_state]}, running]}, {$equal: [{$get_state: "
      "[state]}, installed]}]}\n",
      "");
  const Result result = planbuilder({"plan", folder.write("missing.yaml", missing)});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("error[stuck]: 'database' is stuck: it rests at 'installed' and not at 'running'"),
            std::string::npos);
  EXPECT_NE(result.err.find("'run' would be next, but nothing sends it to 'database'"), std::string::npos) << result.err;
  // One that is there, but waits for something else, is named.
  const std::string wrong =
      replaced(read_file(events + "desired.yaml"), "running]}, {$equal: [{$get_state: [state]}, installed]}]}",
               "running]}, {$equal: [{$get_state: [state]}, ready]}]}");
  const Result waiting = planbuilder({"plan", folder.write("wrong.yaml", wrong)});
  EXPECT_EQ(waiting.exit_code, 1);
  EXPECT_NE(waiting.err.find("a trigger of the interface would send it, but its condition does not hold"), std::string::npos)
      << waiting.err;
}

TEST(Simulate, DoesNotLetNamesSpeakMermaid) {
  const Folder folder;
  const std::string hostile =
      replaced(read_file(events + "vnf.yaml"), "    probe:\n", "    \"end; <b>%%{init: x}%% #quot;\\n\":\n");
  const Result result = planbuilder({"simulate", folder.write("hostile.yaml", hostile), "--format", "mermaid"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(" as end#59; #lt;b#gt;#37;#37;#123;init: x#125;#37;#37; #35;quot#59;␊\n"), std::string::npos)
      << result.out;
}

}  // namespace
}  // namespace planbuilder::testing
