#include <algorithm>
#include <memory>

#include "planbuilder/flow/called_operations.h"
#include "planbuilder/flow/find_entity.h"
#include "planbuilder/flow/leave_out.h"
#include "planbuilder/flow/order_ends.h"
#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/plan/run_functions.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

namespace {

/// The state of the instance that an activity works on is one of these.
plan::Expression is_in_state(const plan::Entity& entity, const std::vector<std::string>& states) {
  if (states.empty()) return {};
  plan::AttributeRead own;
  own.of.entity = entity;
  own.name = "state";
  plan::ExpressionList wanted;
  for (const std::string& state : states) wanted.push_back({state});
  std::vector<plan::Expression> arguments;
  arguments.push_back(plan::computed({std::move(own)}));
  arguments.push_back({std::move(wanted)});
  return plan::computed(plan::make_function("valid_values", std::move(arguments)));
}

std::vector<tosca::Assignment> state_is(const std::string& state) {
  if (state.empty()) return {};
  tosca::Assignment set;
  set.name = "state";
  set.value = {state};
  return {std::move(set)};
}

/// How an activity of a relationship and those of its ends follow each other.
Order order_of(const Rule& rule, CallOrder wanted) {
  switch (wanted) {
    case CallOrder::build: return rule.order(Direction::build);
    case CallOrder::terminate: return rule.order(Direction::terminate);
    case CallOrder::sources_first: return Order::source_first;
    case CallOrder::targets_first:
    case CallOrder::any: break;
  }
  return Order::target_first;
}

/// Adds the activities of one phase after the other. A node that calls nothing is there at first, so that the order leads through
/// it.
class PhaseAdder {
 public:
  explicit PhaseAdder(Flow& flow) : flow_(flow), inside_(flow.topology.relationships.size(), 1) {
    nodes_.resize(flow.topology.nodes.size());
    latest_.resize(flow.topology.relationships.size());
    if (flow.request.region == nullptr) return;
    std::fill(inside_.begin(), inside_.end(), 0);
    for (const tosca::RelationshipId id : flow.request.region->relationships) inside_[id.index()] = 1;
  }

  void add(const Phase& phase) {
    for (const tosca::NodeId id : flow_.topology.nodes.ids()) {
      const auto called = flow_.is_inside(id) ? find_called(flow_.topology, id, phase) : std::nullopt;
      if (called) {
        add_call(id, *called, phase, nodes_[id]);
      } else if (phase.order != CallOrder::any) {
        add_idle(id, phase, nodes_[id]);
      }
    }
    for (const tosca::RelationshipId id : flow_.topology.relationships.ids()) {
      const auto called = inside_[id.index()] != 0 ? find_called(flow_.topology, id, phase) : std::nullopt;
      if (called) add_call(id, *called, phase, latest_[id]);
      if (phase.order != CallOrder::any) put_in_order(id, called.has_value(), phase);
    }
  }

  [[nodiscard]] bool calls_anything() const { return std::find(idle_.begin(), idle_.end(), 0) != idle_.end(); }

  /// What calls nothing goes, unless it keeps many others in order.
  void leave_out_idle() {
    merge_edges(flow_.plan);
    if (topological_order(flow_.plan).size() < flow_.plan.activities.size())
      return report_cycles(flow_.plan, flow_.topology, flow_.diagnostics);
    using Number = graph::ShortCuts::Number;
    graph::ShortCuts short_cuts(flow_.plan.activities.size());
    for (const Edge& edge : flow_.plan.edges)
      short_cuts.add(static_cast<Number>(edge.from.index()), static_cast<Number>(edge.to.index()));
    short_cuts.take_out(idle_);
    leave_out(flow_.plan, short_cuts, "order");
  }

 private:
  void add_call(tosca::EntityId entity, const CalledOperation& called, const Phase& phase, ActivityId& latest) {
    HandledEvent event;
    event.interface = called.interface;
    event.operation = called.operation;
    event.set_on_entry = state_is(phase.during);
    event.set_on_success = state_is(phase.state);
    event.status_on_success = phase.status;
    event.notes_failure = phase.notes_failure;
    event.finds = phase.finds;
    Activity& activity = add_activity(entity, std::move(event), false, latest);
    activity.reason = "its interface '" + called.interface + "' implements '" + called.operation + "'";
    activity.loops = true;  // over the instances that are there
    if (!phase.from.empty()) activity.condition = is_in_state(to_plan_entity(flow_.topology, entity), phase.from);
  }

  void add_idle(tosca::NodeId node, const Phase& phase, ActivityId& latest) {
    HandledEvent event;
    event.operation = phase.of_nodes.empty() ? flow_.request.kind->name : phase.of_nodes.front().operation;
    Activity& activity = add_activity(node, std::move(event), true, latest);
    activity.reason = "it keeps others in order";
    activity.calls_nothing = true;
  }

  Activity& add_activity(tosca::EntityId entity, HandledEvent event, bool is_idle, ActivityId& latest) {
    const ActivityId id = flow_.add_side_activity(entity, Transition::handle, "");
    Activity& activity = flow_[id];
    activity.id = flow_.unique_id(escape_id(flow_.topology.id_of(entity)) + "/" + event.operation);
    activity.event = std::make_shared<const HandledEvent>(std::move(event));
    idle_.push_back(is_idle ? 1 : 0);
    if (latest.valid()) {
      const std::string reason =
          "'" + flow_[latest].id + "' comes before '" + activity.id + "' in every " + flow_.plan.name + " plan";
      add_order(flow_.plan, latest, id, {"phases", reason, activity.at});
    }
    latest = id;
    return activity;
  }

  void put_in_order(tosca::RelationshipId id, bool calls, const Phase& phase) {
    const tosca::Relationship& relationship = flow_.topology.relationships[id];
    const Rule* known = flow_.semantics.find(flow_.topology, relationship.type);
    const Rule& rule = known != nullptr ? *known : Semantics::dependency();
    const Order order = order_of(rule, phase.order);
    const ActivityId source = nodes_[relationship.source];
    const ActivityId target = nodes_[relationship.target];
    if (!calls) return order_directly(flow_, id, source, target, order, rule.name());
    order_end(flow_, id, latest_[id], End::source, source, order, rule.name());
    order_end(flow_, id, latest_[id], End::target, target, order, rule.name());
  }

  Flow& flow_;
  IdVector<tosca::NodeId, ActivityId> nodes_;  // the newest activity of each
  IdVector<tosca::RelationshipId, ActivityId> latest_;
  std::vector<char> inside_;  // relationships: those of the part that is asked for
  std::vector<char> idle_;    // by activity
};

std::string in_words(const std::vector<Phase>& phases) {
  std::vector<std::string> names;
  for (const Phase& phase : phases) {
    for (const auto* operations : {&phase.of_nodes, &phase.of_relationships}) {
      for (const CalledOperation& operation : *operations) {
        std::string name = operation.interface == "*" ? operation.operation : operation.interface + "." + operation.operation;
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
      }
    }
  }
  return join(names, ", ");
}

}  // namespace

void add_phases(Flow& flow) {
  const std::vector<Phase> phases = phases_of(flow.request);
  PhaseAdder adder(flow);
  for (const Phase& phase : phases) adder.add(phase);
  if (adder.calls_anything()) return adder.leave_out_idle();
  flow.diagnostics
      .error(Code::unknown_event, {},
             "there is nothing to do for the " + flow.request.name() + " plan: nothing that it is about implements what it calls")
      .explain("it calls " + in_words(phases));
}

}  // namespace planbuilder::flow
