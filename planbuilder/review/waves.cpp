#include "planbuilder/review/waves.h"

#include <algorithm>

namespace planbuilder::review {

namespace {

/// Edges are sorted by their start, and activities stand in topological order: one sweep is enough.
IdVector<plan::ActivityId, std::size_t> wave_numbers(const plan::Plan& plan) {
  IdVector<plan::ActivityId, std::size_t> wave;
  wave.resize(plan.activities.size(), 0);
  for (const plan::Edge& edge : plan.edges) wave[edge.to] = std::max(wave[edge.to], wave[edge.from] + 1);
  return wave;
}

}  // namespace

std::vector<std::vector<plan::ActivityId>> waves_of(const plan::Plan& plan) {
  const auto wave = wave_numbers(plan);
  std::vector<std::vector<plan::ActivityId>> waves;
  for (const plan::ActivityId id : plan.activities.ids()) {
    if (wave[id] >= waves.size()) waves.resize(wave[id] + 1);
    waves[wave[id]].push_back(id);
  }
  return waves;
}

std::vector<plan::ActivityId> critical_path(const plan::Plan& plan) {
  const auto wave = wave_numbers(plan);
  IdVector<plan::ActivityId, plan::ActivityId> previous;
  previous.resize(plan.activities.size(), plan::ActivityId());
  for (const plan::Edge& edge : plan.edges) {
    if (wave[edge.to] == wave[edge.from] + 1 && !previous[edge.to].valid()) previous[edge.to] = edge.from;
  }
  plan::ActivityId last;
  for (const plan::ActivityId id : plan.activities.ids()) {
    if (!last.valid() || wave[id] > wave[last]) last = id;
  }
  std::vector<plan::ActivityId> path;
  for (plan::ActivityId at = last; at.valid(); at = previous[at]) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace planbuilder::review
