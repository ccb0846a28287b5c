#include "plugins/check_inputs.h"

#include <algorithm>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/flow/workflow/conditions.h"
#include "planbuilder/graph/reachability.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "plugins/parameters/secrets.h"

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

/// A step, and whether the instance that its activity makes is there when it runs.
struct ReadingStep {
  ActivityId activity;
  const plan::Step& step;
  bool is_recorded;
};

/// What a path leads to inside of collections that are written out.
const plan::Expression* follow(const plan::Expression& value, const plan::Path& path) {
  const plan::Expression* at = &value;
  for (const auto& word : path) {
    const auto* key = std::get_if<std::string>(&word);
    const auto* map = at->get_if<plan::ExpressionMap>();
    const auto* list = at->get_if<plan::ExpressionList>();
    at = nullptr;
    if (key != nullptr && map != nullptr) {
      const auto found = std::find_if(map->begin(), map->end(), [&](const auto& entry) { return entry.key == *key; });
      if (found != map->end()) at = &found->value;
    } else if (key == nullptr && list != nullptr) {
      const auto index = static_cast<std::size_t>(std::get<std::int64_t>(word));
      if (index < list->size()) at = &(*list)[index];
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

bool has_own_index(const plan::Expression& value) {
  bool found = false;
  plan::for_each_function(value, [&](const plan::Function& function, const plan::Expression&) {
    found = found || std::holds_alternative<plan::OwnIndex>(function.data);
  });
  return found;
}

class Checker {
 public:
  Checker(plan::Plan& plan, const flow::AbstractPlan& abstract, Surroundings& around, Diagnostics& diagnostics)
      : plan_(plan),
        abstract_(abstract),
        around_(around),
        topology_(around.topology()),
        diagnostics_(diagnostics),
        comes_before_(abstract) {
    nodes_.resize(topology_.nodes.size());
    relationships_.resize(topology_.relationships.size());
    for (const ActivityId id : abstract.activities.ids()) {
      const flow::Activity& activity = abstract.activities[id];
      if (makes(activity) || removes(activity)) makers_of(activity.entity).push_back(id);
    }
  }

  void check() {
    for (const ActivityId id : abstract_.activities.ids()) {
      bool is_recorded = !makes(abstract_.activities[id]);
      for (plan::Step& step : plan_.activities[plan::ActivityId(id.index())].steps) {
        const ReadingStep reader{id, step, is_recorded};
        plan::for_each_argument(step.action, [&](plan::Argument& argument) {
          put_in(reader, argument.value);
          check(reader, argument.value);
        });
        if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) check_outputs(reader, *invoke);
        is_recorded = is_recorded || std::holds_alternative<plan::Record>(step.action);
      }
    }
  }

 private:
  /// An instance is there afterwards. Of all that happens to an entity by events this is the first.
  static bool makes(const flow::Activity& activity) {
    if (activity.transition == Transition::handle) return activity.makes_instance && !activity.of_service;
    return activity.transition != Transition::terminate && activity.transition != Transition::remove &&
           activity.transition != Transition::perform;
  }
  static bool removes(const flow::Activity& activity) {
    if (activity.transition == Transition::handle) return activity.removes_instance && !activity.of_service;
    return activity.transition == Transition::terminate || activity.transition == Transition::remove;
  }

  /// What makes it, or removes it.
  std::vector<ActivityId>& makers_of(tosca::EntityId entity) {
    const auto* node = std::get_if<tosca::NodeId>(&entity);
    return node != nullptr ? nodes_[*node] : relationships_[std::get<tosca::RelationshipId>(entity)];
  }

  /// A property does not change: where it cannot be looked up, what it is made of does as well. Often that is an input. Secrets
  /// are not kept with the instance, so that a run asks for them again.
  void put_in(const ReadingStep& reader, plan::Expression& value, std::size_t depth = 0) {
    constexpr std::size_t deepest = 32;
    if (auto* list = std::get_if<plan::ExpressionList>(&value.data)) {
      for (plan::Expression& item : *list) put_in(reader, item, depth);
    } else if (auto* map = std::get_if<plan::ExpressionMap>(&value.data)) {
      for (plan::ExpressionEntry& entry : *map) put_in(reader, entry.value, depth);
    }
    auto* function = std::get_if<Boxed<plan::Function>>(&value.data);
    if (function == nullptr) return;
    const auto* read = std::get_if<plan::PropertyRead>(&(**function).data);
    if (read == nullptr) {
      for (plan::Expression* part : parts_of(**function)) put_in(reader, *part, depth);
    } else if (depth < deepest && (!is_there(reader, *read) || is_secret_read(*read) || is_recorded_early(*read))) {
      auto made_of = what_makes(*read);
      if (!made_of) return;
      put_in(reader, *made_of, depth + 1);
      if (is_readable(reader, *made_of)) value.data = std::move(made_of->data);
    }
  }

  bool is_secret_read(const plan::PropertyRead& read) {
    const auto entity = flow::find_entity(topology_, read.of.entity);
    return entity && is_secret(around_, *entity, read.name);
  }

  /// What a workflow builds is recorded before its steps give anything attributes: properties that read these are not.
  bool is_recorded_early(const plan::PropertyRead& read) {
    const auto entity = flow::find_entity(topology_, read.of.entity);
    if (!entity) return false;
    const auto& makers = makers_of(*entity);
    if (makers.empty() || abstract_.activities[makers.front()].transition != Transition::make) return false;
    const auto made_of = what_makes(read);
    return made_of && flow::may_change(*made_of);
  }

  std::optional<plan::Expression> what_makes(const plan::PropertyRead& read) const {
    const auto entity = flow::find_entity(topology_, read.of.entity);
    const Value* value = entity ? topology_.property(*entity, read.name) : nullptr;
    if (value == nullptr) return std::nullopt;
    const bool indexed = read.of.which == plan::EntityReference::Which::indexed;
    const auto which = indexed ? tosca::Representation::at(read.of.index) : tosca::Representation::unknown();
    const plan::Expression whole =
        plan::to_expression(tosca::evaluate({topology_, *entity, nullptr, true, nullptr, which}, *value));
    const plan::Expression* part = follow(whole, read.path);
    if (part == nullptr || has_own_index(*part)) return std::nullopt;
    return *part;
  }

  bool is_readable(const ReadingStep& reader, const plan::Expression& value) {
    bool readable = true;
    plan::for_each_entity_read(value, [&](const auto& read, SourceRange) { readable = readable && is_there(reader, read); });
    return readable;
  }

  void check(const ReadingStep& reader, const plan::Expression& value) {
    plan::for_each_entity_read(value, [&](const auto& read, SourceRange at) {
      if (!is_there(reader, read))
        report("reads '" + last_word(read) + "' of", reader.step, *flow::find_entity(topology_, read.of.entity), at);
    });
  }

  /// What an operation gives to others has somewhere to go.
  void check_outputs(const ReadingStep& giver, const plan::Invoke& invoke) {
    const flow::Activity& activity = abstract_.activities[giver.activity];
    for (const plan::OutputMapping& output : invoke.outputs) {
      const auto entity = flow::find_entity(topology_, output.entity);
      if (!entity || *entity == activity.entity || is_there(giver, *entity, output.index, true)) continue;
      report("gives '" + output.attribute + "' to", giver.step, *entity, activity.at);
    }
  }

  template <class Read>
  bool is_there(const ReadingStep& reader, const Read& read) {
    const auto entity = flow::find_entity(topology_, read.of.entity);
    const bool indexed = read.of.which == plan::EntityReference::Which::indexed;
    const auto index = indexed ? std::optional(read.of.index) : std::nullopt;
    return !entity || is_there(reader, *entity, index, reader.is_recorded || std::is_same_v<Read, plan::PropertyRead>);
  }

  /// `own` says whether the step can use what its own activity makes.
  bool is_there(const ReadingStep& reader, tosca::EntityId entity, std::optional<std::uint32_t> index, bool own) {
    const auto& makers = makers_of(entity);
    // What nothing makes or removes is outside: it is there already, and stays.
    if (makers.empty()) return true;
    return std::any_of(makers.begin(), makers.end(), [&](ActivityId maker) {
      const flow::Activity& activity = abstract_.activities[maker];
      if (index && activity.index && *index != *activity.index) return false;
      return maker != reader.activity ? is_kept(maker, reader.activity) : own;
    });
  }

  /// What is made or selected must be so before; what is removed must be there still.
  bool is_kept(ActivityId maker, ActivityId reader) {
    const flow::Activity& activity = abstract_.activities[maker];
    if (!removes(activity)) return comes_before_(maker, reader);
    if (activity.transition == Transition::remove) return true;  // that is done when a workflow is
    const bool stays = activity.runs_already && !activity.loops;
    return stays || comes_before_(reader, maker);
  }

  void report(const std::string& does, const plan::Step& step, tosca::EntityId entity, SourceRange at) {
    const flow::Activity& activity = abstract_.activities[makers_of(entity).front()];
    const bool is_removed = removes(activity);
    diagnostics_
        .error(Code::input_unavailable, at,
               "'" + step.id + "' " + does + " '" + topology_.id_of(entity) + "', which " +
                   (is_removed ? "may be gone by then" : "is not there by then"))
        .note("'" + activity.id + "' " + (is_removed ? "does not come after it" : "does not come before it"), activity.at);
  }

  plan::Plan& plan_;
  const flow::AbstractPlan& abstract_;
  Surroundings& around_;
  const tosca::Topology& topology_;
  Diagnostics& diagnostics_;
  Precedence comes_before_;
  IdVector<tosca::NodeId, std::vector<ActivityId>> nodes_;
  IdVector<tosca::RelationshipId, std::vector<ActivityId>> relationships_;
};

}  // namespace

void check_inputs(plan::Plan& plan, const flow::AbstractPlan& abstract, Surroundings& around, Diagnostics& diagnostics) {
  Checker(plan, abstract, around, diagnostics).check();
}

}  // namespace planbuilder::plugins
