#include <nlohmann/json.hpp>

#include "planbuilder/plan/walk.h"
#include "planbuilder/review/explain.h"
#include "planbuilder/review/summary.h"

namespace planbuilder::review {

namespace {

using Json = nlohmann::ordered_json;

Json place(const std::optional<Location>& at) {
  if (!at) return nullptr;
  return {{"file", at->file}, {"line", at->line}, {"column", at->column}};
}

Json edge_json(const plan::Plan& plan, const plan::Edge& edge) {
  Json origins = Json::array();
  for (const plan::Origin& origin : edge.origins)
    origins.push_back({{"rule", origin.rule}, {"reason", origin.reason}, {"at", place(origin.at)}});
  Json json = {{"from", plan.activities[edge.from].id}, {"to", plan.activities[edge.to].id}, {"redundant", edge.redundant}};
  if (edge.failure_of.present()) json["failure_of"] = *edge.failure_of;
  json["origins"] = std::move(origins);
  return json;
}

/// Those whose value the model does not say itself.
Json arguments(const plan::Activity& activity) {
  Json all = Json::array();
  for (const plan::Step& step : activity.steps) {
    plan::for_each_argument(step.action, [&](const plan::Argument& argument) {
      if (argument.reason.present())
        all.push_back({{"step", step.id}, {"name", argument.name}, {"secret", argument.secret}, {"reason", *argument.reason}});
    });
  }
  return all;
}

Json names(const plan::Plan& plan, const std::vector<plan::ActivityId>& ids) {
  Json all = Json::array();
  for (const plan::ActivityId id : ids) all.push_back(plan.activities[id].id);
  return all;
}

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string to_json(const plan::Plan& plan, const Explanation& explanation) {
  const plan::Activity& activity = plan.activities[explanation.activity];
  Json before = Json::array();
  Json after = Json::array();
  for (const Neighbour& neighbour : explanation.before) before.push_back(edge_json(plan, *neighbour.edge));
  for (const Neighbour& neighbour : explanation.after) after.push_back(edge_json(plan, *neighbour.edge));
  return dump({{"activity", activity.id},
               {"at", place(activity.at)},
               {"reason", activity.reason},
               {"filled_by", activity.filled_by},
               {"summary", summary_of(activity)},
               {"arguments", arguments(activity)},
               {"before", std::move(before)},
               {"after", std::move(after)},
               {"all_before", explanation.all_before},
               {"all_after", explanation.all_after}});
}

std::string to_json(const plan::Plan& plan, const Ordering& ordering) {
  Json chain = Json::array();
  for (const plan::Edge* edge : ordering.chain) chain.push_back(edge_json(plan, *edge));
  return dump({{"first", plan.activities[ordering.first].id},
               {"second", plan.activities[ordering.second].id},
               {"ordered", !ordering.chain.empty()},
               {"chain", std::move(chain)},
               {"last_common", names(plan, ordering.last_common)},
               {"first_common", names(plan, ordering.first_common)}});
}

}  // namespace planbuilder::review
