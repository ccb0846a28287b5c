#include "plugins/lifecycle/whole_relationship.h"

#include "plugins/declared/declared_plugin.h"
#include "plugins/declared/fill_declared.h"
#include "plugins/declared/shipped.h"

namespace planbuilder::plugins {

namespace {

constexpr std::string_view adding = "add_target";
constexpr std::string_view telling = "target_changed";

bool is_event(const flow::Activity& activity, std::string_view operation) {
  const bool of_relationship = std::holds_alternative<tosca::RelationshipId>(activity.entity) && !activity.of_service;
  return of_relationship && activity.event->is_shipped && activity.event->operation == operation;
}

flow::Activity whole_of(const flow::Activity& activity) {
  flow::Activity whole = activity;
  whole.transition = flow::Transition::provision;
  return whole;
}

const DeclaredPlugin& connector() {
  static const DeclaredPlugin plugin(shipped_declaration("connects-to"));
  return plugin;
}

}  // namespace

bool connects_ends(const flow::Activity& activity, Surroundings& around) {
  return is_event(activity, adding) && connector().match(whole_of(activity), around).has_value();
}

void connect_ends(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) {
  connect_declared(connector().declaration(), activity, around, steps);
}

bool is_about_change(const flow::Activity& activity) { return is_event(activity, telling); }

std::optional<std::string> change_to_tell(const flow::Activity& activity, Surroundings& around) {
  const flow::Activity whole = whole_of(activity);
  Diagnostics nobody;  // the events that make these calls report what is wrong with them
  StepBuilder all(whole, around, nobody);
  fill_declared(shipped_declaration("relationship-configure"), whole, around, all);
  return all.reason().empty() ? std::nullopt : std::optional(all.reason());
}

}  // namespace planbuilder::plugins
