// The abstract control flow: activities that are still placeholders, and the order between them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan/expression.h"
#include "planbuilder/plan_kinds/plan_kind.h"
#include "planbuilder/support/ids.h"
#include "planbuilder/support/rare.h"
#include "planbuilder/support/source.h"
#include "planbuilder/tosca/model/representations.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

enum class Transition {
  provision,
  terminate,
  select_strategic,  // an instance, by a strategy
  select_recursive,  // the instance that belongs to one selected before
  handle,            // an event, by an operation of the entity
  perform,           // what a step of a workflow says
  make,              // an instance, and nothing else: a workflow does the rest
  remove,            // likewise
};
std::string_view to_string(Transition transition);

/// What is handled: an event of one interface. Shared by all activities that do so.
struct HandledEvent {
  std::string interface;
  std::string operation;
  std::vector<tosca::Assignment> set_on_entry;  // attributes of the instance; `state` is one of them
  std::vector<tosca::EventHandler> handlers;    // run in this order; without any, the operation is called
  std::vector<tosca::Assignment> set_on_success;
  std::vector<tosca::Assignment> set_on_failure;
  std::vector<std::string> sent_on_failure;  // addresses, as the model writes them
  bool leaves_service = false;               // it is told to the outside
  bool is_shipped = false;                   // of the life cycle that services have which say nothing of events
  // Of a call that a kind of plan asks for.
  std::string status_on_success = {};  // empty: what the operation reports
  bool notes_failure = false;          // a failure is noted, and the plan goes on
  bool finds = false;                  // it says whether the entity is there
};

/// Events of the same entity for which nothing is called, and which are therefore no activities: they are done with this one.
struct FoldedEvents {
  std::vector<std::shared_ptr<const HandledEvent>> before;  // what it does itself
  std::vector<std::shared_ptr<const HandledEvent>> after;
};

/// What comes with an event.
struct SentInput {
  std::string name;
  plan::Expression value;
};

/// What inputs of a workflow are, where another one inlines it.
using GivenInputs = std::vector<SentInput>;

/// One thing that a step of a workflow does to its target.
struct Performed {
  const tosca::Activity* said = nullptr;  // in the model
  std::string interface = {};             // of a call: as the target names it
  std::string operation = {};
};

/// What a step of a workflow does to one target; where other workflows come in between, a part of that.
struct WorkflowPart {
  std::string step;  // its name, after those of the steps that inline its workflow
  std::vector<Performed> performed = {};
  std::optional<tosca::NodeId> host = {};  // whose machine calls run on, if the step says so; no node: the orchestrator's
  const tosca::Workflow* workflow = nullptr;
  bool is_implementation = false;  // of the whole workflow, which is a file
  std::shared_ptr<const GivenInputs> given = {};
};

/// A box of the abstract control flow: an entity and what happens to it.
struct Activity {
  std::string id;  // `entity/transition`, `entity[index]/transition`
  tosca::EntityId entity;
  std::optional<std::uint32_t> index;  // which of its representations, where the model says how many there are
  Transition transition = Transition::provision;
  std::string strategy;                    // of a strategic selection
  std::optional<tosca::EntityId> through;  // of a recursive selection: what was selected before
  bool loops = false;                      // once per instance of its entity
  bool counts_on = false;                  // of an entity with a count: it makes one more, whose index only a run knows
  std::optional<tosca::NodeId> made_with;  // of those instances only the ones made together with the chosen one of this node
  bool runs_already = false;               // the model says that there is nothing to do
  std::shared_ptr<const HandledEvent> event = {};
  bool of_service = false;        // an event of the service as a whole, whatever the entity says
  bool makes_instance = false;    // of an event: it is the first of its entity
  bool removes_instance = false;  // the last
  bool calls_nothing = false;     // of an event: it keeps others in order, or the books
  Rare<FoldedEvents> folded = {};
  Rare<std::vector<SentInput>> inputs = {};  // that were sent with the event
  Rare<plan::Expression> condition = {};     // it is done only if this holds when the plan runs
  Rare<WorkflowPart> part = {};
  std::string reason;  // why it is in the plan
  SourceRange at = {};
};

/// It chooses an instance that is there.
inline bool is_selection(const Activity& activity) {
  return activity.transition == Transition::select_strategic || activity.transition == Transition::select_recursive;
}

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
  Rare<std::string> failure_of = {};  // `from` must have failed: see plan::Edge
};

struct AbstractPlan {
  std::string name;  // the kind, with the region, event or workflow after a hyphen
  PlanKind kind;
  std::string derivation = "relationships";                    // how the order came about
  std::string derivation_reason = {};                          // why so, where nobody said it
  plan::Expression guard = {};                                 // must hold when a run begins
  std::shared_ptr<const tosca::Workflow> workflow = {};        // of the model, that it does
  std::vector<const tosca::ParameterDefinition*> inputs = {};  // that it asks for: they come before the service's
  IdVector<ActivityId, Activity> activities;                   // in topological order, declaration order breaking ties
  std::vector<Edge> edges;                                     // sorted by (from, to)
};

}  // namespace planbuilder::flow
