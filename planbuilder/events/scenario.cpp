#include "planbuilder/events/scenario.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::events {

namespace {

constexpr std::string_view wish_prefix = "desired_";

std::string event_name(const flow::PlanRequest& request) {
  switch (request.kind) {
    case flow::PlanKind::build:
    case flow::PlanKind::scale_out: return "deploy";
    case flow::PlanKind::terminate:
    case flow::PlanKind::scale_in: return "undeploy";
    case flow::PlanKind::event: return request.event;
  }
  return "";
}

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

/// What the service is like once it was deployed.
void deploy(Model& model, State& state, Mode mode) {
  if (const auto event = model.service_event("deploy"))
    interpret(model, state, {.event = event, .send = {}}, {.mode = mode, .failing = {}});
}

/// The entities that the relationships' plan does something about; what it selects is there already.
std::vector<char> scope_of(const Model& model, const flow::AbstractPlan& around) {
  std::vector<char> scope(model.entities(), 0);
  for (const flow::Activity& activity : around.activities) {
    const bool selected =
        activity.transition == flow::Transition::select_strategic || activity.transition == flow::Transition::select_recursive;
    if (!selected) scope[model.walk.index_of(activity.entity).index()] = 1;
  }
  return scope;
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

/// An event of the service that sets `desired_x` says what `x` is to be in the end.
void find_desired(Model& model, const Options& options, Scenario& scenario) {
  scenario.desired_attribute = model.constants.of_text("state");
  if (!options.desired.empty()) scenario.desired = model.constants.of_text(options.desired);
  if (!scenario.start.event) return;
  for (const Wish& wish : model.event(*scenario.start.event).wishes) {
    const std::string& name = *model.constants[wish.attribute].text();
    if (!name.starts_with(wish_prefix) || wish.value == Constants::unknown) continue;
    scenario.desired_attribute = model.constants.of_text(name.substr(wish_prefix.size()));
    scenario.desired = wish.value;
  }
}

}  // namespace

std::optional<Scenario> set_scene(Model& model, const flow::PlanRequest& request, const Options& options,
                                  const flow::Semantics& semantics, Diagnostics& diagnostics) {
  Scenario scenario{State(model), {}, {}, {}, false, false, {}, {}};
  const bool sent = request.kind == flow::PlanKind::event && request.event == options.send && !options.send.empty();
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
  using enum flow::PlanKind;
  scenario.makes_instances = request.kind == build || request.kind == scale_out || sent;
  scenario.removes_instances = request.kind == terminate || request.kind == scale_in;
  const bool whole_build = request.kind == build && request.region == nullptr;
  if (!sent && !whole_build) deploy(model, scenario.before, options.mode);
  if (request.region != nullptr) {
    scenario.around = flow::derive(model.topology(), request, diagnostics, semantics);
    if (!scenario.around) return std::nullopt;
    scenario.scope = scope_of(model, *scenario.around);
    if (scenario.makes_instances) forget(model, scenario.scope, scenario.before);
  }
  find_desired(model, options, scenario);
  return scenario;
}

}  // namespace planbuilder::events
