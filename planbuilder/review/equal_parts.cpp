#include "planbuilder/review/equal_parts.h"

#include <algorithm>
#include <map>
#include <string>

#include "planbuilder/plan/waves.h"
#include "planbuilder/review/summary.h"

namespace planbuilder::review {

namespace {

using Colors = std::vector<std::size_t>;

/// Gives equal keys the same number, in the order of their first use.
template <class Key>
class Numbers {
 public:
  std::size_t of(Key key) { return known_.emplace(std::move(key), known_.size()).first->second; }
  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  std::map<Key, std::size_t> known_;
};

Colors by_wave_and_work(const plan::Plan& plan) {
  Colors colors(plan.activities.size());
  Numbers<std::pair<std::size_t, std::string>> numbers;
  const auto waves = waves_of(plan);
  for (std::size_t wave = 0; wave < waves.size(); ++wave) {
    for (const plan::ActivityId id : waves[wave]) {
      const plan::Activity& activity = plan.activities[id];
      colors[id.index()] = numbers.of({wave, activity.transition + " " + activity.filled_by + " " + summary_of(activity)});
    }
  }
  return colors;
}

struct Neighbours {
  std::size_t own;
  std::vector<std::size_t> before;
  std::vector<std::size_t> after;
  auto operator<=>(const Neighbours&) const = default;
};

}  // namespace

std::vector<std::size_t> equal_parts(const plan::Plan& plan) {
  // Refined until nothing changes, or until the picture is good enough: a difference far away may go unseen.
  constexpr int rounds = 12;
  Colors colors = by_wave_and_work(plan);
  std::size_t count = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Neighbours> neighbours(colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i) neighbours[i].own = colors[i];
    for (const plan::Edge& edge : plan.edges) {
      if (edge.redundant) continue;
      const std::size_t kind = edge.failure_of.present() ? 1 : 0;
      neighbours[edge.from.index()].after.push_back(2 * colors[edge.to.index()] + kind);
      neighbours[edge.to.index()].before.push_back(2 * colors[edge.from.index()] + kind);
    }
    Numbers<Neighbours> numbers;
    for (std::size_t i = 0; i < colors.size(); ++i) {
      // How many there are of a kind makes no difference: a hub with 100 leaves looks like one with 101.
      for (auto* side : {&neighbours[i].before, &neighbours[i].after}) {
        std::sort(side->begin(), side->end());
        side->erase(std::unique(side->begin(), side->end()), side->end());
      }
      colors[i] = numbers.of(std::move(neighbours[i]));
    }
    if (numbers.size() == count) break;
    count = numbers.size();
  }
  return colors;
}

}  // namespace planbuilder::review
