#include "plugins/check_inputs.h"

#include <algorithm>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/graph/reachability.h"
#include "planbuilder/plan/walk.h"

namespace planbuilder::plugins {

namespace {

using flow::ActivityId;
using flow::Transition;
using Number = graph::BareGraph::Number;

/// Whether one activity comes before another. Most questions are about neighbours; for the others an index is made.
class Precedence {
 public:
  explicit Precedence(const flow::AbstractPlan& plan) : plan_(plan) {}

  bool operator()(ActivityId first, ActivityId second) {
    if (!(first < second)) return false;  // they stand in topological order
    const auto less = [](const flow::Edge& edge, const std::pair<ActivityId, ActivityId>& ends) {
      return std::tie(edge.from, edge.to) < std::tie(ends.first, ends.second);
    };
    const auto edge = std::lower_bound(plan_.edges.begin(), plan_.edges.end(), std::pair(first, second), less);
    if (edge != plan_.edges.end() && edge->from == first && edge->to == second) return true;
    if (!index_) make_index();
    // What is too entangled to tell is believed: the passes made an edge for it.
    return index_->reaches(static_cast<Number>(first.index()), static_cast<Number>(second.index())) !=
           graph::Reachability::Answer::no;
  }

 private:
  void make_index() {
    std::vector<std::pair<Number, Number>> ends;
    for (const flow::Edge& edge : plan_.edges) {
      if (!edge.redundant) ends.emplace_back(edge.from.index(), edge.to.index());
    }
    graph_.emplace(plan_.activities.size(), ends);
    index_.emplace(*graph_, graph_->topological_order());
  }

  const flow::AbstractPlan& plan_;
  std::optional<graph::BareGraph> graph_;
  std::optional<graph::Reachability> index_;
};

class Checker {
 public:
  Checker(const plan::Plan& plan, const flow::AbstractPlan& abstract, const tosca::Topology& topology, Diagnostics& diagnostics)
      : plan_(plan), abstract_(abstract), topology_(topology), diagnostics_(diagnostics), comes_before_(abstract) {
    nodes_.resize(topology.nodes.size());
    relationships_.resize(topology.relationships.size());
    for (const ActivityId id : abstract.activities.ids()) {
      const flow::Activity& activity = abstract.activities[id];
      if (makes(activity) || removes(activity)) makers_of(activity.entity).push_back(id);
    }
  }

  void check() {
    for (const ActivityId id : abstract_.activities.ids()) {
      bool is_recorded = !makes(abstract_.activities[id]);
      for (const plan::Step& step : plan_.activities[plan::ActivityId(id.index())].steps) {
        plan::for_each_argument(step.action, [&](const plan::Argument& argument) { check(id, step, argument, is_recorded); });
        is_recorded = is_recorded || std::holds_alternative<plan::Record>(step.action);
      }
    }
  }

 private:
  /// An instance is there afterwards. Of all that happens to an entity by events this is the first.
  static bool makes(const flow::Activity& activity) {
    if (activity.transition == Transition::handle) return activity.makes_instance && !activity.of_service;
    return activity.transition != Transition::terminate;
  }
  static bool removes(const flow::Activity& activity) {
    if (activity.transition == Transition::handle) return activity.removes_instance && !activity.of_service;
    return activity.transition == Transition::terminate;
  }

  /// What makes it, or removes it.
  std::vector<ActivityId>& makers_of(tosca::EntityId entity) {
    const auto* node = std::get_if<tosca::NodeId>(&entity);
    return node != nullptr ? nodes_[*node] : relationships_[std::get<tosca::RelationshipId>(entity)];
  }

  void check(ActivityId reader, const plan::Step& step, const plan::Argument& argument, bool is_recorded) {
    plan::for_each_entity_read(argument.value, [&]<class Read>(const Read& read, SourceRange at) {
      const auto entity = flow::find_entity(topology_, read.of.entity);
      if (!entity) return;
      const bool indexed = read.of.which == plan::EntityReference::Which::indexed;
      const auto& makers = makers_of(*entity);
      // What nothing makes or removes is outside: it is there already, and stays.
      if (makers.empty()) return;
      const auto is_there = [&](ActivityId maker) {
        const flow::Activity& activity = abstract_.activities[maker];
        if (indexed && activity.index && read.of.index != *activity.index) return false;
        return maker == reader ? is_recorded || std::is_same_v<Read, plan::PropertyRead> : is_readable(maker, reader);
      };
      if (std::none_of(makers.begin(), makers.end(), is_there)) report(step, makers.front(), *entity, last_word(read), at);
    });
  }

  /// What is made or selected must be so before; what is removed must be there still.
  bool is_readable(ActivityId maker, ActivityId reader) {
    const flow::Activity& activity = abstract_.activities[maker];
    if (!removes(activity)) return comes_before_(maker, reader);
    const bool stays = activity.runs_already && !activity.loops;
    return stays || comes_before_(reader, maker);
  }

  void report(const plan::Step& step, ActivityId maker, tosca::EntityId entity, const std::string& what, SourceRange at) {
    const flow::Activity& activity = abstract_.activities[maker];
    const bool is_removed = removes(activity);
    diagnostics_
        .error(Code::input_unavailable, at,
               "'" + step.id + "' reads '" + what + "' of '" + topology_.id_of(entity) + "', which " +
                   (is_removed ? "may be gone by then" : "is not there by then"))
        .note("'" + activity.id + "' " + (is_removed ? "does not come after it" : "does not come before it"), activity.at);
  }

  const plan::Plan& plan_;
  const flow::AbstractPlan& abstract_;
  const tosca::Topology& topology_;
  Diagnostics& diagnostics_;
  Precedence comes_before_;
  IdVector<tosca::NodeId, std::vector<ActivityId>> nodes_;
  IdVector<tosca::RelationshipId, std::vector<ActivityId>> relationships_;
};

}  // namespace

void check_inputs(const plan::Plan& plan, const flow::AbstractPlan& abstract, const tosca::Topology& topology,
                  Diagnostics& diagnostics) {
  Checker(plan, abstract, topology, diagnostics).check();
}

}  // namespace planbuilder::plugins
