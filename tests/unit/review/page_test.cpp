// The page of a review: its data, what must not get out of it, and the excerpts that it carries.

#include "planbuilder/review/page/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "planbuilder/plan/description.h"
#include "planbuilder/plan/plan_json.h"
#include "planbuilder/review/page/excerpts.h"
#include "planbuilder/review/page/packer.h"
#include "planbuilder/review/page/secrets.h"
#include "tests/support/expressions.h"
#include "tests/support/folder.h"
#include "tests/unit/review/plans.h"

namespace planbuilder::review {
namespace {

using nlohmann::ordered_json;

/// As the script of the page reads it.
ordered_json unpacked(const ordered_json& data, const ordered_json& packed) {
  if (packed.is_number()) {
    const auto number = packed.get<std::int64_t>();
    return number >= 0 ? data["texts"][static_cast<std::size_t>(number)] : ordered_json(-number - 1);
  }
  const auto kind = packed[0].get<std::size_t>();
  if (kind == 0) return ordered_json::parse(data["texts"][packed[1].get<std::size_t>()].get<std::string>());
  ordered_json result = kind == 1 ? ordered_json::array() : ordered_json::object();
  for (std::size_t i = 1; i < packed.size(); ++i) {
    if (kind == 1) {
      result.push_back(unpacked(data, packed[i]));
    } else {
      const auto key = data["shapes"][kind - 2][i - 1].get<std::size_t>();
      result[data["texts"][key].get<std::string>()] = unpacked(data, packed[i]);
    }
  }
  return result;
}

Page page_of(const plan::Plan& plan) {
  Page page;
  page.version = "1";
  page.plans.push_back({&plan, {}, {}});
  return page;
}

/// One that has every kind of value.
plan::Plan rich_plan() {
  plan::Plan plan = stack();
  plan::Invoke& invoke = std::get<plan::Invoke>(plan.activities[plan::ActivityId(0)].steps[0].action);
  invoke.inputs.push_back({"whole", testing::number(-5)});
  invoke.inputs.push_back({"large", testing::number(9007199254740993)});
  invoke.inputs.push_back({"half", plan::Expression{1.0}});
  invoke.inputs.push_back({"nothing", plan::Expression{}});
  invoke.inputs.push_back(
      {"list", plan::Expression{plan::ExpressionList{plan::Expression{true}, plan::Expression{std::string("x")}}}});
  invoke.inputs.push_back({"call", testing::call_of("get_input", {"port"})});
  plan.inputs.push_back({"port", "integer", true, testing::number(8080), false, ""});
  return plan;
}

TEST(PageData, IsThePlanDocument) {
  const plan::Plan plan = rich_plan();
  Page page = page_of(plan);
  const auto data = ordered_json::parse(page_data(page));
  EXPECT_EQ(unpacked(data, data["plans"][0]["plan"]), ordered_json::parse(plan::to_json(plan)));
  EXPECT_EQ(data["format"], "planbuilder/review/1");
  EXPECT_TRUE(data["difference"].is_null());
}

TEST(PageData, SaysWhatActivitiesDo) {
  const plan::Plan plan = stack();
  plan::Plan old = stack();
  plan::Activity& removed = old.activities[plan::ActivityId(0)];
  removed.steps = {
      {"vm/select", plan::Select{plan::Select::Mode::recursive, "", plan::Entity{plan::Entity::Kind::node, "db"}, ""}},
      {"vm/state", plan::SetState{"started"}},
      {"vm/emit", plan::Emit{"ready", {}}}};
  Page page = page_of(plan);
  page.plans[0].removed = {&removed};
  const auto data = ordered_json::parse(page_data(page));
  std::vector<std::string> summaries;
  for (const auto& number : data["plans"][0]["summaries"]) summaries.push_back(data["texts"][number.get<std::size_t>()]);
  EXPECT_EQ(summaries, (std::vector<std::string>{"create", "create", "create", "create", "the one of db, emit ready"}));
}

TEST(PageData, KeepsTheSpellingOfNumbers) {
  const plan::Plan plan = rich_plan();
  Page page = page_of(plan);
  const auto data = ordered_json::parse(page_data(page));
  const auto& texts = data["texts"];
  for (const char* written : {"-5", "9007199254740993", "1.0"})
    EXPECT_NE(std::find(texts.begin(), texts.end(), written), texts.end()) << written;
}

TEST(PageData, HasEveryTextOnce) {
  const plan::Plan plan = rich_plan();
  Page page = page_of(plan);
  page.plans.push_back(page.plans.front());
  page.plans.back().files.push_back({"shell", "plan.sh", "echo\n", {{plan::ActivityId(2), 1, "plan.sh", 3, 4}}});
  const auto data = ordered_json::parse(page_data(page));
  std::set<std::string> seen;
  for (const auto& text : data["texts"]) EXPECT_TRUE(seen.insert(text).second) << text;
  EXPECT_EQ(data["plans"][0]["plan"], data["plans"][1]["plan"]);
  EXPECT_EQ(data["plans"][1]["files"][0]["places"], ordered_json({2, 1, 3, 4}));
}

/// The text of that number.
std::string text_of(const ordered_json& data, const ordered_json& number) { return data["texts"][number.get<std::size_t>()]; }

TEST(PageData, SaysHowPeopleWouldDoIt) {
  plan::Plan plan = stack();
  std::get<plan::Invoke>(plan.activities[plan::ActivityId(1)].steps[0].action).host = "vm";
  Page page = page_of(plan);
  page.programs = {{"a/create.sh", "Bash", "bash ./create.sh", "a", ""}};
  page.variables = {{"max-clients", "INPUT_max_2Dclients"}};
  const auto data = ordered_json::parse(page_data(page));
  const auto& program = data["programs"][0];
  EXPECT_EQ(text_of(data, program["file"]) + " " + text_of(data, program["type"]), "a/create.sh Bash");
  EXPECT_EQ(text_of(data, program["folder"]) + "$ " + text_of(data, program["command"]), "a$ bash ./create.sh");
  EXPECT_EQ(text_of(data, program["inputs_file"]), "");
  EXPECT_EQ(text_of(data, data["variables"][0]) + "=" + text_of(data, data["variables"][1]), "max-clients=INPUT_max_2Dclients");
  const auto& machines = data["plans"][0]["machines"];
  ASSERT_EQ(machines.size(), 1u);
  EXPECT_EQ(machines[0]["way"], "open");
  EXPECT_EQ(text_of(data, machines[0]["node"]), "vm");
}

TEST(PageData, SaysWhatIsRisky) {
  plan::Plan plan = stack();
  std::get<plan::Invoke>(plan.activities[plan::ActivityId(2)].steps[0].action).artifact.file = "x.sh";
  Page page = page_of(plan);
  page.risks = {{"", {}}, {"x.sh", risks_in_file("x.sh", "true\nsudo id\n")}};
  const auto data = ordered_json::parse(page_data(page));
  const auto& found = data["plans"][0]["risks"];
  ASSERT_EQ(found["steps"].size(), 12u) << "three numbers for each of the four steps";
  const auto& list = found["lists"][found["steps"][8].get<std::size_t>()];
  const auto& risk = found["risks"][list[0].get<std::size_t>()];
  EXPECT_EQ(data["marks"][risk["mark"].get<std::size_t>()]["name"], "other-user");
  EXPECT_EQ(text_of(data, risk["file"]), "x.sh");
  EXPECT_EQ(risk["line"], 2);
  EXPECT_EQ(text_of(data, risk["text"]), "sudo id");
}

TEST(PageData, SaysWhatCallsNothing) {
  plan::Plan plan = stack();
  plan.activities[plan::ActivityId(1)].steps = {{"db/record", plan::Record{}}, {"db/state", plan::SetState{"started"}}};
  plan.activities[plan::ActivityId(2)].steps.clear();
  plan.activities[plan::ActivityId(3)].steps.clear();
  plan.activities[plan::ActivityId(3)].filled_by.clear();  // nobody knows what to do: that must be seen
  Page page = page_of(plan);
  EXPECT_EQ(ordered_json::parse(page_data(page))["plans"][0]["quiet"], ordered_json({1, 2}));
}

TEST(PageData, HasWhatIsInFiles) {
  const plan::Plan plan = stack();
  Page page = page_of(plan);
  page.plans[0].digests = {{"build/x/plan", "0123"}};
  page.contents = {{"a.sh", "</script>\n"}, {"b.bin", "", "It is no text."}};
  const auto data = ordered_json::parse(page_data(page));
  EXPECT_EQ(text_of(data, data["contents"][0]["text"]), "</script>\n");
  EXPECT_FALSE(data["contents"][0].contains("note"));
  EXPECT_EQ(text_of(data, data["contents"][1]["file"]) + ": " + text_of(data, data["contents"][1]["note"]),
            "b.bin: It is no text.");
  EXPECT_FALSE(data["contents"][1].contains("text"));
  EXPECT_EQ(data["plans"][0]["digests"], ordered_json::parse(R"([{"path": "build/x/plan", "digest": "0123"}])"));
}

/// What HTML, scripts and readers could take for something else.
const std::vector<std::string> hostile = {"</script><script>alert(1)</script>",
                                          "<!--",
                                          "-->",
                                          "\"><img src=x onerror=alert(1)>",
                                          "${alert(1)}",
                                          "line\xe2\x80\xa8separator\xe2\x80\xa9",
                                          "'\"`\\",
                                          "\xe2\x80\xae"
                                          "rtl",
                                          "&lt;b&gt;",
                                          "]]>",
                                          "/* data */",
                                          "__proto__"};

TEST(PageData, CannotLeaveItsElement) {
  plan::Plan plan = stack();
  for (const std::string& text : hostile) add_node(plan, text);
  Page page = page_of(plan);
  page.input = hostile.front();
  page.options = hostile;
  const std::string data = page_data(page);
  for (const char* piece : {"<", ">", "&", "\xe2\x80\xa8", "\xe2\x80\xa9"})
    EXPECT_EQ(data.find(piece), std::string::npos) << piece;
  const auto read = ordered_json::parse(data);
  EXPECT_EQ(read["options"], ordered_json(hostile));
  const auto document = unpacked(read, read["plans"][0]["plan"]);
  EXPECT_EQ(document["activities"].back()["id"], "__proto__/provision");
}

TEST(Page, NeedsNothingElse) {
  const plan::Plan plan = rich_plan();
  Page page = page_of(plan);
  const std::string html = to_html(page);
  EXPECT_EQ(html, to_html(page));
  EXPECT_NE(html.find("default-src 'none'; style-src 'sha256-"), std::string::npos);
  for (const char* piece : {"src=", "@import", "url(", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                            "STYLE-HASH", "/* data */"})
    EXPECT_EQ(html.find(piece), std::string::npos) << piece;
  const std::string namespace_of_svg = "'http://www.w3.org/2000/svg'";
  std::string rest = html;
  ASSERT_NE(rest.find(namespace_of_svg), std::string::npos);
  rest.erase(rest.find(namespace_of_svg), namespace_of_svg.size());
  EXPECT_EQ(rest.find("://"), std::string::npos) << rest.substr(rest.find("://") - 40, 80);
}

/// steps.js has words for every kind of step, and shows every field. What is here is left to the JSON of the step.
TEST(Page, TellsAllOfSteps) {
  const std::set<std::string> left_to_json = {"source_index", "target_index", "target_count"};
  const std::string script = testing::read_file(PLANBUILDER_SOURCE "/planbuilder/review/page/steps.js");
  const std::size_t start = script.find("const STEP_WORDS = {");
  ASSERT_NE(start, std::string::npos);
  const std::string words = script.substr(start, script.find("\n};", start) - start);
  plan::for_each_kind([&]<class Does>(plan::Kind<Does> each) {
    const std::string kind(each.word);
    const std::string name = kind.find('-') == std::string::npos ? kind : "'" + kind + "'";
    EXPECT_NE(words.find("\n  " + name + ": (step) =>"), std::string::npos) << "STEP_WORDS has no '" << kind << "'";
    plan::for_each_row<Does>([&](auto at) {
      const std::string key(decltype(at)::row.key);
      if (left_to_json.contains(key)) return;
      EXPECT_TRUE(std::regex_search(script, std::regex("step\\." + key + "\\b"))) << kind << ": '" << key << "' is not shown";
    });
  });
}

TEST(Excerpts, AreTheLinesAroundPlacesOnce) {
  plan::Plan plan = stack();  // refers to the lines 3 and 7
  plan.diagnostics.push_back({"warning", "x", "y", "", Location{"service.yaml", 40, 1}, {}});
  Page page = page_of(plan);
  std::string text;
  for (int line = 1; line <= 42; ++line) text += "line " + std::to_string(line) + (line % 2 == 0 ? "\r\n" : "\n");
  page.sources = {{"other.yaml", "a\n"}, {"service.yaml", text}, {"service.yaml", "another of that name\n"}};
  const std::vector<Excerpt> excerpts = find_excerpts(page);
  ASSERT_EQ(excerpts.size(), 2u);
  EXPECT_EQ(excerpts[0].first, 1u);
  EXPECT_EQ(excerpts[0].lines.size(), 11u);
  EXPECT_EQ(excerpts[0].lines.back(), "line 11");
  EXPECT_EQ(excerpts[1].first, 36u);
  EXPECT_EQ(excerpts[1].lines.size(), 7u);
  EXPECT_EQ(excerpts[1].lines.back(), "line 42");
}

TEST(Excerpts, HideSecrets) {
  plan::Plan plan = stack();
  Page page = page_of(plan);
  page.sources = {{"service.yaml", "\n\npassword: hunter22 # hunter22\npin: 12\nport: 1212\n"}};
  page.secrets = {"hunter22", "12"};
  const std::vector<Excerpt> excerpts = find_excerpts(page);
  ASSERT_EQ(excerpts.size(), 1u);
  EXPECT_EQ(excerpts[0].lines[2], "password: (secret) # (secret)");
  EXPECT_EQ(excerpts[0].lines[3], "pin: (secret)");
  EXPECT_EQ(excerpts[0].lines[4], "port: 1212");
}

TEST(Excerpts, AreLeftOutAloudWhereTheyAreTooMany) {
  plan::Plan plan;
  plan.name = "build";
  std::string text;
  for (std::uint32_t line = 1; line <= most_excerpt_lines + 10; ++line) {
    text += "x\n";
    plan.diagnostics.push_back({"note", "x", "y", "", Location{"service.yaml", line, 1}, {}});
  }
  Page page = page_of(plan);
  page.sources = {{"service.yaml", text}};
  const auto data = ordered_json::parse(page_data(page));
  EXPECT_TRUE(data["excerpts"].empty());
  ASSERT_EQ(page.left_out.size(), 1u);
  EXPECT_EQ(data["left_out"][0], "excerpts of the sources: they would be 60010 lines");
}

TEST(Secrets, AreHiddenInTexts) {
  EXPECT_EQ(hide_secrets({"line 1\nline 2", "12"}, "key=line 1\nline 2\nport 1212 pin 12\n"),
            "key=(secret)\nport 1212 pin (secret)\n");
  EXPECT_EQ(hide_secrets({}, "as it is"), "as it is");
}

TEST(Secrets, OfManyLinesAreHiddenLineByLine) {
  std::vector<plan::Plan> plans = {stack()};
  plans[0].inputs.push_back({"key", "string", false, testing::text("-----BEGIN-----\nabcdefgh\n}\n"), true, ""});
  const std::vector<std::string> secrets = mask_secrets(plans);
  EXPECT_EQ(hide_secrets(secrets, "    abcdefgh"), "    (secret)");
  EXPECT_EQ(hide_secrets(secrets, "}"), "}");
}

TEST(Secrets, AreMaskedWhereverTheyAre) {
  std::vector<plan::Plan> plans = {stack()};
  plan::Step& step = plans[0].activities[plan::ActivityId(0)].steps[0];
  const plan::Expression token = testing::text("token-1");
  const plan::Expression reference = testing::call_of("get_input", {"password"});
  const plan::Expression mixed = testing::call("concat", {testing::text("prefix-2"), reference});
  std::get<plan::Invoke>(step.action).inputs = {
      {"a", token, true}, {"b", reference, true}, {"c", mixed, true}, {"d", token, false}};
  step.undo = plan::Invoke{};
  step.undo.make().inputs = {{"e", testing::number(4711), true}};
  plans[0].inputs.push_back({"password", "string", false, plan::Expression{std::string("default-3")}, true, ""});
  plans[0].outputs.push_back({"url", "string", plan::Expression{std::string("output-4")}, "", true});
  const std::vector<std::string> secrets = mask_secrets(plans);
  EXPECT_EQ(secrets, (std::vector<std::string>{"4711", "default-3", "output-4", "prefix-2", "token-1"}));
  EXPECT_EQ(to_text(plans[0].outputs.back().value), "(secret)");
  const auto& inputs = std::get<plan::Invoke>(step.action).inputs;
  EXPECT_EQ(to_text(inputs[0].value), "(secret)");
  EXPECT_EQ(to_text(inputs[1].value), to_text(reference));
  EXPECT_EQ(to_text(inputs[2].value), "{\"$concat\":[\"(secret)\",{\"$get_input\":[\"password\"]}]}");
  EXPECT_EQ(to_text(inputs[3].value), "token-1");
  EXPECT_EQ(to_text(step.undo->inputs[0].value), "(secret)");
  EXPECT_EQ(to_text(*plans[0].inputs[0].default_value), "(secret)");
}

/// Wherever a step, or a failure, can have a value, it can be secret.
TEST(Secrets, AreMaskedInEveryKindOfStep) {
  std::vector<plan::Plan> plans = {stack()};
  plan::Activity& activity = plans[0].activities[plan::ActivityId(0)];
  std::size_t count = 0;
  const auto secret = [&] { return plan::Argument{"x", plan::Expression{"hunter-" + std::to_string(++count)}, true}; };
  plan::for_each_kind([&]<class Does>(plan::Kind<Does>) {
    Does does;
    plan::for_each_row<Does>([&](auto at) {
      auto& field = does.*decltype(at)::row.member;
      if constexpr (requires { field = std::vector<plan::Argument>(); }) field.push_back(secret());
      if constexpr (requires { field = std::optional<plan::Argument>(); }) field = secret();
    });
    activity.steps.push_back({"x", std::move(does)});
  });
  activity.on_failure.set = {secret()};
  EXPECT_NE(plan::to_json(plans[0]).find("hunter"), std::string::npos);
  EXPECT_EQ(mask_secrets(plans).size(), count);
  EXPECT_EQ(plan::to_json(plans[0]).find("hunter"), std::string::npos);
}

}  // namespace
}  // namespace planbuilder::review
