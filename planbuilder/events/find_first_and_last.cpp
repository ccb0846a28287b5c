#include <algorithm>

#include "planbuilder/events/draft.h"
#include "planbuilder/graph/reachability.h"

namespace planbuilder::events {

namespace {

/// Answers which of two handled events comes before the other in every run, also by way of others.
class Before {
 public:
  explicit Before(const Draft& draft)
      : graph_(draft.run.handled.size(), ends_of(draft.causes)), reachability_(graph_, graph_.topological_order()) {}

  bool operator()(std::uint32_t from, std::uint32_t to) {
    return reachability_.reaches(from, to) == graph::Reachability::Answer::yes;
  }

 private:
  using Ends = std::pair<graph::BareGraph::Number, graph::BareGraph::Number>;

  static std::vector<Ends> ends_of(const std::vector<Cause>& causes) {
    std::vector<Ends> ends;
    for (const Cause& cause : causes) {
      if (ends.empty() || ends.back() != Ends(cause.from, cause.to)) ends.emplace_back(cause.from, cause.to);
    }
    return ends;
  }

  graph::BareGraph graph_;
  graph::Reachability reachability_;
};

/// By direct causes alone.
void find_candidates(Draft& draft) {
  const std::size_t count = draft.run.handled.size();
  std::vector<char> has_before(count, 0);
  std::vector<char> has_after(count, 0);
  for (const Cause& cause : draft.causes) {
    if (!draft.is_activity(cause.from) || draft.entity_of(cause.from) != draft.entity_of(cause.to)) continue;
    has_after[cause.from] = 1;
    has_before[cause.to] = 1;
  }
  for (std::uint32_t handled = 0; handled < count; ++handled) {
    if (!draft.is_activity(handled)) continue;
    Part& part = draft.parts[draft.entity_of(handled)];
    part.has_events = true;
    if (has_before[handled] == 0) part.firsts.push_back(handled);
    if (has_after[handled] == 0) part.lasts.push_back(handled);
  }
}

void settle(Part& part, Before& before) {
  const std::uint32_t first = part.firsts.front();
  if (std::all_of(part.firsts.begin(), part.firsts.end(), [&](std::uint32_t other) { return before(first, other); }))
    part.firsts.resize(1);
  const std::uint32_t last = part.lasts.back();
  if (std::all_of(part.lasts.begin(), part.lasts.end(), [&](std::uint32_t other) { return before(other, last); }))
    part.lasts = {last};
}

}  // namespace

void find_first_and_last(Draft& draft) {
  find_candidates(draft);
  const auto is_open = [&](const Part& part) {
    return (draft.scenario.makes_instances && part.firsts.size() > 1) ||
           (draft.scenario.removes_instances && part.lasts.size() > 1);
  };
  if (std::none_of(draft.parts.begin(), draft.parts.end(), is_open)) return;
  Before before(draft);
  for (Part& part : draft.parts) {
    if (is_open(part)) settle(part, before);
  }
}

}  // namespace planbuilder::events
