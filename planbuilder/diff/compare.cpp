#include <algorithm>
#include <unordered_map>

#include "planbuilder/diff/compare_files.h"
#include "planbuilder/diff/compare_order.h"
#include "planbuilder/diff/difference.h"
#include "planbuilder/diff/facets.h"
#include "planbuilder/diff/find_renames.h"
#include "planbuilder/diff/parallelism.h"
#include "planbuilder/support/text.h"

namespace planbuilder::diff {

namespace {

using plan::ActivityId;

/// Two lists of things that have names: what only one of them has, and what differs.
template <class Parameter>
std::vector<ParameterChange> compare_parameters(const std::vector<Parameter>& before, const std::vector<Parameter>& after,
                                                const Names& names) {
  std::unordered_map<std::string_view, const Parameter*> old_ones;
  for (const Parameter& parameter : before) old_ones.emplace(parameter.name, &parameter);
  std::vector<ParameterChange> all;
  Facets was;
  Facets is;
  const auto compare = [&](ParameterChange::Kind kind, const std::string& name) {
    auto changes = changes_between(was, is);
    if (kind != ParameterChange::Kind::changed || !changes.empty()) all.push_back({kind, name, std::move(changes)});
    was.clear();
    is.clear();
  };
  for (const Parameter& parameter : after) {
    put(is, parameter, Names());
    const auto found = old_ones.find(parameter.name);
    const bool added = found == old_ones.end();
    if (!added) put(was, *found->second, names);
    compare(added ? ParameterChange::Kind::added : ParameterChange::Kind::changed, parameter.name);
    if (!added) old_ones.erase(found);
  }
  for (const Parameter& parameter : before) {
    if (!old_ones.contains(parameter.name)) continue;
    put(was, parameter, names);
    compare(ParameterChange::Kind::removed, parameter.name);
  }
  // The order of declaration makes no difference here either.
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return all;
}

/// Whose failure activities wait for. That is no order, which counts on its own.
struct AwaitedFailure {
  ActivityId to;
  std::string step;  // of the workflow
  std::string part;  // the activity, by its name on the new side
  auto operator<=>(const AwaitedFailure&) const = default;
};
using Failures = std::vector<AwaitedFailure>;  // sorted

Failures failures_in(const plan::Plan& plan, const Names& names) {
  Failures all;
  for (const plan::Edge& edge : plan.edges) {
    if (edge.failure_of.present()) all.push_back({edge.to, *edge.failure_of, names.of_activity(plan.activities[edge.from])});
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// By the steps of the workflow: the activities of which one must fail.
void put_failures(Facets& facets, const Failures& failures, ActivityId to) {
  const auto before = [](const AwaitedFailure& failure, ActivityId id) { return failure.to < id; };
  auto each = std::lower_bound(failures.begin(), failures.end(), to, before);
  while (each != failures.end() && each->to == to) {
    const std::string& step = each->step;
    plan::ExpressionList parts;
    for (; each != failures.end() && each->to == to && each->step == step; ++each) parts.push_back({each->part});
    facets.put_value("failure_of/" + step, plan::Expression{std::move(parts)}, Names());
  }
}

class Comparison {
 public:
  Comparison(const plan::Plan& before, const plan::Plan& after, const std::vector<Rename>& renames)
      : names_(renames, after.service.name),
        before_{before, std::vector<ActivityId>(before.activities.size())},
        after_{after, std::vector<ActivityId>(after.activities.size())} {}

  PlanDifference compare() {
    match_activities();
    PlanDifference difference;
    difference.name = after_.plan.name;
    difference.changes = compare_plans();
    difference.inputs = compare_parameters(before_.plan.inputs, after_.plan.inputs, names_);
    difference.outputs = compare_parameters(before_.plan.outputs, after_.plan.outputs, names_);
    difference.added = lone_ones(after_);
    difference.removed = lone_ones(before_);
    difference.changed = changed_ones();
    add_order(difference);
    if (difference.empty()) return difference;
    difference.before = shape_of(before_.plan);
    difference.after = shape_of(after_.plan);
    return difference;
  }

 private:
  void match_activities() {
    std::unordered_map<std::string_view, ActivityId> by_id;
    by_id.reserve(after_.plan.activities.size());
    for (const ActivityId id : after_.plan.activities.ids()) by_id.emplace(after_.plan.activities[id].id, id);
    for (const ActivityId id : before_.plan.activities.ids()) {
      const auto found = by_id.find(names_.of_activity(before_.plan.activities[id]));
      if (found == by_id.end()) continue;
      before_.counterpart[id.index()] = found->second;
      after_.counterpart[found->second.index()] = id;
    }
  }

  [[nodiscard]] std::vector<Change> compare_plans() const {
    Facets was;
    Facets is;
    put(was, before_.plan, names_);
    put(is, after_.plan, own_names_);
    return changes_between(was, is);
  }

  static std::vector<LoneActivity> lone_ones(const MatchedPlan& side) {
    std::vector<LoneActivity> all;
    std::unordered_map<ActivityId, std::size_t> place;
    for (const ActivityId id : side.plan.activities.ids()) {
      if (!side.lone(id)) continue;
      place.emplace(id, all.size());
      all.push_back({side.plan.activities[id].id, side.plan.activities[id].filled_by, {}, {}});
    }
    if (all.empty()) return all;
    for (const plan::Edge& edge : side.plan.edges) {
      if (edge.redundant) continue;
      if (const auto lone = place.find(edge.to); lone != place.end())
        all[lone->second].after.push_back(side.plan.activities[edge.from].id);
      if (const auto lone = place.find(edge.from); lone != place.end())
        all[lone->second].before.push_back(side.plan.activities[edge.to].id);
    }
    return all;
  }

  [[nodiscard]] std::vector<ChangedActivity> changed_ones() const {
    std::vector<ChangedActivity> all;
    const Failures old_failures = failures_in(before_.plan, names_);
    const Failures new_failures = failures_in(after_.plan, own_names_);
    Facets was;
    Facets is;
    for (const ActivityId id : after_.plan.activities.ids()) {
      if (after_.lone(id)) continue;
      const plan::Activity& old_one = before_.plan.activities[after_.other(id)];
      was.clear();
      is.clear();
      put(was, old_one, names_);
      put(is, after_.plan.activities[id], own_names_);
      put_failures(was, old_failures, after_.other(id));
      put_failures(is, new_failures, id);
      auto changes = changes_between(was, is);
      if (!changes.empty()) all.push_back({after_.plan.activities[id].id, old_one.id, std::move(changes)});
    }
    return all;
  }

  void add_order(PlanDifference& difference) const {
    const OrderOfOne gained = order_only_of(after_, before_);
    const OrderOfOne lost = order_only_of(before_, after_);
    difference.all_order = gained.all && lost.all;
    for (const OrderOfOne::Pair& pair : gained.pairs)
      difference.gained.push_back(describe(pair, after_.plan, pair.from, pair.to));
    for (const OrderOfOne::Pair& pair : lost.pairs)
      difference.lost.push_back(describe(pair, before_.plan, before_.other(pair.from), before_.other(pair.to)));
  }

  /// The ends by their ids on the new side, the chain by those of the side that has it.
  [[nodiscard]] OrderChange describe(const OrderOfOne::Pair& pair, const plan::Plan& plan, ActivityId from, ActivityId to) const {
    OrderChange change{after_.plan.activities[from].id, after_.plan.activities[to].id, pair.reversed, {}};
    for (const plan::Edge* edge : pair.chain)
      change.chain.push_back({plan.activities[edge->from].id, plan.activities[edge->to].id, edge->origins});
    return change;
  }

  Names names_;
  Names own_names_;  // those of the new side stay
  MatchedPlan before_;
  MatchedPlan after_;
};

PlanDifference lone_plan(const plan::Plan& plan, PlanDifference::Presence presence) {
  PlanDifference difference;
  difference.name = plan.name;
  difference.presence = presence;
  (presence == PlanDifference::Presence::added ? difference.after : difference.before) = shape_of(plan);
  return difference;
}

}  // namespace

bool PlanDifference::empty() const {
  return presence == Presence::both && changes.empty() && inputs.empty() && outputs.empty() && added.empty() && removed.empty() &&
         changed.empty() && gained.empty() && lost.empty();
}

Difference compare(const std::vector<plan::Plan>& before, const std::vector<plan::Plan>& after, const Options& options) {
  Difference difference;
  if (options.renames) difference.renames = find_renames(before, after);
  std::unordered_map<std::string_view, const plan::Plan*> old_plans;
  for (const plan::Plan& plan : before) old_plans.emplace(plan.name, &plan);
  FileComparison files;
  for (const plan::Plan& plan : after) {
    const auto found = old_plans.find(plan.name);
    if (found == old_plans.end()) {
      difference.plans.push_back(lone_plan(plan, PlanDifference::Presence::added));
      continue;
    }
    ++difference.compared;
    files.add(*found->second, plan);
    PlanDifference compared = Comparison(*found->second, plan, difference.renames).compare();
    if (!compared.empty()) difference.plans.push_back(std::move(compared));
    old_plans.erase(found);
  }
  for (const plan::Plan& plan : before) {
    if (old_plans.contains(plan.name)) difference.plans.push_back(lone_plan(plan, PlanDifference::Presence::removed));
  }
  files.finish(options, difference);
  return difference;
}

}  // namespace planbuilder::diff
