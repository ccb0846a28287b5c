// Nodes get a colour: of those that both sides have their own one, of others one that is made of their looks and of the colours
// of their neighbours, and of those in turn. A colour that one node of each side has belongs to one node. Each such pair is known
// from then on and lets others be told apart, so this is done again, a few times.

#include "planbuilder/diff/find_renames.h"

#include <algorithm>
#include <functional>
#include <map>

#include "planbuilder/diff/entities.h"

namespace planbuilder::diff {

namespace {

using Number = Entities::Number;
using Colour = std::uint64_t;

constexpr int most_turns = 16;
constexpr int rounds = 8;  // how far away neighbours may be that tell nodes apart

Colour mix(Colour colour, Colour other) {
  colour ^= other + 0x9e3779b97f4a7c15 + (colour << 6) + (colour >> 2);
  colour *= 0xff51afd7ed558ccd;
  return colour ^ colour >> 33;
}
Colour hash(std::string_view text) { return std::hash<std::string_view>()(text); }

/// The nodes of one side, of which some are known on the other.
class Side {
 public:
  explicit Side(const Entities& all) : entities(all), match(all.nodes.size(), Entities::none) {
    neighbours_.resize(entities.nodes.size());
    for (const Entities::Relationship& relationship : entities.relationships) {
      if (relationship.source == Entities::none || relationship.target == Entities::none) continue;
      // The properties of a relationship that keeps its name are not at hand.
      const Colour kind = relationship.lone ? hash(relationship.looks) : hash(relationship.id);
      neighbours_[relationship.source].push_back({relationship.target, mix(kind, 1)});
      neighbours_[relationship.target].push_back({relationship.source, mix(kind, 2)});
    }
  }

  const Entities& entities;
  std::vector<Number> match;  // by node: its number on the new side; of the new side: itself

  [[nodiscard]] bool known(Number node) const { return match[node] != Entities::none; }
  [[nodiscard]] bool knows_neighbours(Number node) const {
    return std::all_of(neighbours_[node].begin(), neighbours_[node].end(),
                       [&](const Neighbour& next) { return known(next.node); });
  }

  /// The unknown nodes by their colours. With `known_only`, by neighbours that are known, of which there is one at least.
  [[nodiscard]] std::map<Colour, std::vector<Number>> by_colour(bool known_only) const {
    std::vector<Colour> colours(match.size());
    std::vector<Number> unknown;
    for (Number node = 0; node < match.size(); ++node) {
      colours[node] = known(node) ? mix(3, match[node]) : hash(entities.nodes[node].looks);
      if (!known(node)) unknown.push_back(node);
    }
    std::vector<Colour> next = colours;
    for (int round = 0; round < (known_only ? 1 : rounds); ++round) {
      for (const Number node : unknown) next[node] = mixed(node, colours, known_only);
      for (const Number node : unknown) colours[node] = next[node];
    }
    std::map<Colour, std::vector<Number>> groups;
    for (const Number node : unknown) {
      const auto& all = neighbours_[node];
      if (known_only && std::none_of(all.begin(), all.end(), [&](const Neighbour& other) { return known(other.node); })) continue;
      groups[colours[node]].push_back(node);
    }
    return groups;
  }

 private:
  struct Neighbour {
    Number node;
    Colour kind;
  };

  [[nodiscard]] Colour mixed(Number node, const std::vector<Colour>& colours, bool known_only) const {
    std::vector<Colour> around;
    for (const Neighbour& next : neighbours_[node]) {
      if (!known_only || known(next.node)) around.push_back(mix(next.kind, colours[next.node]));
    }
    std::sort(around.begin(), around.end());
    Colour colour = colours[node];
    for (const Colour next : around) colour = mix(colour, next);
    return colour;
  }

  std::vector<std::vector<Neighbour>> neighbours_;
};

class Matcher {
 public:
  Matcher(const Entities& before, const Entities& after) : before_(before), after_(after) {
    for (Number node = 0; node < after.nodes.size(); ++node) {
      if (!after.nodes[node].lone) after_.match[node] = node;
    }
    for (Number node = 0; node < before.nodes.size(); ++node) {
      if (!before.nodes[node].lone) before_.match[node] = after.node_of.at(before.nodes[node].id);
    }
  }

  std::vector<Rename> match() {
    for (int turn = 0; turn < most_turns && match_nodes(false); ++turn) {
    }
    // A node may have been renamed while something was added next to it, or removed: then the other neighbours decide.
    for (int turn = 0; turn < most_turns && match_nodes(true); ++turn) {
    }
    name_nodes();
    match_relationships();
    return std::move(renames_);
  }

 private:
  /// False when nothing more was found.
  bool match_nodes(bool known_only) {
    bool found = false;
    const auto old_groups = before_.by_colour(known_only);
    const auto new_groups = after_.by_colour(known_only);
    for (const auto& [colour, old_nodes] : old_groups) {
      const auto fitting = new_groups.find(colour);
      if (fitting == new_groups.end() || fitting->second.size() != old_nodes.size()) continue;
      if (old_nodes.size() > 1 && (known_only || !all_told_apart(old_nodes, fitting->second))) continue;
      for (std::size_t i = 0; i < old_nodes.size(); ++i) {
        before_.match[old_nodes[i]] = fitting->second[i];
        after_.match[fitting->second[i]] = fitting->second[i];
        found = true;
      }
    }
    return found;
  }

  /// Whatever is said of one of them can be said of each: nothing depends on which is taken for which.
  [[nodiscard]] bool all_told_apart(const std::vector<Number>& old_nodes, const std::vector<Number>& new_nodes) const {
    return std::all_of(old_nodes.begin(), old_nodes.end(), [&](Number node) { return before_.knows_neighbours(node); }) &&
           std::all_of(new_nodes.begin(), new_nodes.end(), [&](Number node) { return after_.knows_neighbours(node); });
  }

  void name_nodes() {
    for (Number node = 0; node < before_.match.size(); ++node) {
      const Entities::Node& old_node = before_.entities.nodes[node];
      if (old_node.lone && before_.known(node))
        renames_.push_back({{plan::Entity::Kind::node, old_node.id}, after_.entities.nodes[before_.match[node]].id});
    }
  }

  using RelationshipKey = std::tuple<Number, Number, std::string_view>;

  void match_relationships() {
    std::map<RelationshipKey, std::vector<const Entities::Relationship*>> fitting;
    for (const Entities::Relationship& relationship : after_.entities.relationships) {
      if (relationship.lone) fitting[{relationship.source, relationship.target, relationship.looks}].push_back(&relationship);
    }
    std::map<RelationshipKey, std::size_t> taken;
    for (const Entities::Relationship& relationship : before_.entities.relationships) {
      if (!relationship.lone) continue;
      const RelationshipKey key{end(relationship.source), end(relationship.target), relationship.looks};
      if (std::get<0>(key) == Entities::none || std::get<1>(key) == Entities::none) continue;
      const auto found = fitting.find(key);
      if (found == fitting.end() || taken[key] == found->second.size()) continue;
      const Entities::Relationship& other = *found->second[taken[key]++];
      renames_.push_back({{plan::Entity::Kind::relationship, relationship.id}, other.id, follows(relationship, other)});
    }
  }

  [[nodiscard]] Number end(Number node) const { return node == Entities::none ? node : before_.match[node]; }

  /// `old.host` and `new.host`: it is called after its source.
  [[nodiscard]] bool follows(const Entities::Relationship& before, const Entities::Relationship& after) const {
    if (before.source == Entities::none || after.source == Entities::none) return false;
    const std::string& old_node = before_.entities.nodes[before.source].id;
    const std::string& new_node = after_.entities.nodes[after.source].id;
    return before.id.starts_with(old_node + ".") && after.id == new_node + before.id.substr(old_node.size());
  }

  Side before_;
  Side after_;
  std::vector<Rename> renames_;
};

}  // namespace

std::vector<Rename> find_renames(const std::vector<plan::Plan>& before, const std::vector<plan::Plan>& after) {
  const Entities old_side = entities_of(before, ids_of(after));
  if (!old_side.any_lone()) return {};
  const Entities new_side = entities_of(after, ids_of(before));
  if (!new_side.any_lone()) return {};
  return Matcher(old_side, new_side).match();
}

}  // namespace planbuilder::diff
