// A graph from which vertices are taken out one after the other, while the order of the others stays as it is.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace planbuilder::graph {

class ShortCuts {
 public:
  using Number = std::uint32_t;

  /// From one vertex that is left to another, by way of those that were taken out.
  struct Arc {
    Number from = 0;
    Number to = 0;
    std::vector<Number> by = {};  // a few of them, in their order
    bool gone = false;
  };

  explicit ShortCuts(std::size_t vertices) : out_(vertices), in_(vertices), degree_(vertices) {}

  void add(Number from, Number to) { add(Arc{from, to}); }
  /// Takes out as many of these as can be without more arcs than before.
  void take_out(const std::vector<char>& removable);

  [[nodiscard]] bool is_out(Number vertex) const { return degree_[vertex].is_out; }
  [[nodiscard]] const std::vector<Arc>& arcs() const { return arcs_; }

 private:
  struct Degree {
    Number before = 0;
    Number after = 0;
    bool is_out = false;
  };
  static std::uint64_t key(const Arc& arc) { return (std::uint64_t{arc.from} << 32U) | arc.to; }
  void add(Arc arc);
  void remove(Arc& arc);
  /// With a new arc for each pair of neighbours there are no more arcs than before.
  [[nodiscard]] bool is_easy(Number vertex) const;
  /// Its neighbours come back: for them it may be easy now.
  std::vector<Number> take_out(Number vertex);
  [[nodiscard]] std::vector<Arc> alive(const std::vector<Number>& numbers) const;

  std::vector<Arc> arcs_;
  std::vector<std::vector<Number>> out_;  // by vertex: numbers of arcs, also of such that are gone
  std::vector<std::vector<Number>> in_;
  std::vector<Degree> degree_;
  std::unordered_set<std::uint64_t> known_;
};

}  // namespace planbuilder::graph
