// Paths of events over the service: from one entity to others.
#pragma once

#include <deque>
#include <vector>

#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::events {

/// Nodes come first, then relationships, then the service itself.
using EntityIndex = Id<struct EntityIndexTag>;
using PathId = Id<struct PathTag>;

/// The entities that a path leads to, each once, in declaration order. Good for as long as the walk is.
class Reach {
 public:
  Reach(const std::vector<EntityIndex>& all, std::size_t first, std::size_t count) : all_(&all), first_(first), count_(count) {}
  [[nodiscard]] std::size_t size() const { return count_; }
  EntityIndex operator[](std::size_t place) const { return (*all_)[first_ + place]; }

 private:
  const std::vector<EntityIndex>* all_;
  std::size_t first_;
  std::size_t count_;
};

class Walk {
 public:
  explicit Walk(const tosca::Topology& topology) : topology_(topology) {}

  [[nodiscard]] const tosca::Topology& topology() const { return topology_; }
  [[nodiscard]] EntityIndex service() const { return EntityIndex(topology_.nodes.size() + topology_.relationships.size()); }
  [[nodiscard]] EntityIndex index_of(tosca::EntityId entity) const;
  /// Not of the service, which is no entity of a topology.
  [[nodiscard]] tosca::EntityId entity(EntityIndex index) const;
  [[nodiscard]] bool is_node(EntityIndex index) const { return index.index() < topology_.nodes.size(); }

  PathId add(std::vector<tosca::EventStep> steps);
  [[nodiscard]] const std::vector<tosca::EventStep>& steps(PathId path) const { return paths_[path.index()].steps; }
  Reach follow(EntityIndex from, PathId path);

 private:
  struct Span {
    std::uint32_t first = unfollowed;
    std::uint32_t count = 0;
    static constexpr std::uint32_t unfollowed = 0xffffffff;
  };
  struct Path {
    std::vector<tosca::EventStep> steps;
    std::vector<Span> spans;            // by entity: where it leads, once it was followed
    std::vector<EntityIndex> entities;  // of all spans
  };
  [[nodiscard]] std::vector<EntityIndex> lead(EntityIndex from, const std::vector<tosca::EventStep>& steps);
  void add_incoming(EntityIndex node, const std::string& capability, std::vector<EntityIndex>& found) const;
  void add_outgoing(EntityIndex node, const tosca::EventStep& step, std::vector<EntityIndex>& found) const;
  void drop_repeats(std::vector<EntityIndex>& entities);

  const tosca::Topology& topology_;
  std::deque<Path> paths_;  // they stay where they are
  std::vector<std::uint32_t> seen_;
  std::uint32_t stamp_ = 0;
};

}  // namespace planbuilder::events
