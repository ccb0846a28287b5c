// Kinds of plans that a file adds: what is read, and what is said of files that make no sense.
#include "planbuilder/plan_kinds/read_kinds.h"

#include <gtest/gtest.h>

#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder {

namespace {

struct OwnKinds {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<PlanKinds> table;

  explicit OwnKinds(const std::string& text) { table = PlanKinds::read(sources, sources.add("own.txt", text), diagnostics); }

  [[nodiscard]] std::string problems() const {
    EXPECT_EQ(table.has_value(), !diagnostics.has_errors());
    std::string out;
    for (const Diagnostic& item : diagnostics.in_file_order())
      out += std::to_string(item.at.line) + ":" + std::to_string(item.at.column) + " " + item.summary + "\n";
    return out;
  }
};

TEST(ReadKinds, AFileAddsKindsThatCallOperations) {
  const OwnKinds own(
      "# ours\n"
      "kind: drain\r\n"
      "aliases: empty, calm\n"
      "does: Takes the load away\n"
      "about: service\n"
      "given: if-implemented\n"
      "calls: Balance.drain, *.drain\n"
      "  calls-of-relationships: my.Link.pause\n"
      "order: sources-first\n"
      "from: started\n"
      "during: draining\n"
      "then: drained pending\n"
      "calls: *.verify\n"
      "failure: noted\n");
  ASSERT_EQ(own.problems(), "");
  const PlanKind* drain = own.table->find("calm");
  ASSERT_NE(drain, nullptr);
  EXPECT_EQ((*drain)->name, "drain");
  EXPECT_EQ((*drain)->operation, "initiate");
  EXPECT_TRUE((*drain)->given == Given::if_implemented);
  ASSERT_EQ((*drain)->phases.size(), 2U);
  const Phase& first = (*drain)->phases[0];
  ASSERT_EQ(first.of_nodes.size(), 2U);
  EXPECT_EQ(first.of_nodes[0].interface, "Balance");
  EXPECT_EQ(first.of_nodes[1].interface, "*");
  EXPECT_EQ(first.of_nodes[1].operation, "drain");
  EXPECT_EQ(first.of_relationships.at(0).interface, "my.Link");
  EXPECT_TRUE(first.order == CallOrder::sources_first);
  EXPECT_EQ(first.from, std::vector<std::string>{"started"});
  EXPECT_EQ(first.during + " " + first.state + " " + first.status, "draining drained pending");
  EXPECT_FALSE(first.notes_failure);
  EXPECT_TRUE((*drain)->phases[1].notes_failure);
  EXPECT_TRUE(own.table->usual() == PlanKind());  // the shipped ones are the same
  EXPECT_EQ(PlanKinds::shipped().find("drain"), nullptr);
}

TEST(ReadKinds, ARowTakesThePlaceOfAShippedOneThatCallsOperations) {
  const OwnKinds own("kind: backup\ndoes: Saves\nabout: service\ncalls: Vault.save\n");
  ASSERT_EQ(own.problems(), "");
  EXPECT_EQ((*own.table->find("backup"))->phases.at(0).of_nodes.at(0).interface, "Vault");
  EXPECT_EQ(own.table->words(), PlanKinds::shipped().words());
}

TEST(ReadKinds, WhatMakesNoSenseIsSaidAtItsPlace) {
  const std::string good = "does: Does\nabout: service\ncalls: *.a\n";
  const std::pair<std::string, std::string> cases[] = {
      {"does: Something\n", "1:1 a kind begins with a line 'kind: NAME'\n"},
      {"kind: x\n" + good + "nonsense\n", "5:1 a line is a keyname, a colon and a value\n"},
      {"kind: x\n" + good + "order:\n", "5:1 'order' has no value\n"},
      {"kind: x\n" + good + "ordr: any\n", "5:1 a kind of plan has no 'ordr' (did you mean 'order'?)\n"},
      {"kind: x\n" + good + "order: bild\n",
       "5:8 'bild' is none of build, terminate, sources-first, targets-first, any (did you mean 'build'?)\n"},
      {"kind: x\n" + good + "order: any\norder: any\n", "6:1 'order' is there already\n"},
      {"kind: x\n" + good + "then: stopped fine\n", "5:15 'fine' is no status\n"},
      {"kind: x\n" + good + "from: started, Not\n", "5:16 'Not' is no word of small letters, digits and hyphens\n"},
      {"kind: A b\n" + good, "1:7 'A b' is no word of small letters, digits and hyphens\n"},
      {"kind: x\ndoes: Does\nabout: service\ncalls: *.a, b\n",
       "4:13 'b' is no operation: INTERFACE.OPERATION or *.OPERATION is wanted\n"},
      {"kind: x\ndoes: Does\nabout: service\norder: any\n",
       "1:7 the kind 'x' has no 'calls'\n4:1 'order' says how operations are called: a line 'calls' comes first\n"},
      {"kind: x\n",
       "1:7 the kind 'x' has no 'does'\n1:7 the kind 'x' has no 'about'\n"
       "1:7 the kind 'x' must be about the service and have no direction: it calls operations of what is there\n"},
      {"kind: x\ndirection: build\n" + good,
       "1:7 the kind 'x' must be about the service and have no direction: it calls operations of what is there\n"},
      {"kind: build\n" + good, "1:7 the kind 'build' does more than call operations: no other can take its place\n"},
      {"kind: run\n" + good, "1:7 the kind 'run' does more than call operations: no other can take its place\n"},
      {"kind: x\naliases: undeploy\n" + good, "1:7 'undeploy' is a word for the kind 'terminate' already\n"},
      {"kind: x\n" + good + "kind: x\n" + good, "5:7 there is a kind 'x' already\n"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(OwnKinds(text).problems(), expected) << text;
}

}  // namespace

}  // namespace planbuilder
