// The index answers most questions at once. Where those that it leaves open would take too long to search one by one, they are
// answered together: rows of bits say which of a block of ends each vertex reaches, one sweep over the graph per block.

#include "planbuilder/graph/ask_order.h"

#include <algorithm>

#include "planbuilder/graph/bit_row.h"
#include "planbuilder/graph/reachability.h"

namespace planbuilder::graph {

namespace {

using Number = BareGraph::Number;

/// `open` are places of questions, sorted by their ends.
void answer_in_blocks(const BareGraph& graph, const std::vector<Number>& order, std::span<const Ends> questions,
                      std::span<const std::size_t> open, std::vector<char>& answers) {
  std::vector<BitRow> rows(graph.size());
  for (std::size_t next = 0; next < open.size();) {
    std::fill(rows.begin(), rows.end(), BitRow());
    std::vector<std::pair<std::size_t, std::size_t>> asked;  // question and bit
    std::size_t bits = 0;
    for (; next < open.size(); ++next) {
      const Number end = questions[open[next]].second;
      const bool is_new = asked.empty() || questions[asked.back().first].second != end;
      if (is_new && bits == BitRow::size) break;
      if (is_new) rows[end].set(bits++);
      asked.emplace_back(open[next], bits - 1);
    }
    for (auto vertex = order.rbegin(); vertex != order.rend(); ++vertex) {
      for (const BareGraph::Arc& arc : graph.out(*vertex)) rows[*vertex].add(rows[arc.vertex]);
    }
    for (const auto& [question, bit] : asked) answers[question] = rows[questions[question].first].test(bit) ? 1 : 0;
  }
}

}  // namespace

std::vector<char> ask_order(const BareGraph& graph, std::span<const Ends> questions) {
  std::vector<char> answers(questions.size(), 0);
  if (questions.empty()) return answers;
  const std::vector<Number> order = graph.topological_order();
  Reachability index(graph, order);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto answer = index.reaches(questions[i].first, questions[i].second);
    answers[i] = answer == Reachability::Answer::yes ? 1 : 0;
    if (answer == Reachability::Answer::too_costly) open.push_back(i);
  }
  std::stable_sort(open.begin(), open.end(),
                   [&](std::size_t a, std::size_t b) { return questions[a].second < questions[b].second; });
  answer_in_blocks(graph, order, questions, open, answers);
  return answers;
}

}  // namespace planbuilder::graph
