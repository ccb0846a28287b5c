#include "planbuilder/driver/plan_choice.h"

#include "planbuilder/events/derive.h"
#include "planbuilder/flow/own_operations.h"
#include "planbuilder/flow/workflow/actions.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::driver {

namespace {

/// The events deploy and undeploy are what kinds are called after: who asks for them asks for the kind.
const PlanKind* kind_of_event(const PlanKinds& kinds, const std::string& event) {
  const PlanKind* kind = kinds.find(event);
  return kind != nullptr && !(*kind)->event.empty() ? kind : nullptr;
}

bool is_other_event(const PlanChoice& choice, const PlanKinds& kinds) {
  return !choice.event.empty() && kind_of_event(kinds, choice.event) == nullptr;
}

/// Nothing when any will do, or there is none.
const PlanKind* chosen_kind(const PlanChoice& choice, const PlanKinds& kinds) {
  return choice.event.empty() ? kinds.find(choice.kind) : kind_of_event(kinds, choice.event);
}

const PlanKind* find_kind(const std::string& word, const PlanKinds& kinds, Diagnostics& diagnostics) {
  const PlanKind* kind = kinds.find(word);
  if (kind == nullptr) {
    const std::vector<std::string> words = kinds.words();
    diagnostics
        .error(Code::unknown_name, {},
               "there is no kind of plan '" + word + "'" + did_you_mean(word, {words.begin(), words.end()}))
        .explain("there are " + kinds.in_words() + "; --kinds FILE adds others");
  }
  return kind;
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

/// Nodes; of a plan that calls operations also relationships.
std::vector<flow::PlanRequest> part_plan(PlanChoice& choice, const flow::PlanRequest& whole, const tosca::Topology& topology,
                                         Diagnostics& diagnostics) {
  std::vector<tosca::NodeId> nodes;
  std::vector<tosca::RelationshipId> relationships;
  for (const std::string& name : choice.only) {
    const tosca::NodeId node = topology.find_node(name);
    const tosca::RelationshipId relationship = topology.find_relationship(name);
    if (node.valid()) {
      nodes.push_back(node);
    } else if (whole.kind->calls_operations() && relationship.valid()) {
      relationships.push_back(relationship);
    } else {
      std::vector<std::string_view> names;
      for (const tosca::Node& known : topology.nodes) names.push_back(known.name);
      diagnostics.error(Code::unknown_name, {}, "there is no node '" + name + "'" + did_you_mean(name, names));
    }
  }
  tosca::Region part = flow::part_of(topology, nodes, whole.kind, choice.with_dependencies);
  if (whole.kind->calls_operations() && !choice.with_dependencies) part.relationships.clear();  // only what is named
  part.relationships.insert(part.relationships.end(), relationships.begin(), relationships.end());
  choice.part = std::make_shared<const tosca::Region>(std::move(part));
  flow::PlanRequest request = whole;
  request.region = choice.part.get();
  return {std::move(request)};
}

/// `run` is of one operation, which must be said; no other kind is.
bool names_operation(const PlanChoice& choice, const PlanKind& kind, Diagnostics& diagnostics) {
  const bool wants_one = kind->subject == Subject::operation;
  if (wants_one && choice.operation.empty())
    diagnostics.error(Code::unknown_name, {},
                      "--kind " + kind->name + " calls one operation: name it by --operation INTERFACE.OPERATION");
  if (!wants_one && !choice.operation.empty())
    diagnostics.error(Code::unknown_name, {}, "--operation is for --kind " + PlanKinds::shipped().of_operations()->name);
  return wants_one != choice.operation.empty();
}

}  // namespace

bool chooses(const PlanChoice& choice) {
  return !choice.kind.empty() || !choice.region.empty() || !choice.event.empty() || !choice.workflow.empty() ||
         !choice.operation.empty();
}

std::vector<std::string> choice_in_words(const PlanChoice& choice) {
  std::vector<std::string> words;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) words.push_back(name + " " + value);
  };
  add("--kind", choice.kind);
  add("--operation", choice.operation);
  add("--region", choice.region);
  add("--event", choice.event);
  add("--workflow", choice.workflow);
  add("--only", join(choice.only, ","));
  if (choice.with_dependencies) words.emplace_back("--with-dependencies");
  return words;
}

bool is_chosen(const PlanChoice& choice, const PlanKinds& kinds, const PlanKind& kind, const std::string& name) {
  if (!choice.workflow.empty())
    return name == name_of_workflow_plan(choice.workflow) ||
           name == plan_name(PlanKinds::shipped().of_triggers(), choice.workflow);
  if (is_other_event(choice, kinds)) return name == event_plan(choice.event).name();
  const PlanKind* wanted = chosen_kind(choice, kinds);
  const std::string& word = wanted != nullptr ? (*wanted)->name : choice.kind;  // documents may have kinds that no table knows
  const std::string& subject = choice.operation.empty() ? choice.region : choice.operation;
  return (word.empty() || kind->name == word) && (subject.empty() || name == plan_name(kind, subject));
}

bool chooses_calls(const PlanChoice& choice, const PlanKinds& kinds) {
  const PlanKind* kind = choice.workflow.empty() ? chosen_kind(choice, kinds) : nullptr;
  return kind != nullptr && (*kind)->calls_operations();
}

std::optional<flow::PlanRequest> additional_plan(const std::string& word, const PlanKinds& kinds, Diagnostics& diagnostics) {
  const std::size_t end = word.find('=');
  PlanChoice choice;
  choice.kind = word.substr(0, end);
  if (end != std::string::npos) choice.operation = word.substr(end + 1);
  const PlanKind* kind = find_kind(choice.kind, kinds, diagnostics);
  if (kind == nullptr || !names_operation(choice, *kind, diagnostics)) return std::nullopt;
  return flow::PlanRequest{*kind, nullptr, choice.operation};
}

std::vector<flow::PlanRequest> chosen_plans(PlanChoice& choice, const std::string& send, const PlanKinds& kinds,
                                            const tosca::Topology& topology, Diagnostics& diagnostics) {
  if (!send.empty()) return sent_plans(send, topology);
  if (!choice.workflow.empty()) return plan_of_workflow(choice.workflow, topology, diagnostics);
  if (is_other_event(choice, kinds)) return {event_plan(choice.event)};
  const PlanKind* found = choice.event.empty() ? find_kind(choice.kind, kinds, diagnostics) : chosen_kind(choice, kinds);
  if (found == nullptr || !names_operation(choice, *found, diagnostics)) return {};
  const PlanKind& kind = *found;
  const flow::PlanRequest whole{kind, nullptr, choice.operation};
  if (kind->takes_part && !choice.only.empty()) return part_plan(choice, whole, topology, diagnostics);
  if (!choice.only.empty()) {
    diagnostics.error(Code::unknown_name, {}, "--only says what is built or terminated; what is scaled is a region");
    return {};
  }
  if (kind->subject == Subject::service || kind->subject == Subject::operation) return {whole};
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

std::optional<flow::PlanRequest> chosen_plan(PlanChoice& choice, const std::string& send, const PlanKinds& kinds,
                                             const tosca::Topology& topology, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.errors();
  const auto requests = chosen_plans(choice, send, kinds, topology, diagnostics);
  if (requests.size() > 1)
    diagnostics.error(Code::unknown_name, {},
                      send.empty() ? "the service has several regions: choose one by --region NAME"
                                   : "'" + send + "' has several operations: choose one by --send OPERATION");
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return requests.front();
}

}  // namespace planbuilder::driver
