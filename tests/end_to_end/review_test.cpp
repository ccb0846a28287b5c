// What a reviewer asks the binary: pictures of plans, and why things are in their order.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

const std::string yaml_figures = samples + "/figures/yaml-1.3";

TEST(Explain, SaysWhyOneComesBeforeTheOther) {
  const Result result = planbuilder({"explain", yaml_figures, "DBMS", "DB"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "DBMS/provision comes before DB/provision, by 2 links\n"
            "  DBMS/provision before DB_on_DBMS/provision\n"
            "      HostedOn: 'DB' HostedOn 'DBMS': what it leads to comes first  (figures.yaml:143:11)\n"
            "  DB_on_DBMS/provision before DB/provision\n"
            "      HostedOn: 'DB' HostedOn 'DBMS': what needs it comes after  (figures.yaml:143:11)\n");
}

TEST(Explain, KnowsTheActivitiesOfEachKind) {
  const Result unknown = planbuilder({"explain", yaml_figures, "--kind", "terminate", "DBMSS"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_EQ(unknown.err, "error[unknown-name]: the terminate plan has no activity 'DBMSS' (did you mean 'DBMS'?)\n");
  const Result json = planbuilder({"explain", yaml_figures, "--kind", "scale-out", "App", "VM", "--json"});
  EXPECT_EQ(json.exit_code, 0) << json.err;
  EXPECT_FALSE(nlohmann::json::parse(json.out)["ordered"]);
}

TEST(Explain, SaysWhatSetsAPlanOff) {
  const std::string recovery = samples + "/recovery";
  const Result why = planbuilder({"explain", recovery, "--workflow", "failure_recovery"});
  EXPECT_EQ(why.exit_code, 0) << why.err;
  EXPECT_TRUE(why.out.starts_with("the plan workflow-failure_recovery is set off by 1 trigger\n  recover.")) << why.out;
  EXPECT_NE(why.out.find("    when store tells StayingAlive.failure_report, or shop tells StayingAlive.failure_report\n"
                         "    if failure_level of store > 0, or failure_level of shop > 0\n"),
            std::string::npos)
      << why.out;
  const Result build = planbuilder({"explain", recovery});
  EXPECT_EQ(build.out, "the plan build is set off by nothing in the model: somebody runs it\n") << build.err;
  const Result json = planbuilder({"explain", recovery, "--workflow", "failure_recovery", "--json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["set_off_by"][0]["at"]["file"], "recovery.yaml") << json.err;
}

TEST(Pictures, AreDrawnInEachFormat) {
  EXPECT_TRUE(planbuilder({"plan", yaml_figures, "--format", "dot"}).out.starts_with("digraph plan {"));
  EXPECT_NE(planbuilder({"plan", yaml_figures, "--format", "mermaid"}).out.find("flowchart TB"), std::string::npos);
  const Result svg = planbuilder({"plan", yaml_figures, "--format", "svg", "--full"});
  EXPECT_EQ(svg.exit_code, 0) << svg.err;
  EXPECT_NE(svg.out.find("</svg>"), std::string::npos);
  const Result near = planbuilder({"plan", yaml_figures, "--format", "dot", "--focus", "VM", "--depth", "1"});
  EXPECT_EQ(near.out.find("App/provision"), std::string::npos);
  EXPECT_NE(near.out.find("DBMS_on_VM/provision"), std::string::npos);
}

TEST(Plan, OfAPartAndByRulesOfOnesOwn) {
  const Result part = planbuilder({"plan", yaml_figures, "--only", "DB", "--with-dependencies", "--json"});
  EXPECT_EQ(part.exit_code, 0) << part.err;
  EXPECT_EQ(nlohmann::json::parse(part.out)["activities"].size(), 5u);
  const Result wrong = planbuilder({"plan", yaml_figures, "--only", "DBB"});
  EXPECT_EQ(wrong.err, "error[unknown-name]: there is no node 'DBB' (did you mean 'DB'?)\n");

  const Folder folder;
  folder.write("own.tsv", "tosca.relationships.HostedOn\tends-first\n");
  const Result own = planbuilder({"explain", yaml_figures, "--semantics", folder / "own.tsv", "DBMS", "DB"});
  EXPECT_EQ(own.exit_code, 0) << own.err;
  EXPECT_TRUE(own.out.starts_with("DBMS/provision and DB/provision are unordered")) << own.out;
  folder.write("bad.tsv", "tosca.relationships.HostedOn\tfirst\n");
  const Result bad = planbuilder({"validate", yaml_figures, "--semantics", folder / "bad.tsv"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.err.find("bad.tsv:1:30: error[bad-semantics]: 'first' is no order"), std::string::npos) << bad.err;
}

}  // namespace
}  // namespace planbuilder::testing
