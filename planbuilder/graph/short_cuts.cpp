#include "planbuilder/graph/short_cuts.h"

#include <deque>

namespace planbuilder::graph {

namespace {

constexpr std::size_t most_named = 4;

void append(std::vector<ShortCuts::Number>& list, const std::vector<ShortCuts::Number>& more) {
  for (const ShortCuts::Number vertex : more) {
    if (list.size() < most_named) list.push_back(vertex);
  }
}

}  // namespace

void ShortCuts::add(Arc arc) {
  if (!known_.insert(key(arc)).second) return;
  const auto number = static_cast<Number>(arcs_.size());
  out_[arc.from].push_back(number);
  in_[arc.to].push_back(number);
  ++degree_[arc.from].after;
  ++degree_[arc.to].before;
  arcs_.push_back(std::move(arc));
}

void ShortCuts::remove(Arc& arc) {
  known_.erase(key(arc));
  --degree_[arc.from].after;
  --degree_[arc.to].before;
  arc.gone = true;
}

bool ShortCuts::is_easy(Number vertex) const {
  const auto [before, after, is_out] = degree_[vertex];
  return std::uint64_t{before} * after <= std::uint64_t{before} + after;
}

std::vector<ShortCuts::Arc> ShortCuts::alive(const std::vector<Number>& numbers) const {
  std::vector<Arc> found;
  for (const Number number : numbers) {
    if (!arcs_[number].gone) found.push_back(arcs_[number]);
  }
  return found;
}

std::vector<ShortCuts::Number> ShortCuts::take_out(Number vertex) {
  const std::vector<Arc> before = alive(in_[vertex]);
  const std::vector<Arc> after = alive(out_[vertex]);
  std::vector<Number> neighbours;
  for (const Arc& arc : before) neighbours.push_back(arc.from);
  for (const Arc& arc : after) neighbours.push_back(arc.to);
  for (const auto* numbers : {&in_[vertex], &out_[vertex]}) {
    for (const Number number : *numbers) {
      if (!arcs_[number].gone) remove(arcs_[number]);
    }
  }
  degree_[vertex].is_out = true;
  for (const Arc& first : before) {
    for (const Arc& second : after) {
      Arc joined{first.from, second.to, first.by};
      append(joined.by, {vertex});
      append(joined.by, second.by);
      add(std::move(joined));
    }
  }
  return neighbours;
}

void ShortCuts::take_out(const std::vector<char>& removable) {
  std::deque<Number> waiting;
  for (Number vertex = 0; vertex < removable.size(); ++vertex) {
    if (removable[vertex] != 0) waiting.push_back(vertex);
  }
  while (!waiting.empty()) {
    const Number vertex = waiting.front();
    waiting.pop_front();
    if (is_out(vertex) || !is_easy(vertex)) continue;
    for (const Number neighbour : take_out(vertex)) {
      if (removable[neighbour] != 0) waiting.push_back(neighbour);
    }
  }
}

}  // namespace planbuilder::graph
