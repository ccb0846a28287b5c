#include "planbuilder/review/picture.h"

#include <gtest/gtest.h>

#include "planbuilder/plan/waves.h"
#include "planbuilder/review/dot.h"
#include "planbuilder/review/equal_parts.h"
#include "planbuilder/review/mermaid.h"
#include "planbuilder/review/svg.h"
#include "tests/unit/review/plans.h"

namespace planbuilder::review {
namespace {

std::string words(const Picture& picture) {
  std::string out;
  for (const Picture::Box& box : picture.boxes) out += (box.count > 1 ? std::to_string(box.count) + "x" : "") + box.id + " ";
  out += "|";
  for (const Picture::Arrow& arrow : picture.arrows)
    out += " " + std::to_string(arrow.from) + (arrow.redundant ? "~" : "-") + std::to_string(arrow.to);
  return out;
}

TEST(Picture, ShowsWhatATargetMustExpress) {
  EXPECT_EQ(words(draw(stack(), {})), "vm/provision db/provision web/provision app/provision | 0-1 0-2 1-3 2-3");
}

TEST(Picture, ShowsAllEdgesWhenAsked) {
  PictureOptions options;
  options.full = true;
  EXPECT_EQ(words(draw(stack(), options)), "vm/provision db/provision web/provision app/provision | 0-1 0-2 0~3 1-3 2-3");
}

TEST(Picture, ShowsOnlyWhatIsNearTheFocus) {
  PictureOptions options;
  options.focus = plan::ActivityId(0);
  options.depth = 1;
  const Picture picture = draw(stack(), options);
  EXPECT_EQ(words(picture), "vm/provision db/provision web/provision | 0-1 0-2");
  EXPECT_TRUE(picture.boxes[0].in_focus);
  EXPECT_EQ(picture.remark, "3 activities of 4 around vm/provision");
}

TEST(Picture, GroupsByTheMachineBelow) {
  const Picture picture = draw(stack(), {});
  ASSERT_EQ(picture.groups.size(), 1u);
  EXPECT_EQ(picture.groups[0].machine, "vm");
  EXPECT_EQ(picture.groups[0].boxes.size(), 4u);
}

TEST(Picture, SurvivesAStackThatLeadsBackToItself) {
  plan::Plan plan;
  add_node(plan, "a", "b");
  add_node(plan, "b", "a");
  EXPECT_EQ(draw(plan, {}).boxes.size(), 2u);
}

TEST(Picture, DrawsEqualPartsOnce) {
  plan::Plan plan;
  const auto cloud = add_node(plan, "cloud");
  for (int i = 0; i < 5; ++i) {
    const auto vm = add_node(plan, "vm" + std::to_string(i), "cloud");
    const auto app = add_node(plan, "app" + std::to_string(i), "vm" + std::to_string(i), i == 4 ? "other" : "create");
    add_edge(plan, cloud, vm);
    add_edge(plan, vm, app);
  }
  PictureOptions options;
  options.collapse = true;
  // The vm below the other app is not like the four.
  EXPECT_EQ(words(draw(plan, options)),
            "cloud/provision 4xvm0/provision 4xapp0/provision vm4/provision app4/provision | 0-1 0-3 1-2 3-4");
}

TEST(Picture, CollapsesACrowdWithoutBeingAsked) {
  plan::Plan plan;
  const auto hub = add_node(plan, "hub");
  for (std::size_t i = 0; i < crowded; ++i) add_edge(plan, hub, add_node(plan, "n" + std::to_string(i)));
  EXPECT_EQ(draw(plan, {}).boxes.size(), 2u);
  PictureOptions expanded;
  expanded.collapse = false;
  EXPECT_EQ(draw(plan, expanded).boxes.size(), crowded + 1);
}

TEST(EqualParts, AreInOneWaveSoThatThePictureHasNoCycle) {
  plan::Plan plan;  // a chain of equal activities: none of them may be merged
  plan::ActivityId before = add_node(plan, "n0");
  for (int i = 1; i < 50; ++i) {
    const auto next = add_node(plan, "n" + std::to_string(i));
    add_edge(plan, before, next);
    before = next;
  }
  PictureOptions options;
  options.collapse = true;
  EXPECT_EQ(draw(plan, options).boxes.size(), 50u);
}

TEST(CriticalPath, IsALongestChain) {
  std::string path;
  const plan::Plan plan = stack();
  for (const plan::ActivityId id : critical_path(plan)) path += plan.activities[id].id + " ";
  EXPECT_EQ(path, "vm/provision db/provision app/provision ");
}

TEST(Dot, IsWhatGraphvizReads) {
  plan::Plan plan;
  plan.name = "build";
  plan.service.name = "s";
  const auto a = add_node(plan, "a");
  add_edge(plan, a, add_node(plan, "b", "a"));
  EXPECT_EQ(to_dot(draw(plan, {})),
            "digraph plan {\n"
            "  label=\"build plan of s\";\n"
            "  labelloc=t;\n"
            "  rankdir=TB;\n"
            "  fontname=\"sans-serif\";\n"
            "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"sans-serif\", fontsize=11];\n"
            "  edge [color=\"#555555\"];\n"
            "  subgraph cluster_0 {\n"
            "    label=\"a\";\n"
            "    color=\"#aaaaaa\";\n"
            "    a0 [label=\"a/provision\\ncreate\", tooltip=\"a/provision\", penwidth=2];\n"
            "    a1 [label=\"b/provision\\ncreate\", tooltip=\"b/provision\", penwidth=2];\n"
            "  }\n"
            "  a0 -> a1 [tooltip=\"b needs a\", penwidth=2, color=black];\n"
            "}\n");
}

TEST(Dot, AModelCannotLeaveItsLabel) {
  plan::Plan plan;
  add_node(plan, "x\"; evil [label=\"\\N\n");
  const std::string dot = to_dot(draw(plan, {}));
  EXPECT_NE(dot.find("label=\"x\\\"; evil [label=\\\"\\\\N␊/provision\\ncreate\""), std::string::npos) << dot;
  EXPECT_TRUE(to_svg(draw(plan, {})).has_value());
}

TEST(Svg, HasTheActivitiesAndTheirGroup) {
  const auto svg = to_svg(draw(stack(), {}));
  ASSERT_TRUE(svg.has_value());
  EXPECT_NE(svg->find("<svg"), std::string::npos);
  EXPECT_NE(svg->find(">app/provision<"), std::string::npos);
  EXPECT_NE(svg->find(">vm<"), std::string::npos);
  EXPECT_EQ(svg, to_svg(draw(stack(), {})));
}

TEST(Mermaid, EscapesWhatItWouldRead) {
  plan::Plan plan;
  plan.name = "build";
  plan.service.name = "s";
  const auto hostile = add_node(plan, "a<b>\"#`");
  add_edge(plan, hostile, add_node(plan, "c"));
  EXPECT_EQ(to_mermaid(draw(plan, {})),
            "---\n"
            "title: \"build plan of s\"\n"
            "---\n"
            "flowchart TB\n"
            "  a0[\"a#lt;b#gt;#quot;#35;#96;/provision\"]\n"
            "  a1[\"c/provision\"]\n"
            "  a0 --> a1\n");
}

TEST(Picture, ShowsWhoseFailureIsWaitedFor) {
  const std::string dot = to_dot(draw(branching(), {}));
  EXPECT_NE(dot.find(R"(a0 -> a2 [tooltip="mend needs a", style=dashed, fontsize=10, label="try failed")"), std::string::npos)
      << dot;
  EXPECT_EQ(dot.find("constraint=false"), std::string::npos);
  const std::string mermaid = to_mermaid(draw(branching(), {})).value_or("");
  EXPECT_NE(mermaid.find("  a1 -. \"try failed\" .-> a2\n  a1 --> a3\n"), std::string::npos) << mermaid;
}

TEST(EqualParts, DifferByWhatTheyWaitFor) {
  const std::vector<std::size_t> parts = equal_parts(branching());
  EXPECT_EQ(parts[0], parts[1]);
  EXPECT_NE(parts[2], parts[3]);
}

TEST(Mermaid, RefusesWhatItWouldNotDraw) {
  plan::Plan plan;
  const auto hub = add_node(plan, "hub");
  for (int i = 0; i < 501; ++i) add_edge(plan, hub, add_node(plan, "n" + std::to_string(i)));
  EXPECT_EQ(to_mermaid(draw(plan, {})), std::nullopt);
}

}  // namespace
}  // namespace planbuilder::review
