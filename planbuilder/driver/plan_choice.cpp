#include "planbuilder/driver/plan_choice.h"

#include "planbuilder/events/derive.h"
#include "planbuilder/flow/own_operations.h"
#include "planbuilder/flow/workflow/actions.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::driver {

namespace {

/// The events deploy and undeploy are what kinds are called after: who asks for them asks for the kind.
bool is_other_event(const PlanChoice& choice) {
  return !choice.event.empty() && PlanKinds::shipped().find(choice.event) == nullptr;
}

/// Nothing when any will do.
const PlanKind* chosen_kind(const PlanChoice& choice) {
  return PlanKinds::shipped().find(choice.event.empty() ? choice.kind : choice.event);
}

flow::PlanRequest event_plan(const std::string& event) { return {PlanKinds::shipped().of_events(), nullptr, event}; }

/// What is sent may be the name of an interface: then each of its operations has a plan.
std::vector<flow::PlanRequest> sent_plans(const std::string& send, const tosca::Topology& topology) {
  if (events::tells_of_events(topology)) return {event_plan(send)};
  std::vector<flow::PlanRequest> plans;
  for (const std::string& name : flow::own_operation_names(topology, send)) plans.push_back(event_plan(name));
  return plans.empty() ? std::vector{event_plan(send)} : plans;
}

std::string name_of_workflow_plan(const std::string& workflow) {
  const PlanKind* replaced = flow::kind_replaced_by(workflow);
  return replaced != nullptr ? plan_name(*replaced, "") : plan_name(PlanKinds::shipped().of_workflows(), workflow);
}

std::vector<flow::PlanRequest> plan_of_workflow(const std::string& name, const tosca::Topology& topology,
                                                Diagnostics& diagnostics) {
  if (const tosca::Workflow* workflow = tosca::find_by_name(topology.workflows, name)) return {flow::workflow_plan(*workflow)};
  const std::vector<flow::PlanRequest> actions = flow::action_plans(topology);
  std::vector<std::string_view> known = tosca::names_of(topology.workflows);
  for (const flow::PlanRequest& action : actions) {
    if (action.workflow->name == name) return {action};
    known.push_back(action.workflow->name);
  }
  diagnostics.error(Code::unknown_name, {}, "the model has no workflow '" + name + "'" + did_you_mean(name, known));
  return {};
}

std::vector<flow::PlanRequest> part_plan(PlanChoice& choice, const PlanKind& kind, const tosca::Topology& topology,
                                         Diagnostics& diagnostics) {
  std::vector<tosca::NodeId> nodes;
  for (const std::string& name : choice.only) {
    const tosca::NodeId node = topology.find_node(name);
    if (node.valid()) {
      nodes.push_back(node);
      continue;
    }
    std::vector<std::string_view> names;
    for (const tosca::Node& known : topology.nodes) names.push_back(known.name);
    diagnostics.error(Code::unknown_name, {}, "there is no node '" + name + "'" + did_you_mean(name, names));
  }
  choice.part = std::make_shared<const tosca::Region>(flow::part_of(topology, nodes, kind, choice.with_dependencies));
  return {{kind, choice.part.get()}};
}

}  // namespace

bool chooses(const PlanChoice& choice) {
  return !choice.kind.empty() || !choice.region.empty() || !choice.event.empty() || !choice.workflow.empty();
}

std::vector<std::string> choice_in_words(const PlanChoice& choice) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) words.push_back(name + " " + value);
  };
  add("--kind", choice.kind);
  add("--region", choice.region);
  add("--event", choice.event);
  add("--workflow", choice.workflow);
  add("--only", join(choice.only, ","));
  if (choice.with_dependencies) words.emplace_back("--with-dependencies");
  return words;
}

bool is_chosen(const PlanChoice& choice, const PlanKind& kind, const std::string& name) {
  if (!choice.workflow.empty())
    return name == name_of_workflow_plan(choice.workflow) ||
           name == plan_name(PlanKinds::shipped().of_triggers(), choice.workflow);
  if (is_other_event(choice)) return name == event_plan(choice.event).name();
  const PlanKind* wanted = chosen_kind(choice);
  return (wanted == nullptr || kind == *wanted) && (choice.region.empty() || name == plan_name(kind, choice.region));
}

std::vector<flow::PlanRequest> chosen_plans(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                            Diagnostics& diagnostics) {
  if (!send.empty()) return sent_plans(send, topology);
  if (!choice.workflow.empty()) return plan_of_workflow(choice.workflow, topology, diagnostics);
  if (is_other_event(choice)) return {event_plan(choice.event)};
  const PlanKind& kind = *chosen_kind(choice);
  if (kind->takes_part && !choice.only.empty()) return part_plan(choice, kind, topology, diagnostics);
  if (!choice.only.empty()) {
    diagnostics.error(Code::unknown_name, {}, "--only says what is built or terminated; what is scaled is a region");
    return {};
  }
  if (kind->subject == Subject::service) return {{kind}};
  std::vector<flow::PlanRequest> requests;
  std::vector<std::string_view> names;
  for (const tosca::Region& region : topology.regions) {
    names.push_back(region.name);
    if (choice.region.empty() || choice.region == region.name) requests.push_back({kind, &region});
  }
  if (requests.empty()) {
    diagnostics.error(Code::unknown_name, {},
                      choice.region.empty() ? "the service has no region that could be scaled"
                                            : "there is no region '" + choice.region + "'" + did_you_mean(choice.region, names));
  }
  return requests;
}

std::optional<flow::PlanRequest> chosen_plan(PlanChoice& choice, const std::string& send, const tosca::Topology& topology,
                                             Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.errors();
  const auto requests = chosen_plans(choice, send, topology, diagnostics);
  if (requests.size() > 1)
    diagnostics.error(Code::unknown_name, {},
                      send.empty() ? "the service has several regions: choose one by --region NAME"
                                   : "'" + send + "' has several operations: choose one by --send OPERATION");
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return requests.front();
}

}  // namespace planbuilder::driver
