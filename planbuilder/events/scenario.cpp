#include "planbuilder/events/scenario.h"

#include <algorithm>

#include "planbuilder/flow/presence.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/representations.h"

namespace planbuilder::events {

namespace {

constexpr std::string_view wish_prefix = "desired_";

const std::string& event_name(const flow::PlanRequest& request) {
  return request.kind->event.empty() ? request.event : request.kind->event;
}

/// By which the service was made.
std::optional<ReceiverId> making_event(const Model& model) { return model.service_event(PlanKinds::shipped().usual()->event); }

/// What could be sent instead: events of the service, else those that nodes receive.
std::vector<std::string> sendable(const Model& model) {
  std::vector<std::string> names;
  for (const Event& event : model.behaviour(model.walk.service()).events) names.push_back("--event " + event.name);
  if (!names.empty()) return names;
  for (std::size_t node = 0; node < model.topology().nodes.size(); ++node) {
    for (const Event& event : model.behaviour(EntityIndex(node)).events) names.push_back("--send " + event.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void report_no_event(const Model& model, const std::string& wanted, Diagnostics& diagnostics) {
  const std::vector<std::string> names = sendable(model);
  diagnostics
      .error(Code::unknown_event, {}, "the service has no event '" + wanted + "', and which event starts a plan is not guessed")
      .explain(names.empty() ? "nothing in it receives events" : "what can be sent: " + join(names, ", "));
}

bool anyone_receives(const Model& model, ConstantId event) {
  for (std::size_t node = 0; node < model.topology().nodes.size(); ++node) {
    if (model.behaviour(EntityIndex(node)).find_event({}, event)) return true;
  }
  return false;
}

/// An event that sets `desired_x` says what `x` is to be in the end.
struct Goal {
  ConstantId attribute;
  std::optional<ConstantId> value;
};

Goal goal_of(Model& model, const Event& event) {
  Goal goal{model.constants.of_text("state"), std::nullopt};
  for (const Wish& wish : event.wishes) {
    const std::string& name = *model.constants[wish.attribute].text();
    if (!name.starts_with(wish_prefix) || wish.value == Constants::unknown) continue;
    goal = {model.constants.of_text(name.substr(wish_prefix.size())), wish.value};
  }
  return goal;
}

bool is_there_already(const Model& model, std::size_t node) {
  return flow::presence_of(model.topology(), tosca::NodeId(node)) != flow::Presence::made_by_plan;
}

/// What is there before any plan is as a deployment would have left it.
void place_what_is_there(Model& model, State& state) {
  const auto deploy = making_event(model);
  const Goal goal = deploy ? goal_of(model, model.event(*deploy)) : Goal{};
  if (!goal.value) return;
  for (std::size_t node = 0; node < model.topology().nodes.size(); ++node) {
    if (!is_there_already(model, node)) continue;
    const auto& attributes = model.behaviour(EntityIndex(node)).attributes;
    for (std::uint32_t attribute = 0; attribute < attributes.size(); ++attribute) {
      const bool wished = *model.constants[attributes[attribute].name].text() ==
                          std::string(wish_prefix) + *model.constants[goal.attribute].text();
      if (wished || attributes[attribute].name == goal.attribute)
        state.values[model.variable(EntityIndex(node), attribute)] = *goal.value;
    }
  }
}

/// Whether relationships have more to say than which events there are: what is selected, what is counted.
bool is_special(const Model& model) {
  const tosca::Topology& topology = model.topology();
  for (const tosca::NodeId node : topology.nodes.ids()) {
    if (is_there_already(model, node.index()) || tosca::is_counted(topology, node)) return true;
  }
  return std::any_of(topology.relationships.begin(), topology.relationships.end(),
                     [](const tosca::Relationship& relationship) { return relationship.count.present(); });
}

/// What the service is like once it was deployed.
void deploy(Model& model, State& state, Mode mode) {
  const auto event = making_event(model);
  if (!event) return;
  std::vector<char> scope(model.entities(), 1);
  for (std::size_t node = 0; node < model.topology().nodes.size(); ++node) scope[node] = is_there_already(model, node) ? 0 : 1;
  interpret(model, state, {.event = event, .send = {}, .scope = &scope}, {.mode = mode, .failing = {}, .needs = nullptr});
}

/// The entities that the relationships' plan does something about; what it selects or finds running is there already.
void set_scope(const Model& model, Scenario& scenario) {
  scenario.scope.assign(model.entities(), 0);
  scenario.books.assign(model.entities(), 0);
  for (const flow::Activity& activity : scenario.around->activities) {
    if (flow::is_selection(activity)) continue;
    const std::size_t entity = model.walk.index_of(activity.entity).index();
    scenario.scope[entity] = activity.runs_already ? 0 : 1;
    scenario.books[entity] = activity.transition == flow::Transition::provision || activity.loops ? 1 : 0;
  }
}

void forget(const Model& model, const std::vector<char>& scope, State& state) {
  for (std::size_t i = 0; i < scope.size(); ++i) {
    if (scope[i] == 0) continue;
    const EntityIndex entity(i);
    const auto& attributes = model.behaviour(entity).attributes;
    for (std::uint32_t attribute = 0; attribute < attributes.size(); ++attribute)
      state.values[model.variable(entity, attribute)] = attributes[attribute].initial;
  }
}

void find_desired(Model& model, const Options& options, Scenario& scenario) {
  const Goal goal = scenario.start.event ? goal_of(model, model.event(*scenario.start.event)) : Goal{};
  scenario.desired_attribute = goal.attribute.valid() ? goal.attribute : model.constants.of_text("state");
  scenario.desired = goal.value;
  if (!goal.value && !options.desired.empty()) scenario.desired = model.constants.of_text(options.desired);
}

}  // namespace

std::optional<Scenario> set_scene(Model& model, const flow::PlanRequest& request, const Options& options,
                                  const flow::Semantics& semantics, Diagnostics& diagnostics) {
  Scenario scenario{State(model), {}, {}, {}, {}, false, false, {}, {}};
  const bool sent = request.kind->subject == Subject::event && request.event == options.send && !options.send.empty();
  if (sent) {
    scenario.start.send = request.event;
    if (!anyone_receives(model, model.constants.of_text(request.event))) {
      report_no_event(model, request.event, diagnostics);
      return std::nullopt;
    }
  } else {
    scenario.start.event = model.service_event(event_name(request));
    if (!scenario.start.event) {
      report_no_event(model, event_name(request), diagnostics);
      return std::nullopt;
    }
  }
  scenario.makes_instances = request.kind->direction == Direction::build || sent;
  scenario.removes_instances = request.kind->direction == Direction::terminate;
  const bool whole_build = request.kind->makes_service() && request.region == nullptr;
  place_what_is_there(model, scenario.before);
  if (!sent && !whole_build) deploy(model, scenario.before, options.mode);
  if (request.region != nullptr || (request.kind->direction != Direction::none && is_special(model))) {
    scenario.around = flow::derive_without_data(model.topology(), request, diagnostics, semantics);
    if (!scenario.around) return std::nullopt;
    set_scope(model, scenario);
    if (scenario.makes_instances && request.region != nullptr) forget(model, scenario.scope, scenario.before);
  }
  find_desired(model, options, scenario);
  return scenario;
}

}  // namespace planbuilder::events
