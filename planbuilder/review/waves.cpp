#include "planbuilder/review/waves.h"

#include <algorithm>

namespace planbuilder::review {

std::vector<std::vector<plan::ActivityId>> waves_of(const plan::Plan& plan) {
  // Edges are sorted by their start, and activities stand in topological order: one sweep is enough.
  IdVector<plan::ActivityId, std::size_t> wave;
  wave.resize(plan.activities.size(), 0);
  for (const plan::Edge& edge : plan.edges) wave[edge.to] = std::max(wave[edge.to], wave[edge.from] + 1);
  std::vector<std::vector<plan::ActivityId>> waves;
  for (const plan::ActivityId id : plan.activities.ids()) {
    if (wave[id] >= waves.size()) waves.resize(wave[id] + 1);
    waves[wave[id]].push_back(id);
  }
  return waves;
}

}  // namespace planbuilder::review
