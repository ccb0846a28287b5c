// Names over imports: random ones are compared with what following every way finds, and large ones end.

#include "planbuilder/tosca/model/visible_names.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::file;
using testing::Model;
using Files = std::vector<std::pair<std::string, std::string>>;

/// Everything that a file sees, by following all ways up to a length.
std::map<std::string, std::uint32_t> all_names(const ImportGraph& imports,
                                               const std::vector<std::map<std::string, std::uint32_t>>& own, std::size_t start) {
  std::map<std::string, std::uint32_t> names;
  std::set<std::pair<std::size_t, std::string>> seen;
  std::vector<std::pair<std::size_t, std::string>> waiting{{start, ""}};
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const auto [from, prefix] = waiting[next];
    if (prefix.size() > 8 || !seen.insert(waiting[next]).second) continue;
    for (const auto& [name, what] : own[from]) names.emplace(prefix + name, what);
    for (const ImportGraph::Import& import : imports.imports_of(from)) waiting.emplace_back(import.file, prefix + import.prefix);
  }
  return names;
}

struct RandomFiles {
  std::vector<DefinitionsFile> files;
  std::vector<std::map<std::string, std::uint32_t>> own;

  explicit RandomFiles(std::mt19937& random) {
    const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    files.resize(2 + below(6));
    own.resize(files.size());
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
      for (std::size_t imports = below(4); imports > 0; --imports) {
        const std::string prefix = std::vector<std::string>{"", "", "a", "b"}[below(4)];
        files[i].imports.push_back(
            {below(files.size()), prefix, below(2) == 0 ? SourceRange() : SourceRange{FileId(0), 1, 1, 1}});
      }
      for (const std::string name : {"x", "y", "z", "a:x"}) {
        if (below(4) == 0) own[i].emplace(name, number++);
      }
    }
  }
};

TEST(VisibleNames, AreThoseThatAllWaysLeadTo) {
  std::mt19937 random(7);
  for (int round = 0; round < 300 / PLANBUILDER_RANDOM_SHARE; ++round) {
    const RandomFiles made(random);
    const auto imports = std::make_shared<const ImportGraph>(made.files);
    VisibleNames names(imports);
    for (std::size_t i = 0; i < made.files.size(); ++i) {
      for (const auto& [name, what] : made.own[i]) EXPECT_TRUE(names.declare(i, name, what));
    }
    // What was looked for before must not change what is found later, so the order is random too.
    for (int query = 0; query < 60; ++query) {
      const std::size_t start = random() % made.files.size();
      std::string name;
      for (std::size_t depth = random() % 3; depth > 0; --depth) name += random() % 2 == 0 ? "a:" : "b:";
      name += std::string(1, "xyzw"[random() % 4]);
      const auto all = all_names(*imports, made.own, start);
      const auto wanted = all.find(name);
      ASSERT_EQ(names.find(start, name), wanted == all.end() ? std::nullopt : std::optional(wanted->second))
          << "round " << round << ", file " << start << ", " << name;
    }
  }
}

TEST(VisibleNames, OfNamespacesInsideNamespacesCostWhatIsAskedFor) {
  constexpr int last = 200;  // more ways than atoms in the universe
  Files files;
  for (int i = 0; i <= last; ++i) {
    const std::string number = std::to_string(i);
    std::string text = i == last ? "" : "imports:\n  - {file: f" + std::to_string(i + 1) + ".yaml, namespace_prefix: a}\n";
    if (i + 2 <= last) text += "  - {file: f" + std::to_string(i + 2) + ".yaml, namespace_prefix: b}\n";
    text += "node_types: {T" + number + ": {derived_from: " + (i == last ? "Root" : "a:T" + std::to_string(i + 1)) + "}}\n";
    if (i == 0) text += "topology_template: {node_templates: {x: {type: b:b:T4}, y: {type: a:b:a:T4}, z: {type: T0}}}\n";
    files.emplace_back("f" + number + ".yaml", file(text));
  }
  const Model model(files);
  EXPECT_EQ(model.diagnostics.errors(), 0u) << model.problems();
  EXPECT_TRUE(model.topology);
  files[0].second =
      file("imports: [{file: f1.yaml, namespace_prefix: a}]\ntopology_template: {node_templates: {x: {type: a:Tx}}}\n");
  EXPECT_NE(Model(files).problems().find("error[unknown-type]: there is no node type 'a:Tx'"), std::string::npos);
}

TEST(VisibleNames, OfALongChainOfImportsAreFound) {
  constexpr int last = 3000;
  Files files;
  for (int i = 0; i <= last; ++i) {
    const std::string next = std::to_string(i + 1);
    std::string text = i == last ? "" : "imports: [f" + next + ".yaml]\n";
    text += "node_types: {T" + std::to_string(i) + ": {derived_from: " + (i == last ? "Root" : "T" + next) + "}}\n";
    // Far away, and from each file once more.
    if (i == 0) text += "topology_template: {node_templates: {x: {type: T0}, y: {type: T" + std::to_string(last) + "}}}\n";
    files.emplace_back("f" + std::to_string(i) + ".yaml", file(text));
  }
  const Model model(files);
  EXPECT_EQ(model.problems(), "");
  EXPECT_TRUE(model.topology);
}

}  // namespace
}  // namespace planbuilder::tosca
