// A node may be there several times: how many representations an entity has, and which of them belong together.
//
// A requirement is fulfilled for each representation of its node, as often as its own count says: the relationships of the
// first representation come first.
#pragma once

#include <optional>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// One of the representations of an entity. What is there once has the index 0.
struct Representation {
  enum class Kind : std::uint8_t {
    known,    // the one with this index
    own,      // the one with the index of SELF, which only a run knows
    unknown,  // nobody said which
  };
  Kind kind = Kind::known;
  std::size_t index = 0;

  static Representation at(std::size_t index) { return {Kind::known, index}; }
  static Representation own() { return {Kind::own, 0}; }
  static Representation unknown() { return {Kind::unknown, 0}; }
  bool operator==(const Representation&) const = default;
};

/// The model says how many there are: of a node, or of a relationship or its source.
bool is_counted(const Topology& topology, EntityId entity);

/// How many there are: by a number, or by an input with a default. Nothing when only a run knows.
std::optional<std::size_t> known_count(const Topology& topology, const Value& count);
std::optional<std::size_t> known_count(const Topology& topology, NodeId node);
/// Of one representation of its source.
std::optional<std::size_t> known_count(const Topology& topology, RelationshipId relationship);

/// The ends of a relationship. Nothing for a target of which it leads to all representations.
Representation source_of(const Topology& topology, RelationshipId relationship, Representation which);
std::optional<Representation> target_of(const Topology& topology, RelationshipId relationship, Representation which);

/// The position of a relationship among those that fulfil the same requirement of one representation of a node.
Representation position_of(const Topology& topology, RelationshipId relationship, Representation which);

}  // namespace planbuilder::tosca
