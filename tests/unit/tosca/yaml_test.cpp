#include <gtest/gtest.h>

#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/tosca/yaml/read_yaml.h"

namespace planbuilder::tosca::yaml {
namespace {

/// A tree as text, with the place of each scalar, so that a test can compare it with a literal.
std::string show(Node node) {
  if (node.is_null()) return "null";
  if (node.is_scalar())
    return std::string(node.text()) + "@" + std::to_string(node.at().line) + ":" + std::to_string(node.at().column);
  std::string out;
  if (node.is_sequence()) {
    for (const Node item : node.items()) out += (out.empty() ? "" : ", ") + show(item);
    return "[" + out + "]";
  }
  for (const auto [key, value] : node.entries()) out += (out.empty() ? "" : ", ") + show(key) + ": " + show(value);
  return "{" + out + "}";
}

struct Read {
  Sources sources;
  Diagnostics diagnostics;
  std::optional<Tree> tree;

  explicit Read(std::string text, const Limits& limits = {}) {
    const FileId file = sources.add("f", std::move(text));
    tree = read_yaml(sources, file, limits, diagnostics);
  }
  [[nodiscard]] std::string shown() const {
    return tree ? show(tree->root()) : render_text(diagnostics, sources, {.excerpts = false});
  }
};

TEST(Yaml, KeepsWhereEverythingStands) {
  EXPECT_EQ(Read("a: 1\nb:\n  - x\n  - {c: 'd'}\n").shown(), "{a@1:1: 1@1:4, b@2:1: [x@3:5, {c@4:6: d@4:9}]}");
}

TEST(Yaml, TellsQuotedFromPlain) {
  const Read read("a: '1'\nb: 1\nc: !!str 1\n");
  EXPECT_TRUE(read.tree->root().find("a").is_quoted());
  EXPECT_FALSE(read.tree->root().find("b").is_quoted());
  EXPECT_TRUE(read.tree->root().find("c").is_quoted());
}

TEST(Yaml, FollowsAliases) { EXPECT_EQ(Read("a: &x [1]\nb: *x\n").shown(), "{a@1:1: [1@1:8], b@2:1: [1@1:8]}"); }

TEST(Yaml, MergesMapsOwnAndEarlierKeysWin) {
  EXPECT_EQ(Read("x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nz: {<<: [*x, *y], a: 0}\n").shown(),
            "{x@1:1: {a@1:8: 1@1:11, b@1:14: 2@1:17}, y@2:1: {b@2:8: 3@2:11, c@2:14: 4@2:17}, "
            "z@3:1: {a@3:19: 0@3:22, b@1:14: 2@1:17, c@2:14: 4@2:17}}");
}

TEST(Yaml, AMergeKeyTakesMapsOnly) {
  EXPECT_EQ(Read("a: {<<: 1}\n").shown(), "f:1:9: error[yaml-syntax]: a merge key '<<' takes a map or a list of maps\n");
}

TEST(Yaml, KeysMayBeCollections) { EXPECT_EQ(Read("? [a, b]\n: 1\n").shown(), "{[a@1:4, b@1:7]: 1@2:3}"); }

TEST(Yaml, ADuplicateKeyIsAnErrorThatShowsBothPlaces) {
  EXPECT_EQ(Read("a: 1\nb: 2\na: 3\n").shown(),
            "f:3:1: error[yaml-duplicate-key]: the key 'a' stands twice in this map\n"
            "  f:1:1: it stood here first\n");
}

TEST(Yaml, DuplicateKeysAreFoundInLargeMapsToo) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "key" + std::to_string(i) + ": 1\n";
  EXPECT_NE(Read(text + "key42: 2\n").shown().find("f:101:1: error[yaml-duplicate-key]"), std::string::npos);
}

TEST(Yaml, AnAliasIsTheKeyThatItStandsFor) {
  EXPECT_EQ(Read("- &a x\n- *a : 1\n  *a : 2\n").shown(),
            "f:3:3: error[yaml-duplicate-key]: the key 'x' stands twice in this map\n"
            "  f:2:3: it stood here first\n");
  EXPECT_EQ(Read("- &a x\n- x: 1\n  *a : 2\n").shown(),
            "f:3:3: error[yaml-duplicate-key]: the key 'x' stands twice in this map\n"
            "  f:2:3: it stood here first\n");
  EXPECT_EQ(Read("- {&a x: 1, y: 2}\n- {*a : 3, y: 4}\n").shown(),
            "[{x@1:4: 1@1:10, y@1:13: 2@1:16}, {x@1:4: 3@2:9, y@2:12: 4@2:15}]");
  std::string large = "- &a key42\n- *a : 1\n";
  for (int i = 0; i < 100; ++i) large += "  key" + std::to_string(i) + ": 1\n";
  EXPECT_NE(Read(large).shown().find("f:45:3: error[yaml-duplicate-key]: the key 'key42' stands twice"), std::string::npos);
}

TEST(Yaml, AKeyThatIsAnAliasWinsOverMergedOnes) {
  EXPECT_EQ(Read("- &a x\n- &m {x: 1, y: 2}\n- {*a : 0, <<: *m}\n").shown(),
            "[x@1:3, {x@2:7: 1@2:10, y@2:13: 2@2:16}, {x@1:3: 0@3:9, y@2:13: 2@2:16}]");
}

TEST(Yaml, EscapesOfJsonBeyondTheBasicPlaneAreOneCharacter) {
  EXPECT_EQ(Read(R"({"a\ud83d\ude00": "\uD83D\uDE00\u00e9", b: [c]})").shown(),
            "{a\U0001f600@1:2: \U0001f600\u00e9@1:19, b@1:41: [c@1:45]}");
  // What is no escape stays as it is written.
  EXPECT_EQ(Read(R"([\ud83d\ude00, '\uD83d\udE00', "\\ud83d\\ude00", "\ud83d\ude00"])").shown(),
            R"([\ud83d\ude00@1:2, \uD83d\udE00@1:16, \ud83d\ude00@1:32, )"
            "\U0001f600@1:50]");
  // Half of a character is none, and characters for private use are none of ours.
  EXPECT_NE(Read(R"("\ud83d")").shown().find("error[yaml-syntax]"), std::string::npos);
  EXPECT_NE(Read(R"("\ude00\ud83d")").shown().find("error[yaml-syntax]"), std::string::npos);
  EXPECT_EQ(Read(R"("\ue83d\uee00")").shown(), "\ue83d\uee00@1:1");
}

TEST(Yaml, DepthIsLimited) {
  EXPECT_EQ(Read("[[[[1]]]]", {.depth = 3}).shown(),
            "f:1:4: error[yaml-limit]: nested more than 3 levels deep\n"
            "  If the input is to be trusted, raise the limit by --limit yaml-depth=VALUE.\n");
  EXPECT_NE(Read(std::string(10'000, '[')).shown().find("error[yaml-limit]"), std::string::npos);
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + "x" + std::string(depth, ']'); };
  EXPECT_TRUE(Read(nested(deepest_readable), {.depth = deepest_readable}).tree);
  EXPECT_TRUE(Read("a: " + nested(deepest_readable - 1), {.depth = deepest_readable}).tree);
  EXPECT_NE(Read(nested(deepest_readable + 1), {.depth = deepest_readable}).shown().find("error[yaml-limit]"), std::string::npos);
}

TEST(Yaml, AliasesCannotUnfoldIntoTooMuch) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    bomb +=
        "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + below + ", " + below + ", " + below + ", " + below + "]\n";
  }
  EXPECT_NE(Read(bomb).shown().find("error[yaml-limit]: aliases unfold into more than"), std::string::npos);
}

TEST(Yaml, AnAliasInsideWhatItNamesIsAnError) {
  EXPECT_NE(Read("a: &a [*a]\n").shown().find("error[yaml-syntax]: an alias stands inside the node that it names"),
            std::string::npos);
}

TEST(Yaml, UsualSlipsComeWithAHint) {
  EXPECT_NE(Read("a:\n\tb: 1\n").shown().find("a tab cannot indent in YAML: use spaces"), std::string::npos);
  EXPECT_NE(Read("a: @b\n").shown().find("cannot start with '@'"), std::string::npos);
}

TEST(Yaml, EmptyAndBinaryFilesAreRefused) {
  EXPECT_EQ(Read("").shown(), "f: error[yaml-syntax]: the file is empty\n");
  EXPECT_EQ(Read(std::string("a: \0b\n", 6)).shown(), "f:1:4: error[yaml-syntax]: this is not YAML: it contains a NUL byte\n");
}

}  // namespace
}  // namespace planbuilder::tosca::yaml
