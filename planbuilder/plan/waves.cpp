#include "planbuilder/plan/waves.h"

#include <algorithm>

namespace planbuilder::plan {

namespace {

/// Edges are sorted by their start, and activities stand in topological order: one sweep is enough.
IdVector<ActivityId, std::size_t> wave_numbers(const Plan& plan) {
  IdVector<ActivityId, std::size_t> wave;
  wave.resize(plan.activities.size(), 0);
  for (const Edge& edge : plan.edges) wave[edge.to] = std::max(wave[edge.to], wave[edge.from] + 1);
  return wave;
}

}  // namespace

std::vector<std::vector<ActivityId>> waves_of(const Plan& plan) {
  const auto wave = wave_numbers(plan);
  std::vector<std::vector<ActivityId>> waves;
  for (const ActivityId id : plan.activities.ids()) {
    if (wave[id] >= waves.size()) waves.resize(wave[id] + 1);
    waves[wave[id]].push_back(id);
  }
  return waves;
}

std::vector<ActivityId> critical_path(const Plan& plan) {
  const auto wave = wave_numbers(plan);
  IdVector<ActivityId, ActivityId> previous;
  previous.resize(plan.activities.size(), ActivityId());
  for (const Edge& edge : plan.edges) {
    if (wave[edge.to] == wave[edge.from] + 1 && !previous[edge.to].valid()) previous[edge.to] = edge.from;
  }
  ActivityId last;
  for (const ActivityId id : plan.activities.ids()) {
    if (!last.valid() || wave[id] > wave[last]) last = id;
  }
  std::vector<ActivityId> path;
  for (ActivityId at = last; at.valid(); at = previous[at]) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace planbuilder::plan
