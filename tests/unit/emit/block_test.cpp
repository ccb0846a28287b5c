#include "planbuilder/emit/template/block.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/emit/template/fields.h"
#include "planbuilder/emit/template/shape.h"
#include "planbuilder/emit/template/template_engine.h"

namespace planbuilder::emit {

namespace {

Block filled(const Shape& shape, std::vector<Filling> fillings) { return shape.fill(fillings); }

TEST(Block, IsNothingUntilItHasLines) {
  EXPECT_TRUE(Block().empty());
  EXPECT_TRUE((Block() + Block()).empty());
  EXPECT_TRUE(filled(Shape("\n"), {}).empty());
  EXPECT_FALSE(Block("<a/>").empty());
}

TEST(Block, BlocksStandBelowOneAnother) {
  Block block;
  block += Block("<a/>");
  block += Block();
  block += Block("<b/>") + Block("<c/>");
  EXPECT_EQ(block.text(), "<a/>\n<b/>\n<c/>\n");
}

TEST(Block, MovesLinesToWhereTheyStand) {
  const Shape outer("<a>\n  " + block_mark(0) + "\n\n</a>\n");
  const Shape inner("<b>\n\n  <c x=\"" + text_mark(0) + "\"/>\n" + text_mark(1) + "\n</b>\n");
  Block one = filled(inner, {{"1", nullptr}, {"text", nullptr}});
  Block two = filled(outer, {{{}, &one}});
  EXPECT_EQ(two.text(), "<a>\n  <b>\n\n    <c x=\"1\"/>\n  text\n  </b>\n\n</a>\n");
  EXPECT_EQ(filled(outer, {{{}, &two}}).text(),
            "<a>\n  <a>\n    <b>\n\n      <c x=\"1\"/>\n    text\n    </b>\n\n  </a>\n\n</a>\n");
}

TEST(Block, KnowsWhichLinesArePartsOfThePlan) {
  const Shape outer("<a>\n  " + block_mark(0) + "\n</a>\n");
  const Shape last("<d>\n</d>\n");  // blocks refer to their shapes
  Block inner = Block("<b/>").stands_for({plan::ActivityId(7), 2});
  inner += Block("<c/>");
  inner += filled(last, {}).stands_for({plan::ActivityId(8)});
  Block whole = filled(outer, {{{}, &inner}});
  whole.stands_for({plan::ActivityId(7)});
  std::vector<PlanLines> lines;
  EXPECT_EQ(whole.text(&lines), "<a>\n  <b/>\n  <c/>\n  <d>\n  </d>\n</a>\n");
  std::vector<std::vector<std::size_t>> found;
  for (const PlanLines& each : lines) found.push_back({each.part.activity.index(), each.part.step, each.first, each.last});
  EXPECT_EQ(found, (std::vector<std::vector<std::size_t>>{{7, 0, 1, 6}, {7, 2, 2, 2}, {8, 0, 4, 5}}));
}

TEST(Shape, EscapesWhatTheTemplateEscaped) {
  const std::string mark = text_mark(0);
  std::string escaped = mark;
  escaped.replace(escaped.find('<'), 1, "&lt;");
  EXPECT_EQ(filled(Shape("<a b='" + mark + "'>" + escaped + "</a>"), {{"<&>", nullptr}}).text(),
            "<a b='<&>'>&lt;&amp;&gt;</a>\n");
}

TEST(Shape, TextsMayLookLikeMarks) {
  const std::string hostile = text_mark(0) + block_mark(1);
  EXPECT_EQ(filled(Shape(text_mark(1) + "|" + text_mark(0)), {{hostile, nullptr}, {"x", nullptr}}).text(), "x|" + hostile + "\n");
}

TEST(Shape, BlocksNeedLinesForThemselves) {
  EXPECT_THROW(Shape("<a>" + block_mark(0) + "\n"), std::logic_error);
  EXPECT_THROW(Shape(block_mark(0) + "</a>\n"), std::logic_error);
  EXPECT_THROW(Shape(text_mark(0) + "  " + block_mark(1) + "\n"), std::logic_error);
}

TEST(TemplateEngine, MakesOneBlockOfManyFields) {
  TemplateEngine engine;
  const std::vector<std::string_view> targets{"a", "b"};
  const auto links = [&](std::vector<std::string_view> sources) {
    return engine
        .block("bpel/links.bpel.inja", {{"targets", targets},
                                        {"join", std::string_view()},
                                        {"sources", std::move(sources)},
                                        {"on_failure", std::vector<std::string_view>()},
                                        {"outcome", std::string_view()}})
        .text();
  };
  const std::string incoming =
      "<targets>\n  <joinCondition>$a and $b</joinCondition>\n  <target linkName=\"a\"/>\n  <target "
      "linkName=\"b\"/>\n</targets>\n";
  EXPECT_EQ(links({}), incoming);
  EXPECT_EQ(links({"c"}), incoming + "<sources>\n  <source linkName=\"c\"/>\n</sources>\n");
  EXPECT_EQ(links({"d"}), incoming + "<sources>\n  <source linkName=\"d\"/>\n</sources>\n");
}

TEST(TemplateEngine, EmptyTextsAndBlocksAreAskedFor) {
  TemplateEngine engine;
  const auto condition = [&](Block question) {
    return engine
        .block("bpel/condition.bpel.inja", {{"question", std::move(question)}, {"condition", "1 < 2"}, {"body", Block("<b/>")}})
        .text();
  };
  const std::string rest = "<if>\n  <condition>1 &lt; 2</condition>\n  <sequence>\n    <b/>\n  </sequence>\n</if>\n";
  EXPECT_EQ(condition({}), rest);
  EXPECT_EQ(condition(Block("<a/>")), "<a/>\n" + rest);
}

}  // namespace

}  // namespace planbuilder::emit
