#include "plugins/selection/selection.h"

namespace planbuilder::plugins {

namespace {

std::optional<Match> match_strategy(const flow::Activity& activity, std::string_view strategy) {
  if (activity.transition != flow::Transition::select_strategic || activity.strategy != strategy) return std::nullopt;
  return Match{knows_interface, "the strategy is " + std::string(strategy)};
}

plan::Select strategic(const flow::Activity& activity) {
  plan::Select selection;
  selection.strategy = activity.strategy;
  return selection;
}

}  // namespace

std::optional<Match> FirstInstance::match(const flow::Activity& activity, const tosca::Topology&) const {
  return match_strategy(activity, "FirstInstance");
}

void FirstInstance::fill(const flow::Activity& activity, const tosca::Topology&, StepBuilder& steps) const {
  steps.select(strategic(activity));
}

std::optional<Match> LastInstance::match(const flow::Activity& activity, const tosca::Topology&) const {
  return match_strategy(activity, "LastInstance");
}

void LastInstance::fill(const flow::Activity& activity, const tosca::Topology&, StepBuilder& steps) const {
  steps.select(strategic(activity));
}

std::optional<Match> UserProvided::match(const flow::Activity& activity, const tosca::Topology&) const {
  return match_strategy(activity, "UserProvided");
}

void UserProvided::fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const {
  plan::Select selection = strategic(activity);
  const std::string& node = topology.id_of(activity.entity);
  selection.input = node + "_InstanceID";
  steps.need_input({selection.input, "string", "it names the instance of '" + node + "' that is selected"});
  steps.select(std::move(selection));
}

std::optional<Match> RecursiveSelection::match(const flow::Activity& activity, const tosca::Topology& topology) const {
  if (activity.transition != flow::Transition::select_recursive) return std::nullopt;
  return Match{knows_interface, "it follows from the instance of '" + topology.id_of(*activity.through) + "'"};
}

void RecursiveSelection::fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const {
  plan::Select selection;
  selection.mode = plan::Select::Mode::recursive;
  selection.through = to_plan_entity(topology, *activity.through);
  steps.select(std::move(selection));
}

}  // namespace planbuilder::plugins
