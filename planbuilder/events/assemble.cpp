#include "planbuilder/events/assemble.h"

#include "planbuilder/events/draft.h"
#include "planbuilder/events/fold_idle.h"
#include "planbuilder/events/multiply.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::events {

std::optional<flow::AbstractPlan> assemble(const Model& model, const Run& run, const std::vector<Cause>& causes,
                                           const Scenario& scenario, const flow::PlanRequest& request, const Options& options,
                                           Diagnostics& diagnostics) {
  Draft draft(model, run, causes, scenario);
  draft.plan.name = request.name();
  draft.plan.kind = request.kind;
  draft.plan.derivation = "events";

  find_first_and_last(draft);
  add_selections(draft);
  if (scenario.makes_instances) add_bookkeeping(draft, flow::Transition::provision);
  add_events(draft);
  if (scenario.removes_instances) add_bookkeeping(draft, flow::Transition::terminate);

  order_by_causes(draft);
  order_bookkeeping(draft);
  order_after_selections(draft);
  order_by_data(draft);

  const auto settled = flow::settle_order(draft.plan, model.topology(), diagnostics);
  if (!settled) return std::nullopt;
  for (ActivityId& number : draft.numbers) {
    if (number.valid()) number = settled->numbers[number];
  }
  if (settled->is_reduced) report_unordered_writes(draft, diagnostics);
  if (scenario.around && multiply_counted(draft.plan, *scenario.around, model.topology()))
    flow::flag_redundant_edges(draft.plan, diagnostics);

  const bool folds = model.is_overlaid() && options.calls_nothing && fold_idle(draft.plan, options.calls_nothing);
  if (folds && !flow::settle_order(draft.plan, model.topology(), diagnostics)) return std::nullopt;
  return std::move(draft.plan);
}

}  // namespace planbuilder::events
