#include "tests/unit/events/derived.h"

#include <set>

namespace planbuilder::testing {

EventService::EventService(std::string_view text, events::Options options) : model(text) {
  if (!model.topology) return;
  if (!events::tells_of_events(*model.topology)) {
    const auto archive = csar::Archive::open(PLANBUILDER_SOURCE "/samples", {}, diagnostics);
    overlay = events::load_shipped_profile(*model.topology, *archive, model.sources, diagnostics);
  }
  derivation.emplace(*model.topology, overlay ? &*overlay : nullptr, std::move(options), flow::Semantics::shipped());
}

std::optional<flow::AbstractPlan> EventService::plan(const flow::PlanRequest& request) {
  return derivation ? derivation->derive(request, diagnostics) : std::nullopt;
}

std::string EventService::problems() const {
  std::string all = model.topology ? "" : model.problems();
  for (const Diagnostic& problem : diagnostics.since(0)) {
    all += std::string(to_string(problem.severity)) + "[" + std::string(to_string(problem.code)) + "]: " + problem.summary + "\n";
    if (!problem.detail.empty()) all += "  " + problem.detail + "\n";
    for (const Diagnostic::Note& note : problem.notes) all += "  " + note.text + "\n";
  }
  return all;
}

std::vector<std::string> ids(const flow::AbstractPlan& plan) {
  std::vector<std::string> all;
  for (const flow::Activity& activity : plan.activities) all.push_back(activity.id);
  return all;
}

bool is_before(const flow::AbstractPlan& plan, std::string_view first, std::string_view second) {
  std::set<std::string_view> reached{first};
  for (const flow::Edge& edge : plan.edges) {  // sorted by their start, which stands before their end
    if (reached.contains(plan.activities[edge.from].id)) reached.insert(plan.activities[edge.to].id);
  }
  return first != second && reached.contains(second);
}

bool are_unordered(const flow::AbstractPlan& plan, std::string_view one, std::string_view other) {
  return !is_before(plan, one, other) && !is_before(plan, other, one);
}

std::string reduced_edges(const flow::AbstractPlan& plan) {
  std::string all;
  for (const flow::Edge& edge : plan.edges) {
    if (!edge.redundant) all += plan.activities[edge.from].id + " -> " + plan.activities[edge.to].id + "\n";
  }
  return all;
}

}  // namespace planbuilder::testing
