#include "planbuilder/events/derive.h"

#include "planbuilder/events/assemble.h"
#include "planbuilder/events/report.h"
#include "planbuilder/events/scenario.h"

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

std::optional<flow::AbstractPlan> Derivation::derive(const flow::PlanRequest& request, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.errors();
  auto scenario = set_scene(model_, request, options_, semantics_, diagnostics);
  if (!scenario) return std::nullopt;
  if (!scenario->scope.empty()) scenario->start.scope = &scenario->scope;
  State state = scenario->before;
  const Run run = interpret(model_, state, scenario->start, {.mode = options_.mode, .failing = {}});
  report_run(model_, run, state, *scenario, diagnostics);
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return assemble(model_, run, find_causes(model_, run), *scenario, request, diagnostics);
}

}  // namespace planbuilder::events
