#include "planbuilder/support/dump.h"

#include <gtest/gtest.h>

namespace planbuilder {
namespace {

TEST(Dump, LeavesOutWhatIsEmpty) {
  DumpedObject object;
  object.add("name", "a").add("type", "").add("list", Value{List{}}).add("nothing", Value{});
  object.add_flag("yes", true).add_flag("no", false).add_number("zero", 0).add_place({}, Sources());
  EXPECT_EQ(to_pretty_json(object.take()), "{\"name\": \"a\", \"yes\": true, \"zero\": 0}\n");
}

TEST(Dump, OpensWhatDoesNotFitOnALine) {
  const std::string word(60, 'x');
  const Value call{Call{"get_input", {Value{std::string("port")}}}};
  const Value value{Map{{"short", Value{List{Value{true}, Value{}, Value{1.5}}}},
                        {"call", call},
                        {"long", Value{List{Value{word}, Value{Map{{"key", Value{word}}}}}}}}};
  EXPECT_EQ(to_pretty_json(value),
            "{\n"
            "  \"short\": [true, null, 1.5],\n"
            "  \"call\": {\"$get_input\": [\"port\"]},\n"
            "  \"long\": [\n"
            "    \"" +
                word +
                "\",\n"
                "    {\"key\": \"" +
                word +
                "\"}\n"
                "  ]\n"
                "}\n");
}

}  // namespace
}  // namespace planbuilder
