// The abstract control flow: activities that are still placeholders, and the order between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/ids.h"
#include "planbuilder/support/source.h"
#include "planbuilder/tosca/representations.h"
#include "planbuilder/tosca/topology.h"

namespace planbuilder::flow {

enum class PlanKind { build, terminate, scale_out, scale_in };
inline constexpr std::size_t plan_kinds = 4;
std::string_view to_string(PlanKind kind);

enum class Transition {
  provision,
  terminate,
  select_strategic,  // an instance, by a strategy
  select_recursive,  // the instance that belongs to one selected before
};
std::string_view to_string(Transition transition);

/// A box of the abstract control flow: an entity and what happens to it.
struct Activity {
  std::string id;  // `entity/transition`, `entity[index]/transition`
  tosca::EntityId entity;
  std::optional<std::uint32_t> index;  // which of its representations, where the model says how many there are
  Transition transition = Transition::provision;
  std::string strategy;                    // of a strategic selection
  std::optional<tosca::EntityId> through;  // of a recursive selection: what was selected before
  bool loops = false;                      // once per instance of its entity
  std::optional<tosca::NodeId> made_with;  // of those instances only the ones made together with the chosen one of this node
  bool runs_already = false;               // the model says that there is nothing to do
  std::string reason;                      // why it is in the plan
  SourceRange at = {};
};

/// Which representation of its entity the activity works on.
tosca::Representation representation_of(const Activity& activity);

/// Why one activity comes before another: the rule, in words, and what in the model caused it.
struct Origin {
  std::string rule;
  std::string reason;
  SourceRange at = {};
  // Of the rule of a relationship there are as many as edges, so their words are put together when someone reads them.
  tosca::RelationshipId relationship = {};
  std::string_view why = {};  // a literal, said after the names of both ends
};

std::string reason_of(const Origin& origin, const tosca::Topology& topology);

using ActivityId = Id<struct AbstractActivityTag>;

/// `from` must be done before `to` starts. Redundant edges follow from others; they are kept for their reasons.
struct Edge {
  ActivityId from;
  ActivityId to;
  bool redundant = false;
  std::vector<Origin> origins;
};

struct AbstractPlan {
  std::string name;  // the kind, with the region after a hyphen
  PlanKind kind = PlanKind::build;
  IdVector<ActivityId, Activity> activities;  // in topological order, declaration order breaking ties
  std::vector<Edge> edges;                    // sorted by (from, to)
};

}  // namespace planbuilder::flow
