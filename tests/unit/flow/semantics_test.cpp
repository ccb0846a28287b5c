#include "planbuilder/flow/semantics.h"

#include <gtest/gtest.h>

#include "planbuilder/support/render_diagnostics.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::flow {
namespace {

std::string problems(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("own.tsv", text);
  const bool read = Semantics::read(sources, file, diagnostics).has_value();
  EXPECT_EQ(read, !diagnostics.has_errors());
  std::string out;
  for (const Diagnostic& item : diagnostics.in_file_order())
    out += std::to_string(item.at.line) + ":" + std::to_string(item.at.column) + " " + item.summary + "\n";
  return out;
}

const Rule* rule_of(const Semantics& semantics, const std::string& type, const std::string& parent = "") {
  static tosca::Topology topology;
  tosca::Type base;
  base.name = parent;
  tosca::Type own;
  own.name = type;
  if (!parent.empty()) own.parent = topology.types.add(base);
  return semantics.find(topology, topology.types.add(own));
}

TEST(Semantics, KnowTheBaseTypesOfAllLanguages) {
  const Semantics& shipped = Semantics::shipped();
  for (const char* type : {"tosca.relationships.HostedOn", "HostedOn", "tosca.relationships.DependsOn",
                           "{http://docs.oasis-open.org/tosca/ns/2011/12/ToscaBaseTypes}HostedOn"}) {
    const Rule* rule = rule_of(shipped, type);
    ASSERT_NE(rule, nullptr) << type;
    EXPECT_EQ(rule->order(kinds::build), Order::target_first);
    EXPECT_EQ(rule->order(kinds::terminate), Order::source_first);
  }
  EXPECT_EQ(rule_of(shipped, "tosca.relationships.ConnectsTo")->order(kinds::scale_in), Order::relationship_first);
  EXPECT_EQ(rule_of(shipped, "Unheard"), nullptr);
}

TEST(Semantics, TakeTheRuleOfTheNearestAncestor) {
  EXPECT_EQ(rule_of(Semantics::shipped(), "Own", "tosca.relationships.ConnectsTo")->name(), "ConnectsTo");
}

TEST(Semantics, OfAFileAddToTheShippedOnesAndReplaceThem) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("own.tsv",
                                  "# what we use\n"
                                  "my.FeedsInto\tsource-first\n"
                                  "tosca.relationships.HostedOn\tends-first\trelationship-first\ttarget-first\tsource-first\r\n");
  const auto own = Semantics::read(sources, file, diagnostics);
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(rule_of(*own, "my.FeedsInto")->order(kinds::build), Order::source_first);
  EXPECT_EQ(rule_of(*own, "my.FeedsInto")->order(kinds::terminate), Order::target_first);  // the reverse
  EXPECT_EQ(rule_of(*own, "tosca.relationships.HostedOn")->order(kinds::build), Order::ends_first);
  EXPECT_EQ(rule_of(*own, "tosca.relationships.HostedOn")->order(kinds::scale_out), Order::target_first);
  EXPECT_EQ(rule_of(*own, "tosca.relationships.ConnectsTo")->order(kinds::build), Order::ends_first);
}

TEST(Semantics, ThatMakeNoSenseAreReportedAtTheirPlaces) {
  EXPECT_EQ(problems("a\ttarget-frist\n"), "1:3 'target-frist' is no order (did you mean 'target-first'?)\n");
  EXPECT_EQ(problems("a\n"),
            "1:1 a row is a type and its orders for build, terminate, scale-out and scale-in, separated by tabs\n");
  EXPECT_EQ(problems("a\ttarget-first\n\n#\na\tends-first\n"), "4:1 there is a row for 'a' already\n");
  EXPECT_EQ(problems(""), "");
}

}  // namespace
}  // namespace planbuilder::flow
