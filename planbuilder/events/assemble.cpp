#include "planbuilder/events/assemble.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>

#include "planbuilder/events/describe.h"
#include "planbuilder/events/event_ids.h"
#include "planbuilder/events/multiply.h"
#include "planbuilder/flow/edges_kept.h"
#include "planbuilder/graph/find_redundant.h"
#include "planbuilder/graph/reachability.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::events {

namespace {

using flow::ActivityId;

class Assembler {
 public:
  Assembler(const Model& model, const Run& run, const std::vector<Cause>& causes, const Scenario& scenario,
            const flow::PlanRequest& request)
      : model_(model),
        run_(run),
        causes_(causes),
        scenario_(scenario),
        request_(request),
        parts_(model.entities()),
        ids_(model) {}

  flow::AbstractPlan assemble(Diagnostics& diagnostics) {
    plan_.name = request_.name();
    plan_.kind = request_.kind;
    plan_.derivation = "events";
    find_first_and_last();
    add_selections();
    if (scenario_.makes_instances) add_bookkeeping(flow::Transition::provision);
    add_events();
    if (scenario_.removes_instances) add_bookkeeping(flow::Transition::terminate);
    add_orders();
    finish();
    flag_redundant(diagnostics);
    report_unordered_writes(diagnostics);
    if (scenario_.around && multiply_counted(plan_, *scenario_.around, model_.topology())) flag_redundant(diagnostics);
    return std::move(plan_);
  }

 private:
  /// What is known of an entity in this plan.
  struct Part {
    std::vector<std::uint32_t> firsts;  // handled events that no other of the entity comes before
    std::vector<std::uint32_t> lasts;
    bool has_events = false;
    ActivityId selection;
    ActivityId maker;    // the activity that makes its instance
    ActivityId remover;  // and the one that removes it
  };

  /// What started the run is no activity of its own unless it does something.
  [[nodiscard]] bool is_activity(std::uint32_t handled) const {
    const ReceiverId receiver = run_.handled[handled].receiver;
    return handled > 0 || (receiver.valid() && model_.event(receiver).is_implemented);
  }

  [[nodiscard]] EntityIndex entity_of(std::uint32_t handled) const { return model_.owner(run_.handled[handled].receiver); }

  void find_first_and_last() {
    std::vector<char> has_before(run_.handled.size(), 0);
    std::vector<char> has_after(run_.handled.size(), 0);
    for (const Cause& cause : causes_) {
      if (!is_activity(cause.from) || entity_of(cause.from) != entity_of(cause.to)) continue;
      has_after[cause.from] = 1;
      has_before[cause.to] = 1;
    }
    for (std::uint32_t handled = 0; handled < run_.handled.size(); ++handled) {
      if (!is_activity(handled)) continue;
      Part& part = parts_[entity_of(handled).index()];
      part.has_events = true;
      if (has_before[handled] == 0) part.firsts.push_back(handled);
      if (has_after[handled] == 0) part.lasts.push_back(handled);
    }
    settle_first_and_last();
  }

  /// Events of an entity may also be ordered by way of others.
  void settle_first_and_last() {
    const auto open = [&](const Part& part) {
      return (scenario_.makes_instances && part.firsts.size() > 1) || (scenario_.removes_instances && part.lasts.size() > 1);
    };
    if (std::none_of(parts_.begin(), parts_.end(), open)) return;
    std::vector<std::pair<graph::BareGraph::Number, graph::BareGraph::Number>> ends;
    for (const Cause& cause : causes_) {
      if (ends.empty() || ends.back() != std::pair(cause.from, cause.to)) ends.emplace_back(cause.from, cause.to);
    }
    const graph::BareGraph graph(run_.handled.size(), ends);
    graph::Reachability reachability(graph, graph.topological_order());
    const auto before = [&](std::uint32_t from, std::uint32_t to) {
      return reachability.reaches(from, to) == graph::Reachability::Answer::yes;
    };
    for (Part& part : parts_) {
      if (!open(part)) continue;
      const std::uint32_t first = part.firsts.front();
      if (std::all_of(part.firsts.begin(), part.firsts.end(), [&](std::uint32_t other) { return before(first, other); }))
        part.firsts.resize(1);
      const std::uint32_t last = part.lasts.back();
      if (std::all_of(part.lasts.begin(), part.lasts.end(), [&](std::uint32_t other) { return before(other, last); }))
        part.lasts = {last};
    }
  }

  void add_selections() {
    if (!scenario_.around) return;
    std::unordered_map<std::size_t, ActivityId> numbers;
    for (const ActivityId id : scenario_.around->activities.ids()) {
      const flow::Activity& activity = scenario_.around->activities[id];
      if (!flow::is_selection(activity)) continue;
      numbers[id.index()] = plan_.activities.add(activity);
      parts_[model_.walk.index_of(activity.entity).index()].selection = numbers[id.index()];
    }
    for (const flow::Edge& edge : scenario_.around->edges) {
      const auto from = numbers.find(edge.from.index());
      const auto to = numbers.find(edge.to.index());
      if (from == numbers.end() || to == numbers.end()) continue;
      for (const flow::Origin& origin : edge.origins) order(from->second, to->second, origin);
    }
    for (const auto& [old, number] : numbers) {
      if (scenario_.removes_instances) chosen_ = number;
    }
  }

  /// Activities that only keep the books: of entities that no event does anything about, or that have no single first or last
  /// one.
  void add_bookkeeping(flow::Transition transition) {
    const bool up = transition == flow::Transition::provision;
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) {
      const EntityIndex entity(i);
      Part& part = parts_[i];
      const std::size_t ends = up ? part.firsts.size() : part.lasts.size();
      if (!scenario_.keeps_books_of(entity) || ends == 1) continue;
      if (!part.has_events && !scenario_.start.event) continue;  // an event that was sent is about those that get it
      flow::Activity activity;
      activity.entity = model_.walk.entity(entity);
      activity.id = ids_.unique(escape_id(model_.topology().id_of(activity.entity)) + "/" + std::string(to_string(transition)));
      activity.transition = transition;
      activity.runs_already = true;  // nothing is called for it
      activity.at = model_.at(entity);
      activity.reason = part.has_events ? "several of its events may come first or last: its instance is kept by itself"
                                        : "no event does anything about it, but it is a part of the service";
      loop(activity);
      (up ? part.maker : part.remover) = plan_.activities.add(std::move(activity));
    }
  }

  void loop(flow::Activity& activity) const {
    if (!scenario_.removes_instances) return;
    activity.loops = true;
    if (chosen_) activity.made_with = std::get<tosca::NodeId>(plan_.activities[*chosen_].entity);
  }

  void add_events() {
    numbers_.resize(run_.handled.size());
    for (std::uint32_t handled = 0; handled < run_.handled.size(); ++handled) {
      if (is_activity(handled)) numbers_[handled] = plan_.activities.add(activity_of(handled));
    }
  }

  flow::Activity activity_of(std::uint32_t number) {
    const Handled& handled = run_.handled[number];
    const EntityIndex entity = model_.owner(handled.receiver);
    const Event& event = model_.event(handled.receiver);
    flow::Activity activity;
    activity.of_service = entity == model_.walk.service();
    activity.entity = activity.of_service ? tosca::EntityId(tosca::NodeId()) : model_.walk.entity(entity);
    activity.transition = flow::Transition::handle;
    activity.event = shared_event(handled.receiver);
    activity.id = ids_.next(handled.receiver);
    activity.at = activity.of_service ? event.at : model_.at(entity);
    activity.reason = reason_of(handled);
    if (handled.condition != nothing) activity.condition = run_.conditions[handled.condition];
    if (handled.inputs != nothing) activity.inputs = run_.inputs[handled.inputs];
    if (activity.of_service) return activity;
    Part& part = parts_[entity.index()];
    if (!scenario_.contains(entity)) return activity;
    loop(activity);
    const ActivityId id(plan_.activities.size());
    if (scenario_.makes_instances && part.firsts.size() == 1 && part.firsts.front() == number) {
      activity.makes_instance = true;
      part.maker = id;
    }
    if (scenario_.removes_instances && part.lasts.size() == 1 && part.lasts.front() == number) {
      activity.removes_instance = true;
      part.remover = id;
    }
    return activity;
  }

  [[nodiscard]] std::string reason_of(const Handled& handled) const {
    if (handled.sender == nothing) return "it is what the plan is for";
    const Handled& sender = run_.handled[handled.sender];
    return "it is sent by " + (sender.receiver.valid() ? model_.name(sender.receiver) : "the start");
  }

  std::shared_ptr<const flow::HandledEvent> shared_event(ReceiverId receiver) {
    auto& shared = events_[&model_.event(receiver)];
    if (!shared) shared = describe_event(model_.behaviour(model_.owner(receiver)), model_.event(receiver));
    return shared;
  }

  std::shared_ptr<const flow::HandledEvent> describe_event(const Behaviour& behaviour, const Event& event) const {
    auto handled = std::make_shared<flow::HandledEvent>();
    handled->interface = behaviour.interfaces[event.interface].name;
    handled->operation = event.name;
    for (const Effect* effect : {&event.on_entry, &event.on_success}) {
      for (const Setting& setting : effect->settings) {
        const bool state = to_text(model_.constants[behaviour.attributes[setting.attribute].name]) == "state";
        if (state && setting.value.kind == Operand::Kind::constant)
          handled->state = to_text(model_.constants[setting.value.constant]);
      }
    }
    const tosca::EventRules& rules = event.rules ? *event.rules : tosca::no_event_rules;
    handled->handlers = rules.handlers;
    handled->set_on_failure = rules.on_failure.set;
    for (const tosca::EventTrigger& trigger : rules.on_failure.triggers)
      handled->sent_on_failure.push_back(tosca::to_string(trigger.event));
    const bool of_service = behaviour.interfaces[event.interface].name.empty();
    handled->leaves_service = of_service && !event.is_implemented && event.on_success.sendings.empty();
    return handled;
  }

  void order(ActivityId from, ActivityId to, flow::Origin origin) {
    flow::Edge& edge = extra_.emplace_back();
    edge.from = from;
    edge.to = to;
    edge.origins.push_back(std::move(origin));
  }

  void add_orders() {
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) keep_books_in_order(EntityIndex(i));
    if (scenario_.around) order_after_selections();
    for (const DataUse& data : run_.data)
      order(numbers_[data.producer], numbers_[data.consumer], {"data", data.need->reason, data.need->at});
  }

  void keep_books_in_order(EntityIndex entity) {
    const Part& part = parts_[entity.index()];
    if (part.maker.valid() && part.firsts.size() > 1) {
      for (const std::uint32_t first : part.firsts)
        order(part.maker, numbers_[first], {"instance", "its instance is made first", model_.at(entity)});
    }
    if (part.remover.valid() && part.lasts.size() > 1) {
      for (const std::uint32_t last : part.lasts)
        order(numbers_[last], part.remover, {"instance", "its instance is removed last", model_.at(entity)});
    }
    if (!model_.walk.is_node(entity) && part.maker.valid()) join_after_target(entity);
  }

  /// The instance of a relationship leads to that of its target, unless events want it to be there first.
  void join_after_target(EntityIndex entity) {
    const Part& part = parts_[entity.index()];
    const auto& relationship = model_.topology().relationships[std::get<tosca::RelationshipId>(model_.walk.entity(entity))];
    const Part& target = parts_[relationship.target.index()];
    const ActivityId before = target.maker.valid() ? target.maker : target.selection;
    const bool too_late = target.maker.valid() && std::any_of(part.firsts.begin(), part.firsts.end(), [&](std::uint32_t first) {
                            return numbers_[first] <= target.maker;
                          });
    if (before.valid() && !too_late) order(before, part.maker, {"instance", "it leads to that instance", model_.at(entity)});
  }

  /// An event comes after the selections that its entity touches; when a region goes away, after the choice of its instance.
  void order_after_selections() {
    for (std::uint32_t handled = 0; handled < run_.handled.size(); ++handled) {
      if (!is_activity(handled) || entity_of(handled) == model_.walk.service()) continue;
      const EntityIndex entity = entity_of(handled);
      if (chosen_ && scenario_.contains(entity)) {
        order(*chosen_, numbers_[handled], {"choice of the region's instance", "it is chosen first", model_.at(entity)});
      } else if (!chosen_) {
        for (const EntityIndex near : neighbours(entity)) {
          const ActivityId selection = parts_[near.index()].selection;
          if (selection.valid())
            order(selection, numbers_[handled],
                  {"selection", "the instance of " + model_.name(near) + " must be selected before", model_.at(near)});
        }
      }
    }
  }

  /// The entity itself, what it is joined with, and the machine that it stands on.
  [[nodiscard]] std::set<EntityIndex> neighbours(EntityIndex entity) const {
    const tosca::Topology& topology = model_.topology();
    std::set<EntityIndex> near{entity};
    const auto add_node = [&](tosca::NodeId node) {
      near.insert(model_.walk.index_of(node));
      if (topology.nodes[node].machine.valid()) near.insert(model_.walk.index_of(topology.nodes[node].machine));
    };
    const auto add_ends = [&](tosca::RelationshipId id) {
      near.insert(model_.walk.index_of(id));
      add_node(topology.relationships[id].source);
      add_node(topology.relationships[id].target);
    };
    if (!model_.walk.is_node(entity)) {
      add_ends(std::get<tosca::RelationshipId>(model_.walk.entity(entity)));
      return near;
    }
    const tosca::NodeId node = std::get<tosca::NodeId>(model_.walk.entity(entity));
    add_node(node);
    for (const tosca::RelationshipId id : topology.nodes[node].outgoing) add_ends(id);
    for (const tosca::RelationshipId id : topology.nodes[node].incoming) {
      if (scenario_.contains(model_.walk.index_of(id))) add_ends(id);
    }
    return near;
  }

  void finish() {
    plan_.edges.reserve(causes_.size() + extra_.size());
    for (const Cause& cause : causes_) {
      if (!is_activity(cause.from)) continue;
      add_edge(numbers_[cause.from], numbers_[cause.to], origin_of(model_, run_, cause));
    }
    if (!extra_.empty()) {
      for (flow::Edge& edge : extra_) plan_.edges.push_back(std::move(edge));
      renumber();
      std::stable_sort(plan_.edges.begin(), plan_.edges.end(), [](const flow::Edge& left, const flow::Edge& right) {
        return std::tie(left.from, left.to) < std::tie(right.from, right.to);
      });
      std::vector<flow::Edge> all = std::exchange(plan_.edges, {});
      for (flow::Edge& edge : all) {
        if (plan_.edges.empty() || plan_.edges.back().from != edge.from || plan_.edges.back().to != edge.to) {
          plan_.edges.push_back(std::move(edge));
        } else {
          for (flow::Origin& origin : edge.origins) plan_.edges.back().origins.push_back(std::move(origin));
        }
      }
    }
  }

  /// What keeps the books may have to stand later than where it was put: of the activities that are ready the first is next.
  void renumber() {
    std::vector<std::pair<graph::BareGraph::Number, graph::BareGraph::Number>> ends;
    ends.reserve(plan_.edges.size());
    for (const flow::Edge& edge : plan_.edges) ends.emplace_back(edge.from.index(), edge.to.index());
    if (std::all_of(ends.begin(), ends.end(), [](const auto& edge) { return edge.first < edge.second; })) return;
    const graph::BareGraph graph(plan_.activities.size(), ends);
    std::vector<std::size_t> waits(plan_.activities.size());
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i < waits.size(); ++i) {
      waits[i] = graph.in(static_cast<graph::BareGraph::Number>(i)).size();
      if (waits[i] == 0) ready.push(i);
    }
    IdVector<ActivityId, flow::Activity> sorted;
    std::vector<ActivityId> places(plan_.activities.size());
    while (!ready.empty()) {
      const std::size_t next = ready.top();
      ready.pop();
      places[next] = sorted.add(std::move(plan_.activities[ActivityId(next)]));
      for (const auto& arc : graph.out(static_cast<graph::BareGraph::Number>(next))) {
        if (--waits[arc.vertex] == 0) ready.push(arc.vertex);
      }
    }
    plan_.activities = std::move(sorted);
    for (flow::Edge& edge : plan_.edges) {
      edge.from = places[edge.from.index()];
      edge.to = places[edge.to.index()];
    }
    for (ActivityId& number : numbers_) {
      if (number.valid()) number = places[number.index()];
    }
  }

  /// Edges come sorted: equal ones follow each other.
  void add_edge(ActivityId from, ActivityId to, flow::Origin origin) {
    if (plan_.edges.empty() || plan_.edges.back().from != from || plan_.edges.back().to != to) {
      if (!plan_.edges.empty()) plan_.edges.back().origins.shrink_to_fit();  // millions of edges: what is spare adds up
      flow::Edge& edge = plan_.edges.emplace_back();
      edge.from = from;
      edge.to = to;
    }
    plan_.edges.back().origins.push_back(std::move(origin));
  }

  void flag_redundant(Diagnostics& diagnostics) {
    std::vector<std::pair<graph::BareGraph::Number, graph::BareGraph::Number>> ends;
    ends.reserve(plan_.edges.size());
    for (const flow::Edge& edge : plan_.edges) ends.emplace_back(edge.from.index(), edge.to.index());
    const graph::RedundantEdges found = graph::find_redundant(plan_.activities.size(), ends);
    for (std::size_t i = 0; i < plan_.edges.size(); ++i) plan_.edges[i].redundant = found.redundant[i] != 0;
    is_reduced_ = found.exact;
    if (!found.exact) flow::note_edges_kept(plan_.name, found, diagnostics);
  }

  /// Two events that only their writes keep apart were free to race for an attribute.
  void report_unordered_writes(Diagnostics& diagnostics) const {
    if (!is_reduced_) return;                            // what follows from others is not known for certain
    std::set<std::pair<SourceRange, SourceRange>> said;  // types share what they inherit
    for (std::size_t i = 0; i < causes_.size(); ++i) {
      const Cause& cause = causes_[i];
      if (cause.kind != Cause::Kind::overwrites || !is_activity(cause.from) || writes_same(cause)) continue;
      const auto edge =
          std::lower_bound(plan_.edges.begin(), plan_.edges.end(), cause, [&](const flow::Edge& left, const Cause& right) {
            return std::pair(left.from, left.to) < std::pair(numbers_[right.from], numbers_[right.to]);
          });
      const bool alone = std::all_of(edge->origins.begin(), edge->origins.end(),
                                     [](const flow::Origin& origin) { return origin.rule == "overwrites"; });
      const ReceiverId first = run_.handled[cause.from].receiver;
      const ReceiverId second = run_.handled[cause.to].receiver;
      if (edge->redundant || !alone || !said.emplace(model_.event(first).at, model_.event(second).at).second) continue;
      diagnostics
          .warning(Code::unordered_writes, model_.event(second).at,
                   model_.name(first) + " and " + model_.name(second) + " both write " +
                       model_.name(run_.writes[cause.evidence].variable) + ", and nothing else says which comes first")
          .explain("the plan lets them come in this order, which is that of the declaration")
          .note("the other one is here", model_.event(first).at);
    }
  }

  [[nodiscard]] bool writes_same(const Cause& overwrites) const {
    const Write& second = run_.writes[overwrites.evidence];
    const Handled& first = run_.handled[overwrites.from];
    for (std::uint32_t write = first.end_of_writes; write-- > first.first_write;) {
      if (run_.writes[write].variable == second.variable) return run_.writes[write].value == second.value;
    }
    return false;
  }

  const Model& model_;
  const Run& run_;
  const std::vector<Cause>& causes_;
  const Scenario& scenario_;
  const flow::PlanRequest& request_;
  std::vector<Part> parts_;  // by entity
  flow::AbstractPlan plan_;
  std::vector<ActivityId> numbers_;  // by handled event
  std::vector<flow::Edge> extra_;
  bool is_reduced_ = false;
  std::optional<ActivityId> chosen_;  // which instance of a region goes away
  std::unordered_map<const Event*, std::shared_ptr<const flow::HandledEvent>> events_;
  EventIds ids_;
};

}  // namespace

flow::AbstractPlan assemble(const Model& model, const Run& run, const std::vector<Cause>& causes, const Scenario& scenario,
                            const flow::PlanRequest& request, Diagnostics& diagnostics) {
  return Assembler(model, run, causes, scenario, request).assemble(diagnostics);
}

}  // namespace planbuilder::events
