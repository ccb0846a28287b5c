// Thousands of random topologies, planned twice: by the passes, and by a second implementation that is slow and obvious.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "planbuilder/flow/derive.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::flow {
namespace {

enum class Meaning { target_first, ends_first };

struct Random {
  std::mt19937 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  std::size_t below(std::size_t end) { return engine() % end; }
};

/// Any relationships between any nodes: many of these have cycles, unless all lead to nodes that were declared before.
/// Some nodes read of others; `counted` ones are there up to three times.
tosca::Topology random_topology(unsigned seed, bool acyclic, bool counted = false) {
  Random random(seed);
  tosca::Topology topology;
  std::map<Meaning, tosca::TypeId> types;
  for (const auto& [meaning, name] : {std::pair(Meaning::target_first, "tosca.relationships.HostedOn"),
                                      std::pair(Meaning::ends_first, "tosca.relationships.ConnectsTo")}) {
    tosca::Type type;
    type.kind = tosca::TypeKind::relationship;
    type.name = name;
    types[meaning] = topology.types.add(std::move(type));
  }
  const std::size_t nodes = 1 + random.below(12);
  for (std::size_t i = 0; i < nodes; ++i) {
    tosca::Node node;
    node.name = "n" + std::to_string(i);
    if (i > 0 && random.below(4) == 0) {
      const std::string read = "n" + std::to_string(random.below(acyclic ? i : nodes));
      const Call call{"get_attribute", {{read, {}}, {std::string("a"), {}}}};
      if (read != node.name) node.properties.push_back({"p", {call, {}}});
    }
    if (counted && random.below(2) == 0) node.count = Value{static_cast<std::int64_t>(random.below(4)), {}};
    topology.nodes.add(std::move(node));
  }
  const std::size_t count = random.below(2 * nodes);
  for (std::size_t i = 0; i < count && nodes > 1; ++i) {
    std::size_t source = random.below(nodes);
    std::size_t target = random.below(nodes);
    if (source == target) continue;
    if (acyclic && source < target) std::swap(source, target);
    tosca::Relationship relationship;
    relationship.id = "r" + std::to_string(i);
    relationship.source = tosca::NodeId(source);
    relationship.target = tosca::NodeId(target);
    relationship.type = types[random.below(3) == 0 ? Meaning::ends_first : Meaning::target_first];
    topology.relationships.add(std::move(relationship));
  }
  for (const tosca::NodeId id : topology.nodes.ids()) topology.node_names.emplace(topology.nodes[id].name, id);
  for (const tosca::RelationshipId id : topology.relationships.ids())
    topology.relationship_names.emplace(topology.relationships[id].id, id);
  return topology;
}

/// The order as a matrix, closed by Warshall's algorithm; entities by their ids.
class Naive {
 public:
  Naive(const tosca::Topology& topology, PlanKind kind) {
    for (const tosca::Node& node : topology.nodes) names_.push_back(node.name);
    for (const tosca::Relationship& relationship : topology.relationships) names_.push_back(relationship.id);
    direct_.assign(names_.size(), std::vector<bool>(names_.size(), false));
    for (const tosca::RelationshipId id : topology.relationships.ids()) {
      const tosca::Relationship& relationship = topology.relationships[id];
      const std::size_t here = topology.nodes.size() + id.index();
      const std::size_t source = relationship.source.index();
      const std::size_t target = relationship.target.index();
      before(target, here, kind);
      if (topology.types[relationship.type].name.ends_with("ConnectsTo")) {
        before(source, here, kind);
      } else {
        before(here, source, kind);
      }
    }
    for (const tosca::NodeId id : topology.nodes.ids()) {
      for (const tosca::Assignment& property : topology.nodes[id].properties)
        before(topology.find_node(to_text(property.value.call()->arguments[0])).index(), id.index(), kind);
    }
    reaches_ = direct_;
    for (std::size_t via = 0; via < size(); ++via) {
      for (std::size_t from = 0; from < size(); ++from) {
        for (std::size_t to = 0; to < size(); ++to) {
          if (reaches_[from][via] && reaches_[via][to]) reaches_[from][to] = true;
        }
      }
    }
  }

  [[nodiscard]] std::size_t size() const { return names_.size(); }
  [[nodiscard]] const std::string& name(std::size_t i) const { return names_[i]; }
  [[nodiscard]] bool reaches(std::size_t from, std::size_t to) const { return reaches_[from][to]; }
  [[nodiscard]] bool is_cyclic() const {
    for (std::size_t i = 0; i < size(); ++i) {
      if (reaches_[i][i]) return true;
    }
    return false;
  }
  /// No third one is between the two.
  [[nodiscard]] bool is_needed(std::size_t from, std::size_t to) const {
    for (std::size_t via = 0; via < size(); ++via) {
      if (reaches_[from][via] && reaches_[via][to]) return false;
    }
    return direct_[from][to];
  }
  [[nodiscard]] std::size_t shortest_cycle() const {
    std::size_t best = 0;
    for (std::size_t start = 0; start < size(); ++start) {
      std::vector<std::size_t> distance(size(), 0);
      std::vector<std::size_t> wave{start};
      for (std::size_t length = 1; !wave.empty(); ++length) {
        std::vector<std::size_t> next;
        for (const std::size_t from : wave) {
          for (std::size_t to = 0; to < size(); ++to) {
            if (!direct_[from][to] || distance[to] != 0) continue;
            distance[to] = length;
            next.push_back(to);
          }
        }
        wave = next;
      }
      if (distance[start] != 0 && (best == 0 || distance[start] < best)) best = distance[start];
    }
    return best;
  }

 private:
  void before(std::size_t first, std::size_t second, PlanKind kind) {
    if (kind == kinds::terminate) std::swap(first, second);
    direct_[first][second] = true;
  }
  std::vector<std::string> names_;
  std::vector<std::vector<bool>> direct_;
  std::vector<std::vector<bool>> reaches_;
};

void expect_same(const AbstractPlan& plan, const Naive& naive, const std::string& transition) {
  std::map<std::string, std::size_t> place;
  for (const ActivityId id : plan.activities.ids()) place[plan.activities[id].id] = id.index();
  ASSERT_EQ(place.size(), naive.size()) << "something was lost, or is there twice";
  std::set<std::pair<std::size_t, std::size_t>> needed;
  std::vector<std::vector<bool>> reaches(naive.size(), std::vector<bool>(naive.size(), false));
  for (const Edge& edge : plan.edges) {
    ASSERT_LT(edge.from.index(), edge.to.index()) << "not in topological order";
    ASSERT_FALSE(edge.origins.empty());
    if (!edge.redundant) needed.emplace(edge.from.index(), edge.to.index());
  }
  // The reduced edges alone must give the whole order back.
  for (std::size_t to = naive.size(); to-- > 0;) {
    for (const auto& [from, end] : needed) {
      if (from != to) continue;
      reaches[from][end] = true;
      for (std::size_t i = 0; i < naive.size(); ++i) {
        if (reaches[end][i]) reaches[from][i] = true;
      }
    }
  }
  for (std::size_t a = 0; a < naive.size(); ++a) {
    for (std::size_t b = 0; b < naive.size(); ++b) {
      const std::size_t from = place.at(naive.name(a) + transition);
      const std::size_t to = place.at(naive.name(b) + transition);
      ASSERT_EQ(reaches[from][to], naive.reaches(a, b)) << naive.name(a) << " and " << naive.name(b);
      ASSERT_EQ(needed.contains({from, to}), naive.is_needed(a, b)) << naive.name(a) << " -> " << naive.name(b);
    }
  }
}

TEST(RandomPlans, AreExactAndComplete) {
  for (unsigned seed = 0; seed < 3000 / PLANBUILDER_RANDOM_SHARE; ++seed) {
    const tosca::Topology topology = random_topology(seed, true);
    for (const PlanKind& kind : {kinds::build, kinds::terminate}) {
      Diagnostics diagnostics;
      const Naive naive(topology, kind);
      const auto plan = derive(topology, {kind}, diagnostics);
      ASSERT_TRUE(plan.has_value()) << "seed " << seed;
      expect_same(*plan, naive, kind == kinds::build ? "/provision" : "/terminate");
      if (::testing::Test::HasFatalFailure()) FAIL() << "seed " << seed;
    }
  }
}

TEST(RandomPlans, AreRefusedWithAShortestCycleAndOnlyThen) {
  std::size_t cyclic = 0;
  for (unsigned seed = 0; seed < 2000 / PLANBUILDER_RANDOM_SHARE; ++seed) {
    const tosca::Topology topology = random_topology(seed, false);
    Diagnostics diagnostics;
    const Naive naive(topology, kinds::build);
    const auto plan = derive(topology, {kinds::build}, diagnostics);
    ASSERT_EQ(plan.has_value(), !naive.is_cyclic()) << "seed " << seed;
    if (plan) continue;
    ++cyclic;
    std::size_t shortest = 0;  // one cycle is reported for each knot
    for (const Diagnostic& item : diagnostics.since(0)) {
      if (item.code != Code::order_cycle) continue;
      if (shortest == 0 || item.notes.size() < shortest) shortest = item.notes.size();
    }
    ASSERT_EQ(shortest, naive.shortest_cycle()) << "seed " << seed;
  }
  EXPECT_GT(cyclic, 300u / PLANBUILDER_RANDOM_SHARE);
}

std::size_t count_of(const tosca::Topology& topology, tosca::NodeId node) {
  const auto* count = topology.nodes[node].count->get_if<std::int64_t>();
  return count == nullptr ? 1 : static_cast<std::size_t>(*count);
}

/// The id of the activity of one representation.
std::string activity_id(const tosca::Topology& topology, tosca::EntityId entity, std::size_t index) {
  const bool indexed = tosca::is_counted(topology, entity);
  return topology.id_of(entity) + (indexed ? "[" + std::to_string(index) + "]" : "") + "/provision";
}

TEST(RandomPlans, OfCountedNodesHaveEveryRepresentationInItsPlace) {
  for (unsigned seed = 0; seed < 1000 / PLANBUILDER_RANDOM_SHARE; ++seed) {
    const tosca::Topology topology = random_topology(seed, true, true);
    Diagnostics diagnostics;
    const auto plan = derive(topology, {kinds::build}, diagnostics);
    ASSERT_TRUE(plan.has_value()) << "seed " << seed;
    std::set<std::string> ids;
    for (const Activity& activity : plan->activities) ids.insert(activity.id);
    std::set<std::pair<std::string, std::string>> ordered;
    for (const Edge& edge : plan->edges) ordered.emplace(plan->activities[edge.from].id, plan->activities[edge.to].id);
    std::size_t expected = 0;
    for (const tosca::NodeId id : topology.nodes.ids()) expected += count_of(topology, id);
    for (const tosca::RelationshipId id : topology.relationships.ids()) {
      const tosca::Relationship& relationship = topology.relationships[id];
      const std::size_t targets = count_of(topology, relationship.target);
      if (targets == 0) continue;
      expected += count_of(topology, relationship.source);
      const bool connects = topology.types[relationship.type].name.ends_with("ConnectsTo");
      for (std::size_t i = 0; i < count_of(topology, relationship.source); ++i) {
        const std::string here = activity_id(topology, id, i);
        const std::string source = activity_id(topology, relationship.source, i);
        ASSERT_TRUE(ordered.contains(connects ? std::pair(source, here) : std::pair(here, source))) << seed << ": " << here;
        for (std::size_t j = 0; j < targets; ++j)
          ASSERT_TRUE(ordered.contains({activity_id(topology, relationship.target, j), here})) << seed << ": " << here;
      }
    }
    ASSERT_EQ(ids.size(), expected) << "seed " << seed;
  }
}

/// How many activities read of one that does not come before them (or, when terminating, after them).
std::size_t count_unavailable(const tosca::Topology& topology, const AbstractPlan& plan) {
  const std::size_t size = plan.activities.size();
  std::vector<std::vector<bool>> reaches(size, std::vector<bool>(size, false));
  for (auto edge = plan.edges.rbegin(); edge != plan.edges.rend(); ++edge) {
    const std::size_t from = edge->from.index();
    reaches[from][edge->to.index()] = true;
    for (std::size_t i = 0; i < size; ++i) reaches[from][i] = reaches[from][i] || reaches[edge->to.index()][i];
  }
  std::map<std::string, std::size_t> place;
  for (const ActivityId id : plan.activities.ids()) place[topology.id_of(plan.activities[id].entity)] = id.index();
  std::size_t count = 0;
  for (const tosca::Node& node : topology.nodes) {
    for (const tosca::Assignment& property : node.properties) {
      const std::size_t maker = place.at(to_text(property.value.call()->arguments[0]));
      if (!reaches[maker][place.at(node.name)]) ++count;
    }
  }
  return count;
}

TEST(RandomPlans, ReadOnlyWhatIsThere) {
  std::size_t missed = 0;
  for (unsigned seed = 0; seed < 1000 / PLANBUILDER_RANDOM_SHARE; ++seed) {
    const tosca::Topology topology = random_topology(seed, true);
    Sources sources;
    Diagnostics diagnostics;
    auto plan = derive(topology, {kinds::build}, diagnostics);
    ASSERT_TRUE(plan.has_value()) << "seed " << seed;
    plugins::fill_plan(*plan, topology, plugins::all_plugins(), sources, diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << "seed " << seed;
    // Without the order by data some of it is read too early, and each such place is found.
    std::erase_if(plan->edges, [](const Edge& edge) { return edge.origins.size() == 1 && edge.origins[0].rule == "data"; });
    for (Edge& edge : plan->edges) edge.redundant = false;
    plugins::fill_plan(*plan, topology, plugins::all_plugins(), sources, diagnostics);
    ASSERT_EQ(diagnostics.errors(), count_unavailable(topology, *plan)) << "seed " << seed;
    missed += diagnostics.errors();
  }
  EXPECT_GT(missed, 300u / PLANBUILDER_RANDOM_SHARE);
}

}  // namespace
}  // namespace planbuilder::flow
