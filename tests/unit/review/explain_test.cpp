#include "planbuilder/review/explain.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/review/plans.h"

namespace planbuilder::review {
namespace {

TEST(Explain, SaysWhyAnActivityIsThereAndWhatIsAroundIt) {
  const plan::Plan plan = stack();
  EXPECT_EQ(to_text(plan, explain(plan, plan::ActivityId(3))),
            "app/provision  (service.yaml:3:5)\n"
            "  is in the plan because the service has the node 'app'\n"
            "  is filled by standard: create\n"
            "    app/provision/create  invoke\n"
            "  comes after 3 activities, directly:\n"
            "    db/provision\n"
            "      HostedOn: app needs db  (service.yaml:7:9)\n"
            "    web/provision\n"
            "      HostedOn: app needs web  (service.yaml:7:9)\n"
            "    vm/provision  (follows from others)\n"
            "      HostedOn: app needs vm  (service.yaml:7:9)\n"
            "  comes before nothing\n");
}

TEST(Explain, GivesTheShortestChainBetweenTwo) {
  plan::Plan plan = stack();
  std::erase_if(plan.edges, [](const plan::Edge& edge) { return edge.redundant; });
  const std::string expected =
      "vm/provision comes before app/provision, by 2 links\n"
      "  vm/provision before db/provision\n"
      "      HostedOn: db needs vm  (service.yaml:7:9)\n"
      "  db/provision before app/provision\n"
      "      HostedOn: app needs db  (service.yaml:7:9)\n";
  EXPECT_EQ(to_text(plan, explain(plan, plan::ActivityId(0), plan::ActivityId(3))), expected);
  // The other way round the answer is the same.
  EXPECT_EQ(to_text(plan, explain(plan, plan::ActivityId(3), plan::ActivityId(0))), expected);
}

TEST(Explain, SaysWhenTwoAreUnorderedAndWhatWouldOrderThem) {
  const plan::Plan plan = stack();
  EXPECT_EQ(to_text(plan, explain(plan, plan::ActivityId(1), plan::ActivityId(2))),
            "db/provision and web/provision are unordered: they may run at once\n"
            "  both wait for vm/provision\n"
            "  both are waited for by app/provision\n"
            "  a relationship that is target-first, such as HostedOn or DependsOn, from 'db' to 'web' would put 'web' first\n"
            "  and one from 'web' to 'db' would put 'db' first; so would an input of one that reads an attribute of the other "
            "(rule data)\n");
}

TEST(Explain, SaysTheSameInJson) {
  const plan::Plan plan = stack();
  const auto json = nlohmann::json::parse(to_json(plan, explain(plan, plan::ActivityId(0), plan::ActivityId(3))));
  EXPECT_TRUE(json["ordered"]);
  EXPECT_EQ(json["chain"].size(), 1u);
  EXPECT_EQ(json["chain"][0]["origins"][0]["at"]["line"], 7);
  const auto one = nlohmann::json::parse(to_json(plan, explain(plan, plan::ActivityId(0))));
  EXPECT_EQ(one["all_after"], 3);
  EXPECT_EQ(one["before"].size(), 0u);
}

TEST(Explain, SaysWhoseFailureIsWaitedFor) {
  plan::Plan plan = branching();
  plan.activities[plan::ActivityId(2)].failure = plan::Failure{plan::Failure::Policy::retry, 2};
  plan.activities[plan::ActivityId(2)].condition = plan::Expression{true};
  EXPECT_EQ(to_text(plan, explain(plan, plan::ActivityId(2))),
            "mend/provision  (service.yaml:3:5)\n"
            "  is in the plan because the service has the node 'mend'\n"
            "  is filled by standard: create\n"
            "    mend/provision/create  invoke\n"
            "  is done only if true\n"
            "  if it fails: it is tried again, up to 2 times\n"
            "  comes after 2 activities, directly:\n"
            "    a/provision  (when it failed: of the parts of the step try one is enough)\n"
            "      HostedOn: mend needs a  (service.yaml:7:9)\n"
            "    b/provision  (when it failed: of the parts of the step try one is enough)\n"
            "      HostedOn: mend needs b  (service.yaml:7:9)\n"
            "  comes before nothing\n");
  const auto json = nlohmann::json::parse(to_json(plan, explain(plan, plan::ActivityId(0))));
  EXPECT_EQ(json["after"][0]["failure_of"], "try");
  EXPECT_FALSE(json["after"][1].contains("failure_of"));
}

}  // namespace
}  // namespace planbuilder::review
