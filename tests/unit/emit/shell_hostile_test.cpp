// Names and values that would be code if they were not quoted: they arrive as they are, and nothing else happens.
#include <gtest/gtest.h>

#include <filesystem>

#include "planbuilder/emit/template/shell_text.h"
#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts{"it's",       "\"double\"",
                                              "$(touch x)", "`touch x`",
                                              "${HOME}",    "line\nline\n\n",
                                              "-n",         "-e \\n",
                                              "*",          "?[a]",
                                              "~",          "a b  c",
                                              "\t tab \t",  "\\",
                                              "trailing\\", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80",
                                              "\xff\xfe",   ";touch x;",
                                              "|touch x",   "&",
                                              "#x",         "!x",
                                              "<<EOF",      ">x",
                                              "a=b",        "=",
                                              "%s%n",       "a[$(touch x)]",
                                              "]",          "@",
                                              "..",         "a/../b",
                                              "\r\n",       "\x1b[31m",
                                              "{a,b}",      "'",
                                              "''",         "<% x %>",
                                              "<{ x }>",    "<# x #>",
                                              "}",          "\nrm x\n",
                                              "#{x}",       "$'x'",
                                              "--",         "1",
                                              "x\x7f"};
  return texts;
}

/// Copies the environment variable `value` and the name of its instance to files numbered by `number`.
constexpr const char* copy_script = R"(printf '%s' "$value" >"$TRACE.$number"
printf '%s' "$PLANBUILDER_ENTITY" >"$TRACE.entity.$number"
printf 'out=%s\n' "$number" >>"$PLANBUILDER_OUTPUTS"
printf 'block<<X\n%s\nX\n' "$value" >>"$PLANBUILDER_OUTPUTS"
)";

/// Every text is the name of a node, of an input, of a property, and their value.
plan::Plan hostile_plan() {
  plan::Plan plan = new_plan("build", "build");
  plan.service.name = "$(touch x)\n`touch x`'";
  for (std::size_t i = 0; i < hostile_texts().size(); ++i) {
    const std::string& hostile = hostile_texts()[i];
    plan.inputs.push_back({hostile, hostile, true, text(hostile), i % 2 == 0, hostile});
    plan::Activity& activity = add_activity(plan, hostile, "provision");
    add_step(activity, "record",
             plan::Record{plan::Record::What::create, {{hostile, call_of("get_input", {hostile}), false}}, {}, "", ""});
    plan::Invoke copy = invoke("create", "it's $(x)/copy.sh",
                               {{"value", call_of("get_property", {"node", hostile, hostile}), false},
                                {"number", plan::Expression{static_cast<std::int64_t>(i)}, false},
                                {hostile, text(hostile), false}});
    copy.interface = hostile;
    copy.outputs = {{"block", {plan::Entity::Kind::node, hostile}, hostile}};
    add_step(activity, hostile, copy);
    add_step(activity, "state", plan::SetState{hostile});
    plan.outputs.push_back({hostile, "", call_of("get_attribute", {"node", hostile, hostile}), ""});
  }
  for (std::size_t i = 1; i < hostile_texts().size(); ++i) {
    plan.edges.push_back({plan::ActivityId(i / 2), plan::ActivityId(i), false, {}});
  }
  return plan;
}

TEST(ShellHostile, ValuesArriveByteForByte) {
  const Workbench bench;
  bench.script("it's $(x)/copy.sh", copy_script);
  bench.install(hostile_plan());
  const Result result = bench.run("build");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (std::size_t i = 0; i < hostile_texts().size(); ++i) {
    EXPECT_EQ(read_file(bench.folder() / ("trace." + std::to_string(i))), hostile_texts()[i]);
    EXPECT_EQ(read_file(bench.folder() / ("trace.entity." + std::to_string(i))), hostile_texts()[i]);
  }
  EXPECT_EQ(bench.state("instances/nodes/%2E./1/state"), "..");
  EXPECT_EQ(bench.state("instances/nodes/line%0Aline%0A%0A/1/attribute.line%0Aline%0A%0A"), "line\nline\n\n");
  EXPECT_EQ(bench.state("runs/1/outputs/-n"), "-n");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(bench.folder().path())) {
    EXPECT_NE(entry.path().filename(), "x") << entry.path();
  }
}

TEST(ShellHostile, OtherCommandsBearIt) {
  const Workbench bench;
  bench.script("it's $(x)/copy.sh", copy_script);
  bench.install(hostile_plan());
  for (const char* option : {"--dry-run", "--list", "--help", "status"}) {
    const Result result = bench.run("build", {option});
    EXPECT_EQ(result.exit_code, 0) << option << result.err;
    EXPECT_EQ(result.err, "") << option;
  }
  EXPECT_FALSE(bench.has_state(""));
  EXPECT_EQ(bench.folder().listing(), "build\nfiles\n");
}

TEST(ShellHostile, InputsNeverReplaceVariablesThatSteerPrograms) {
  plan::Plan plan = new_plan("build", "build");
  add_provision(plan, "a", "show.sh",
                {{"PATH", text("/nowhere"), false},
                 {"BASH_ENV", text("/nowhere"), false},
                 {"LD_PRELOAD", text("/nowhere"), false},
                 {"IFS", text("x"), false},
                 {"pb_environment", text("mine"), false},
                 {"assignment", text("kept"), false},
                 {"status", text("also kept"), false},
                 {"numbers", text("array"), false}});
  Workbench bench;
  bench.script("show.sh", "env | grep -E '^(INPUT_|assignment|status|numbers)' | LC_ALL=C sort >\"$TRACE\"\n");
  bench.install(plan);
  const Result result = bench.run("build");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.trace(),
            "INPUT_BASH_5FENV=/nowhere\nINPUT_IFS=x\nINPUT_LD_5FPRELOAD=/nowhere\nINPUT_PATH=/nowhere\n"
            "INPUT_pb_5Fenvironment=mine\nassignment=kept\nnumbers=array\nstatus=also kept\n");
}

TEST(ShellHostile, LargeValuesComeAsFiles) {
  plan::Plan plan = new_plan("build", "build");
  const std::string large(300000, 'x');
  add_provision(plan, "a", "show.sh", {{"big", text(large), false}, {"small", text("s"), false}});
  Workbench bench;
  bench.script("show.sh", "printf '%s %s %s' \"$small\" \"${big-none}\" \"$(wc -c <\"$big_FILE\")\" >\"$TRACE\"\n");
  bench.install(plan);
  ASSERT_EQ(bench.run("build").exit_code, 0);
  EXPECT_EQ(bench.trace(), "s none 300000");
}

TEST(ShellHostile, ScriptsAreClean) {
  if (testing::run({"shellcheck", "--version"}).exit_code != 0) GTEST_SKIP() << "shellcheck is not installed";
  plan::Plan ordinary = new_plan("build-ordinary", "build");
  add_provision(ordinary, "a", "a.py", {{"URL", call("concat", {text("http://"), call_of("get_input", {"host"})}), true}});
  ordinary.guard = call("and", {call("equal", {call_of("get_attribute", {"node", "it's a", "state"}), text("up")}),
                                call("equal", {call_of("get_input", {"host"}), text("$(x)")})});
  add_provision(ordinary, "b", "a.py").failure = plan::Failure{plan::Failure::Policy::retry, 2};
  add_failure_edge(ordinary, "a/provision", "b/provision", "it's $(a) step");
  plan::Plan empty = new_plan("terminate", "terminate");
  const Workbench bench;
  std::vector<std::string> files{bench.folder() / "terminate/shell/runtime.sh"};  // the same for all
  for (const plan::Plan& plan : {hostile_plan(), ordinary, empty}) {
    bench.install(plan);
    files.push_back(bench.command(plan.name).front());
  }
  for (const std::string& file : files) {
    const Result checked = testing::run({"shellcheck", file});
    EXPECT_EQ(checked.exit_code, 0) << checked.out;
    EXPECT_EQ(testing::run({"bash", "-n", file}).err, "");
  }
}

}  // namespace

}  // namespace planbuilder::testing
