#include "planbuilder/events/derive.h"

#include "planbuilder/events/assemble.h"
#include "planbuilder/events/report.h"
#include "planbuilder/events/simulation.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

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
  const PlanKinds& kinds = PlanKinds::shipped();
  const auto has_event = [&](const PlanKind& kind) { return model_.service_event(kind->event).has_value(); };
  std::vector<flow::PlanRequest> all;
  for (const PlanKind& kind : kinds) {
    if (kind->subject == Subject::service && has_event(kind)) all.push_back({kind});
  }
  for (const tosca::Region& region : topology_.regions) {
    for (const PlanKind& kind : kinds) {
      if (kind->subject == Subject::region && has_event(kind)) all.push_back({kind, &region});
    }
  }
  for (const Event& event : model_.behaviour(model_.walk.service()).events) {
    if (!kinds.has_event(event.name) && is_received(event)) all.push_back({kinds.of_events(), nullptr, event.name});
  }
  if (!options_.send.empty()) all.push_back({kinds.of_events(), nullptr, options_.send});
  return all;
}

const DataNeeds& Derivation::needs() {
  if (!needs_) {
    const auto deploy = model_.service_event(PlanKinds::shipped().usual()->event);
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
  return assemble(model_, run, find_causes(model_, run), simulation->scenario, request, options_, diagnostics);
}

}  // namespace planbuilder::events
