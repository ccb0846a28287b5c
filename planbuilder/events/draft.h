// A plan on its way from a run to its activities and edges, and the passes over it, each in a file of its own name;
// assemble.cpp lists them.
#pragma once

#include "planbuilder/events/event_ids.h"
#include "planbuilder/events/scenario.h"

namespace planbuilder::events {

using flow::ActivityId;

/// What a plan knows of an entity.
struct Part {
  std::vector<std::uint32_t> firsts;  // handled events that no other of the entity comes before
  std::vector<std::uint32_t> lasts;
  bool has_events = false;
  ActivityId selection;
  ActivityId maker;    // the activity that makes its instance
  ActivityId remover;  // and the one that removes it
};

struct Draft {
  Draft(const Model& of, const Run& seen, const std::vector<Cause>& reasons, const Scenario& situation)
      : model(of), run(seen), causes(reasons), scenario(situation), ids(of) {
    parts.resize(of.entities());
    numbers.resize(seen.handled.size());
  }

  const Model& model;
  const Run& run;
  const std::vector<Cause>& causes;
  const Scenario& scenario;
  flow::AbstractPlan plan;
  IdVector<EntityIndex, Part> parts;
  std::vector<ActivityId> numbers;              // by handled event
  IdVector<ActivityId, ActivityId> selections;  // by activity of the plan by relationships
  std::optional<ActivityId> chosen;             // which instance of a region goes away
  EventIds ids;

  /// What started the run is no activity of its own unless it does something.
  [[nodiscard]] bool is_activity(std::uint32_t handled) const {
    const ReceiverId receiver = run.handled[handled].receiver;
    return handled > 0 || (receiver.valid() && model.event(receiver).is_implemented);
  }
  [[nodiscard]] EntityIndex entity_of(std::uint32_t handled) const { return model.owner(run.handled[handled].receiver); }

  /// What makes no instances goes over those that are there; of a region that goes away, over those made with the chosen one.
  void loop(flow::Activity& activity) const;
};

/// Which events of each entity come first and last.
void find_first_and_last(Draft& draft);

/// The instances around a region, or the choice of the one that goes away, as relationships have it.
void add_selections(Draft& draft);
/// Activities that only keep the books: of entities that no event does anything about, or that have no single first or last one.
void add_bookkeeping(Draft& draft, flow::Transition transition);
/// One activity per event that was handled.
void add_events(Draft& draft);

/// Every run must keep what caused what.
void order_by_causes(Draft& draft);
/// Instances are made before and removed after all else that is done to them.
void order_bookkeeping(Draft& draft);
/// An event comes after the selections that its entity touches; when a region goes away, after the choice of its instance.
void order_after_selections(Draft& draft);
/// Whoever reads a value comes after whoever produces it.
void order_by_data(Draft& draft);

/// Two events that only their writes keep apart were free to race for an attribute. To be asked when it is known which edges
/// follow from others.
void report_unordered_writes(const Draft& draft, Diagnostics& diagnostics);

}  // namespace planbuilder::events
