#include "planbuilder/events/derive.h"

#include "planbuilder/events/assemble.h"
#include "planbuilder/events/report.h"
#include "planbuilder/events/simulation.h"

namespace planbuilder::events {

namespace {

/// An event that nothing follows from and that nothing handles is one that the service tells, not one that it is told.
bool is_received(const Event& event) {
  return event.is_implemented || !event.on_entry.sendings.empty() || !event.on_success.sendings.empty() || !event.wishes.empty();
}

}  // namespace

Derivation::Derivation(const tosca::Topology& topology, const Overlay* overlay, Options options, const flow::Semantics& semantics)
    : topology_(topology), options_(std::move(options)), semantics_(semantics), model_(topology, overlay) {}

std::vector<flow::PlanRequest> Derivation::all_plans() {
  const bool deploys = model_.service_event("deploy").has_value();
  const bool undeploys = model_.service_event("undeploy").has_value();
  std::vector<flow::PlanRequest> all;
  if (deploys) all.push_back({flow::PlanKind::build});
  if (undeploys) all.push_back({flow::PlanKind::terminate});
  for (const tosca::Region& region : topology_.regions) {
    if (deploys) all.push_back({flow::PlanKind::scale_out, &region});
    if (undeploys) all.push_back({flow::PlanKind::scale_in, &region});
  }
  for (const Event& event : model_.behaviour(model_.walk.service()).events) {
    if (event.name != "deploy" && event.name != "undeploy" && is_received(event))
      all.push_back({flow::PlanKind::event, nullptr, event.name});
  }
  if (!options_.send.empty()) all.push_back({flow::PlanKind::event, nullptr, options_.send});
  return all;
}

const DataNeeds& Derivation::needs() {
  if (!needs_) {
    const auto deploy = model_.service_event("deploy");
    ConstantId ready;
    for (const Wish& wish : deploy ? model_.event(*deploy).wishes : std::vector<Wish>()) ready = wish.value;
    needs_ = find_data_needs(model_, ready);
  }
  return *needs_;
}

std::optional<Simulation> Derivation::simulate(const flow::PlanRequest& request, std::set<ReceiverId> failing,
                                               Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.errors();
  auto scenario = set_scene(model_, request, options_, semantics_, diagnostics);
  if (!scenario) return std::nullopt;
  Start start = scenario->start;
  if (!scenario->scope.empty()) start.scope = &scenario->scope;
  State state = scenario->before;
  Run run =
      interpret(model_, state, start,
                {.mode = options_.mode, .failing = std::move(failing), .needs = scenario->makes_instances ? &needs() : nullptr});
  report_run(model_, run, state, *scenario, diagnostics);
  return Simulation{std::move(*scenario), std::move(state), std::move(run), diagnostics.errors() == errors_before};
}

std::optional<flow::AbstractPlan> Derivation::derive(const flow::PlanRequest& request, Diagnostics& diagnostics) {
  const auto simulation = simulate(request, {}, diagnostics);
  if (!simulation || !simulation->as_desired) return std::nullopt;
  const Run& run = simulation->run;
  return assemble(model_, run, find_causes(model_, run), simulation->scenario, request, diagnostics);
}

}  // namespace planbuilder::events
