// Files that plans use, compared by their digests.
#include <gtest/gtest.h>

#include "planbuilder/diff/write.h"
#include "tests/unit/diff/plans.h"

namespace planbuilder::diff {
namespace {

plan::UsedFile file(const std::string& path, char digit, std::uint64_t size = 5) { return {path, std::string(64, digit), size}; }

/// A plan whose only step runs a script, and one more that transfers a folder.
plan::Plan plan_with(std::vector<plan::UsedFile> files) {
  plan::Plan plan = plan_of({"a"}, {});
  plan::Invoke invoke;
  invoke.artifact.file = "run.sh";
  plan::Activity& activity = plan.activities[plan::ActivityId(0)];
  activity.steps = {{"a/provision/create", invoke}, {"a/provision/transfer", plan::Transfer{"data", "", "to"}}};
  plan.files = std::move(files);
  return plan;
}

TEST(Files, AnotherContentIsADifference) {
  const plan::Plan before = plan_with({{"data/"}, file("data/one", '1'), file("run.sh", '1')});
  const plan::Plan after = plan_with({{"data/"}, file("data/two", '1'), file("run.sh", '2', 7)});
  EXPECT_TRUE(compare({before}, {before}).empty());
  const Contents was = [](const std::string&) { return std::optional<std::string>("#!/bin/sh\n"); };
  const Contents is = [](const std::string&) { return std::optional<std::string>("#!/bin/sh\nevil\n"); };
  const Difference difference = compare({before}, {after}, {.before = was, .after = is});
  EXPECT_EQ(to_text(difference, false),
            "files: 3 files differ\n"
            "    - data/one\n"
            "        used by build: a/provision/transfer\n"
            "        5 bytes, sha256 111111111111\n"
            "    + data/two\n"
            "        used by build: a/provision/transfer\n"
            "        5 bytes, sha256 111111111111\n"
            "    ~ run.sh\n"
            "        used by build: a/provision/create\n"
            "        + 2: evil\n");
  EXPECT_NE(to_mermaid(difference)->find("a/provision\"]:::changed"), std::string::npos) << *to_mermaid(difference);
  EXPECT_NE(to_html(difference).find("<p class=\"added d2\">+ 2: evil</p>"), std::string::npos);
  EXPECT_NE(to_text(compare({before}, {after}), false).find("5 bytes, sha256 111111111111 -> 7 bytes, sha256 222222222222"),
            std::string::npos);
}

TEST(Files, OneThatWasNotThereIsADifference) {
  const Difference difference = compare({plan_with({{"run.sh"}})}, {plan_with({file("run.sh", '1')})});
  EXPECT_NE(to_text(difference, false).find("not there -> 5 bytes, sha256 111111111111"), std::string::npos);
  EXPECT_TRUE(compare({plan_with({{"run.sh"}})}, {plan_with({{"run.sh"}})}).empty());
}

TEST(Files, ThatOneSideDoesNotKnowAreNotCompared) {
  const Difference difference = compare({plan_with({})}, {plan_with({file("run.sh", '1')})});
  EXPECT_TRUE(difference.empty());
  EXPECT_EQ(to_text(difference, false), "no differences\nnot compared: 1 file, whose content only one side has\n");
  EXPECT_EQ(to_text(compare({plan_with({})}, {plan_with({{"run.sh"}})}), false), "no differences\n");
}

}  // namespace
}  // namespace planbuilder::diff
