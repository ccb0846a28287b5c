#include <algorithm>
#include <set>

#include "planbuilder/events/draft.h"

namespace planbuilder::events {

namespace {

/// Both leave the same value behind.
bool writes_same(const Run& run, const Cause& overwrites) {
  const Write& second = run.writes[overwrites.evidence];
  const Handled& first = run.handled[overwrites.from];
  for (std::uint32_t write = first.end_of_writes; write-- > first.first_write;) {
    if (run.writes[write].variable == second.variable) return run.writes[write].value == second.value;
  }
  return false;
}

const flow::Edge& edge_of(const Draft& draft, const Cause& cause) {
  const std::pair ends(draft.numbers[cause.from], draft.numbers[cause.to]);
  return *std::lower_bound(draft.plan.edges.begin(), draft.plan.edges.end(), ends,
                           [](const flow::Edge& edge, const auto& wanted) { return std::pair(edge.from, edge.to) < wanted; });
}

/// Nothing but writes says that one comes before the other.
bool is_arbitrary(const flow::Edge& edge) {
  return !edge.redundant && std::all_of(edge.origins.begin(), edge.origins.end(),
                                        [](const flow::Origin& origin) { return origin.rule == "overwrites"; });
}

void report(const Draft& draft, const Cause& cause, Diagnostics& diagnostics) {
  const Model& model = draft.model;
  const ReceiverId first = draft.run.handled[cause.from].receiver;
  const ReceiverId second = draft.run.handled[cause.to].receiver;
  diagnostics
      .warning(Code::unordered_writes, model.event(second).at,
               model.name(first) + " and " + model.name(second) + " both write " +
                   model.name(draft.run.writes[cause.evidence].variable) + ", and nothing else says which comes first")
      .explain("the plan lets them come in this order, which is that of the declaration")
      .note("the other one is here", model.event(first).at);
}

}  // namespace

void report_unordered_writes(const Draft& draft, Diagnostics& diagnostics) {
  std::set<std::pair<SourceRange, SourceRange>> said;  // types share what they inherit
  const auto place_of = [&](std::uint32_t handled) { return draft.model.event(draft.run.handled[handled].receiver).at; };
  for (const Cause& cause : draft.causes) {
    if (cause.kind != Cause::Kind::overwrites || !draft.is_activity(cause.from) || writes_same(draft.run, cause)) continue;
    if (is_arbitrary(edge_of(draft, cause)) && said.emplace(place_of(cause.from), place_of(cause.to)).second)
      report(draft, cause, diagnostics);
  }
}

}  // namespace planbuilder::events
