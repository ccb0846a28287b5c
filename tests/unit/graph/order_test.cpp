// Who reaches whom in random graphs, held against a walk.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "planbuilder/graph/ask_order.h"
#include "planbuilder/graph/find_redundant.h"
#include "planbuilder/graph/reachability.h"

namespace planbuilder::graph {
namespace {

using Number = BareGraph::Number;

struct Random {
  std::mt19937 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  std::size_t below(std::size_t end) { return engine() % end; }
};

/// Edges from lower to higher numbers, more of them than topologies have.
std::vector<Ends> random_edges(Random& random, std::size_t vertices, std::size_t count) {
  std::set<Ends> edges;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<Number>(random.below(vertices));
    const auto b = static_cast<Number>(random.below(vertices));
    if (a != b) edges.emplace(std::min(a, b), std::max(a, b));
  }
  return {edges.begin(), edges.end()};
}

using Matrix = std::vector<std::vector<bool>>;

Matrix walk(const BareGraph& graph) {
  Matrix reaches(graph.size(), std::vector<bool>(graph.size(), false));
  for (std::size_t from = graph.size(); from-- > 0;) {
    reaches[from][from] = true;
    for (const BareGraph::Arc& arc : graph.out(static_cast<Number>(from))) {
      for (std::size_t to = 0; to < graph.size(); ++to) reaches[from][to] = reaches[from][to] || reaches[arc.vertex][to];
    }
  }
  return reaches;
}

TEST(Reachability, AnswersAsAWalkWould) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const std::size_t vertices = 2 + random.below(40);
    const BareGraph graph(vertices, random_edges(random, vertices, random.below(3 * vertices)));
    const Matrix reaches = walk(graph);
    Reachability reachability(graph, graph.topological_order());
    for (Number from = 0; from < vertices; ++from) {
      for (Number to = 0; to < vertices; ++to) {
        const auto expected = reaches[from][to] ? Reachability::Answer::yes : Reachability::Answer::no;
        ASSERT_EQ(reachability.reaches(from, to), expected) << "seed " << seed << ": " << from << " to " << to;
      }
    }
  }
}

/// So many questions about so entangled an order that the index gives up, and rows of bits take over.
TEST(AskOrder, AnswersAllThatTheIndexLeavesOpen) {
  Random random(7);
  const std::size_t vertices = 1'500;
  const BareGraph graph(vertices, random_edges(random, vertices, 2 * vertices));
  std::vector<Ends> questions;
  for (Number from = 0; from < vertices; from += 3) {
    for (Number to = 0; to < vertices; ++to) questions.emplace_back(from, to);
  }
  Reachability alone(graph, graph.topological_order());
  bool gave_up = false;
  for (const auto& [from, to] : questions) gave_up = gave_up || alone.reaches(from, to) == Reachability::Answer::too_costly;
  EXPECT_TRUE(gave_up) << "the test shows nothing otherwise";
  const Matrix reaches = walk(graph);
  const std::vector<char> answers = ask_order(graph, questions);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    ASSERT_EQ(answers[i] != 0, reaches[questions[i].first][questions[i].second])
        << questions[i].first << " to " << questions[i].second;
  }
}

}  // namespace
}  // namespace planbuilder::graph
