#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/golden.h"
#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using plan::Record;

std::vector<OutputFile> emit_bpel(const plan::Plan& plan, bool callback = false, const std::string& target = "bpel") {
  emit::EmitOptions options;
  options.csar = "shop.csar";
  options.namespace_uri = "http://example.org/shop";
  if (callback) options.values["bpel-calls"] = "callback";
  return emit_for(target, plan, options).files;
}

std::string process_of(const plan::Plan& plan, bool callback = false, const std::string& target = "bpel") {
  return emit_bpel(plan, callback, target).front().content;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A little of everything that a plan can contain.
plan::Plan bpel_sample() {
  plan::Plan plan = new_scale_out();
  plan::Activity& app = add_activity(plan, "app", "provision");
  add_step(app, "record", Record{Record::What::create, {{"port", call_of("get_input", {"port"})}}, {}, "", ""});
  const plan::Expression url = call("concat", {text("http://"), call_of("get_property", {"node", "app", "port"}), text("/it's")});
  plan::Invoke create = invoke("create", "create.py", {{"URL", url}, {"password", call_of("get_input", {"password"}), true}});
  create.outputs = {{"pid", {plan::Entity::Kind::node, "app"}, "process"}};
  create.timeout = 30;
  add_step(app, "create", create);
  add_step(app, "started", plan::SetState{"started"});
  plan::Activity& link = add_relationship(plan, "link", "provision");
  add_step(link, "record", Record{Record::What::create, {}, {}, "app", "lb"});
  add_step(link, "connect", invoke("connect", "connect.sh", {{"pid", call_of("get_attribute", {"node", "app", "process"})}}));
  plan::Activity& old = add_activity(plan, "old", "terminate");
  old.loops = true;
  add_step(old, "stop", invoke("stop", "stop.sh", {{"port", call_of("get_property", {"node", "old", "port"})}}));
  add_step(old, "remove", Record{Record::What::remove, {}, {}, "", ""});
  order_scale_out(plan);
  plan.outputs = {{"url", "string", url, ""}};
  return plan;
}

TEST(Bpel, IsReadable) {
  const auto files = emit_bpel(bpel_sample());
  std::vector<std::string> names;
  for (const OutputFile& file : files) names.push_back(file.path);
  EXPECT_EQ(names, (std::vector<std::string>{"scale-out-apps.bpel", "scale-out-apps.wsdl", "scale-out-apps.endpoint",
                                             "deploy.xml", "invoker.wsdl", "invoker.xsd"}));
  expect_golden("unit/emit/golden/plan.bpel", files[0].content);
  expect_golden("unit/emit/golden/plan.wsdl", files[1].content);
  expect_golden("unit/emit/golden/deploy.xml", files[3].content);
}

TEST(Bpel, IsReadableForOpenTosca) {
  const auto files = emit_bpel(bpel_sample(), true, "bpel-opentosca");
  expect_golden("unit/emit/golden/opentosca.bpel", files[0].content);
  expect_golden("unit/emit/golden/opentosca.wsdl", files[1].content);
  expect_golden("unit/emit/golden/opentosca-deploy.xml", files[3].content);
}

TEST(Bpel, IsTheSameTwice) {
  for (const char* target : {"bpel", "bpel-opentosca"}) {
    const auto first = emit_bpel(bpel_sample(), true, target);
    const auto second = emit_bpel(bpel_sample(), true, target);
    for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].content, second[i].content);
  }
}

TEST(Bpel, LinksAreTheReducedOrder) {
  const std::string process = process_of(bpel_sample());
  EXPECT_FALSE(has(process, "lb--select---app--provision"));
  // Once in the flow and once in the reverse one: declared, source, target, join condition.
  EXPECT_EQ(count(process, "<link name=\"app--provision---link--provision\"/>"), 2U);
  EXPECT_EQ(count(process, "<source linkName=\"app--provision---link--provision\"/>"), 2U);
  EXPECT_EQ(count(process, "<target linkName=\"app--provision---link--provision\"/>"), 2U);
  EXPECT_EQ(count(process, "<joinCondition>$lb--select---link--provision and $app--provision---link--provision</joinCondition>"),
            1U);
}

TEST(Bpel, GoesOnAfterAFailureThatTheOrderWaitsFor) {
  plan::Plan plan = new_plan("build", "build");
  for (const std::string node : {"a", "b", "c", "mend", "next"}) add_provision(plan, node, "x.sh");
  add_failure_edge(plan, "a/provision", "mend/provision", "try");
  add_edge(plan, "a/provision", "next/provision");
  add_failure_edge(plan, "b/provision", "mend/provision", "try");
  add_edge(plan, "c/provision", "mend/provision");
  for (const std::string target : {"bpel", "bpel-opentosca"}) {
    const std::string process = process_of(plan, false, target);
    EXPECT_TRUE(has(process,
                    "<joinCondition>$c--provision---mend--provision and "
                    "($a--provision---mend--provision or $b--provision---mend--provision)</joinCondition>"))
        << process;
    EXPECT_TRUE(has(process, R"(<variable name="outcome--a--provision" type="xsd:string"/>)"));
    EXPECT_TRUE(has(
        process, R"(<source linkName="a--provision---next--provision"><transitionCondition>$outcome--a--provision = 'done'<)"));
    EXPECT_TRUE(has(
        process, R"(<source linkName="a--provision---mend--provision"><transitionCondition>$outcome--a--provision = 'failed'<)"));
    EXPECT_EQ(count(process, "<rethrow/>"), count(process_of(new_plan("build", "build"), false, target), "<rethrow/>") +
                                                1 /* of the plan */ + 3 /* c, mend and next */);
    EXPECT_TRUE(has(process, R"(<source linkName="c--provision---mend--provision"/>)"));
  }
}

TEST(Bpel, TheRuntimeKnowsWhatOfThoseThatMayFailIsThere) {
  plan::Plan plan = new_plan("build", "build");
  add_activity(plan, "a", "provision").steps = {
      {"a/provision/record", Record{Record::What::create, {{"port", text("80")}}, {}, "", ""}}};
  const auto reads = [](const std::string& node) {
    return invoke("create", "x.sh", {{"port", call_of("get_property", {"node", node, "port"})}});
  };
  add_step(add_activity(plan, "mend", "provision"), "create", reads("a"));
  EXPECT_TRUE(has(process_of(plan), "$node--a--property--port"));
  add_failure_edge(plan, "a/provision", "mend/provision", "try");
  EXPECT_FALSE(has(process_of(plan), "$node--a--property--port"));
}

TEST(Bpel, OpenToscaDoesNotAskForGuards) {
  plan::Plan plan = new_plan("build", "build");
  plan.guard = call("equal", {text("a"), text("a")});
  EXPECT_EQ(said_of("bpel", plan), "");
  EXPECT_TRUE(has(said_of("bpel-opentosca", plan), "does not ask what must hold when it begins"));
}

TEST(Bpel, StepsThatKeepTheBooksTravelTogether) {
  plan::Plan plan = new_plan("build", "build");
  plan::Activity& app = add_activity(plan, "app", "provision");
  add_step(app, "record", Record{});
  add_step(app, "creating", plan::SetState{"creating"});
  add_step(app, "create", invoke("create", "x.sh"));
  add_step(app, "created", plan::SetState{"created"});
  const std::string process = process_of(plan);
  EXPECT_EQ(count(process, "<OperationName>steps</OperationName>"), 2U);
  EXPECT_EQ(count(process, "<OperationName>create</OperationName>"), 1U);
  EXPECT_TRUE(has(process, "<value>app/provision/creating</value>"));
}

TEST(Bpel, AsksForConditionsInsideTheActivity) {
  plan::Plan plan = new_plan("build", "build");
  add_provision(plan, "a", "a.sh").condition = call("equal", {call_of("get_attribute", {"node", "b", "x"}), text("1")});
  const std::string process = process_of(plan);
  EXPECT_EQ(count(process, "<OperationName>condition</OperationName>"), 1U);
  EXPECT_TRUE(has(process, "<condition>$holds = 'true'</condition>"));
  EXPECT_FALSE(has(process, "transitionCondition"));  // a skipped activity counts as done
}

TEST(Bpel, LeavesToTheRuntimeWhatOnlyItKnows) {
  plan::Plan plan = new_plan("build", "build");
  add_provision(plan, "a", "a.sh",
                {{"outside", call_of("get_attribute", {"node", "elsewhere", "x"})},
                 {"path", call_of("get_property", {"node", "a", "list", "0"})},
                 {"known", text("yes")}});
  const std::string process = process_of(plan);
  EXPECT_FALSE(has(process, "<key>outside</key>"));
  EXPECT_FALSE(has(process, "<key>path</key>"));
  EXPECT_TRUE(has(process, "<key>known</key><value>yes</value>"));
}

TEST(Bpel, OpenToscaCannotComputePaths) {
  plan::Plan plan = new_plan("build", "build");
  add_provision(plan, "a", "a.sh", {{"path", call_of("get_property", {"node", "a", "list", "0"})}});
  EXPECT_EQ(said_of("bpel-opentosca", plan),
            "error[target-cannot]: the build plan cannot be written for 'bpel-opentosca': 'a/provision': no process can compute "
            "the value of 'path'\n");
}

TEST(Bpel, NamesOfOurOwnAreNotTaken) {
  plan::Plan plan = new_plan("build", "build");
  add_provision(plan, "a", "a.sh", {{"planbuilder.step", text("mine")}});
  EXPECT_TRUE(has(process_of(plan), "<key>planbuilder.input.planbuilder.step</key><value>mine</value>"));
}

TEST(Bpel, HostileTextsStayTexts) {
  plan::Plan plan = new_plan("build", "build");
  const std::string hostile = "</value>]]>&'\"$run\r\n\t${x}<!-- --";
  add_provision(plan, hostile, "a.sh",
                {{hostile, text(hostile)}, {"b", call("concat", {text(hostile), call_of("get_input", {"i"})})}});
  plan.inputs = {{"i", "string", true, {}, false, ""}};
  const std::string process = process_of(plan);
  EXPECT_TRUE(has(process, "<value>&lt;/value&gt;]]&gt;&amp;'&quot;$run&#13;&#10;&#9;${x}&lt;!-- --</value>"));
  EXPECT_TRUE(has(process, "concat('&lt;/value&gt;]]&gt;&amp;', &quot;'&quot;, '&quot;$run&#13;&#10;&#9;${x}&lt;!-- --')"));
  EXPECT_EQ(count(process, "]]>"), 0U);
  EXPECT_EQ(count(process, "<!--"), 0U);
}

TEST(Bpel, HostileNamesOfSelectedNodesStayNames) {
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {{"which", "string", true, {}, false, ""}};
  plan::Select given;
  given.input = "which";
  add_step(add_activity(plan, "a<&'", "select"), "select", given);
  plan::Select through;
  through.mode = plan::Select::Mode::recursive;
  through.through = plan::Entity{plan::Entity::Kind::relationship, "link"};
  add_step(add_activity(plan, "b<&", "select"), "select", through);
  const std::string process = process_of(plan, false, "bpel-opentosca");
  EXPECT_TRUE(
      has(process, "<from>concat($template_url, &quot;/nodetemplates/a&lt;&amp;'/instances/&quot;, $input--which)</from>"));
  EXPECT_TRUE(has(process, "<from>concat($template_url, '/nodetemplates/b&lt;&amp;/instances/', $data/"));
}

TEST(Bpel, SecretsAreNotTold) {
  plan::Plan plan = bpel_sample();
  plan.inputs[1].default_value = text("sesame");
  const auto files = emit_bpel(plan);
  for (const OutputFile& file : files) {
    if (file.path.ends_with(".bpel")) {
      const std::size_t end = file.content.find("</documentation>");
      EXPECT_FALSE(has(file.content.substr(0, end), "sesame"));
    } else {
      EXPECT_FALSE(has(file.content, "sesame")) << file.path;
    }
  }
}

TEST(Bpel, CharactersThatXmlCannotHoldAreAnErrorAtTheirPlace) {
  const std::string cannot = "error[target-cannot]: the build plan cannot be written for 'bpel': ";
  plan::Plan plan = new_plan("build", "build");
  plan::Expression value = text("bell \a");
  value.at = {FileId(0), 12, 3, 1};
  add_provision(plan, "a", "a.sh", {{"x", call("concat", {text("fine"), value})}});
  EXPECT_EQ(said_of("bpel", plan),
            "12: " + cannot + "the value of 'x' in 'a/provision/create' contains U+0007, which XML cannot hold\n");
  plan = new_plan("build", "build");
  add_activity(plan, "a\x02", "provision").at = Location{"service.yaml", 4, 5};
  EXPECT_EQ(said_of("bpel", plan), cannot + "the id of an activity (service.yaml:4:5) contains U+0002, which XML cannot hold\n");
}

TEST(Bpel, AllThatCannotBeSaidIsToldAtOnce) {
  plan::Plan plan = new_plan("build", "build");
  const plan::Expression path = call_of("get_property", {"node", "a", "list", "0"});
  add_provision(plan, "a", "a.sh", {{"one", path}, {"two", path}});
  plan.outputs = {{"three", "string", path, ""}};
  const std::string cannot = "error[target-cannot]: the build plan cannot be written for 'bpel-opentosca': ";
  EXPECT_EQ(said_of("bpel-opentosca", plan), cannot + "'a/provision': no process can compute the value of 'one'\n" + cannot +
                                                 "'a/provision': no process can compute the value of 'two'\n" + cannot +
                                                 "no process can compute the output 'three'\n");
  EXPECT_EQ(said_of("bpel", plan), "");  // the runtime computes them
}

/// Activities one after the other, beside as many that are in no order.
plan::Plan chain_of(std::size_t length) {
  plan::Plan plan = new_plan("build", "build");
  for (std::size_t i = 0; i < length; ++i) {
    add_activity(plan, "n" + std::to_string(i), "provision");
    if (i > 0) plan.edges.push_back({plan::ActivityId(i - 1), plan::ActivityId(i), false, {}});
    if (i > 1) plan.edges.push_back({plan::ActivityId(0), plan::ActivityId(i), true, {}});
  }
  for (std::size_t i = 0; i < length; ++i) add_activity(plan, "m" + std::to_string(i), "provision");
  return plan;
}

TEST(Bpel, WarnsOfAProcessThatMayBeTooLongToCompile) {
  for (const std::string target : {"bpel", "bpel-opentosca"}) {
    EXPECT_EQ(said_of(target, chain_of(119)), "");
    EXPECT_EQ(said_of(target, chain_of(120)),
              "warning[process-too-long]: the build plan as '" + target +
                  "' has 120 activities one after the other: Apache ODE may run out of stack when it compiles the process\n"
                  "  with the 1 MiB that Java usually gives, 119 compile and 299 do not; start the engine with the option "
                  "-Xss16m, which was enough for 999\n");
  }
}

TEST(Bpel, WarnsOfAProcessThatMayBeTooLargeToRun) {
  plan::Plan plan = new_plan("build", "build");
  for (std::size_t i = 0; i < 1000; ++i) add_activity(plan, "n" + std::to_string(i), "provision");
  EXPECT_EQ(said_of("bpel", plan), "");
  add_activity(plan, "one_more", "provision");
  EXPECT_EQ(
      said_of("bpel", plan),
      "warning[process-too-large]: the build plan as 'bpel' has 1001 activities, which may be more than Apache ODE can take: "
      "it holds the whole process in memory\n"
      "  1,000 activities took it half a minute and 0.5 GiB, and 5,000 were not done after seven minutes with 2 GiB; make "
      "processes of parts of the service (--only), or run the shell target\n");
}

TEST(Bpel, OperationsOfPlanKinds) {
  const auto operation = [](const std::string& kind, const std::string& target) {
    const std::string wsdl = emit_bpel(new_plan(kind, kind), false, target)[1].content;
    const std::size_t at = wsdl.find("<operation name=\"") + 17;
    return wsdl.substr(at, wsdl.find('"', at) - at);
  };
  for (const char* target : {"bpel", "bpel-opentosca"}) {
    EXPECT_EQ(operation("build", target), "initiate");
    EXPECT_EQ(operation("event", target), "initiate");
    EXPECT_EQ(operation("terminate", target), "terminate");
    EXPECT_EQ(operation("scale-in", target), "scale-in");
  }
}

}  // namespace

}  // namespace planbuilder::testing
