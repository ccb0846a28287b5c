#include "plugins/call_builder.h"

#include <algorithm>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/output_target.h"
#include "plugins/parameters/secrets.h"

namespace planbuilder::plugins {

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;

namespace {

/// Inputs of the interface go to every operation; the operation's own win.
std::vector<tosca::ParameterDefinition> inputs_of(const tosca::Interface& item, const tosca::Operation& operation) {
  std::vector<tosca::ParameterDefinition> inputs = item.inputs;
  tosca::refine_by_name(inputs, operation.inputs);
  return inputs;
}

}  // namespace

std::optional<std::uint32_t> index_of(tosca::Representation which) {
  if (which.kind != tosca::Representation::Kind::known) return std::nullopt;
  return static_cast<std::uint32_t>(which.index);
}

tosca::EvaluationContext CallBuilder::context(EntityId self) const {
  const bool own = self == activity_.entity;
  const auto* inputs = activity_.part->workflow == nullptr ? nullptr : &activity_.part->workflow->inputs;
  return {topology_, self, nullptr, false, inputs, own ? flow::representation_of(activity_) : tosca::Representation::unknown()};
}

plan::Argument CallBuilder::argument(std::string name, plan::Expression value,
                                     const tosca::ParameterDefinition* definition) const {
  const bool secret =
      (definition != nullptr ? is_secret(around_, *definition) : plan::is_secret_name(name)) || reads_secret(around_, value);
  return {std::move(name), std::move(value), secret};
}

plan::Argument CallBuilder::evaluated(std::string name, const Value& value, const tosca::EvaluationContext& now,
                                      const tosca::ParameterDefinition* definition) const {
  plan::Argument known = argument(std::move(name), plan::to_expression(tosca::evaluate(now, value)), definition);
  known.secret = known.secret || reads_secret(around_, value, *now.self);
  return known;
}

CallBuilder::Found CallBuilder::find(const OperationCall& call, std::string_view operation) const {
  Found found{around_.interfaces(call.owner)};
  found.interface = tosca::find_by_name(*found.keeper, call.interface);
  if (found.interface != nullptr) found.operation = tosca::find_by_name(found.interface->operations, operation);
  if (found.operation != nullptr && !found.operation->implementation) found.operation = nullptr;
  return found;
}

std::optional<plan::Invoke> CallBuilder::invoke(const OperationCall& call) {
  const Found found = find(call, call.operation);
  if (found.operation == nullptr) return std::nullopt;
  warn_if_missing(*found.operation->implementation, found.operation->name, call.owner);
  for (const tosca::Artifact& dependency : found.operation->dependencies)
    warn_if_missing(dependency, found.operation->name, call.owner);
  plan::Invoke invoke = bare(call, found);
  invoke.inputs = arguments(call, found);
  if (call.owner == activity_.entity) take_sent_inputs(invoke.inputs);
  if (call.takes_all) take_given(call, invoke.inputs);
  invoke.outputs = output_mappings(*found.operation, call.owner);
  return invoke;
}

std::optional<plan::Invoke> CallBuilder::undo(const OperationCall& call) {
  const Found found = find(call, call.inverse);
  if (found.operation == nullptr || !found.operation->implementation->present) return std::nullopt;
  plan::Invoke undo = bare(call, found);
  for (const tosca::ParameterDefinition& input : inputs_of(*found.interface, *found.operation)) {
    auto known = known_argument(call, input);
    if (!known && input.required) return std::nullopt;
    if (known) undo.inputs.push_back(std::move(*known));
  }
  return undo;
}

/// All but inputs and outputs.
plan::Invoke CallBuilder::bare(const OperationCall& call, const Found& found) const {
  const tosca::Operation& operation = *found.operation;
  plan::Invoke invoke;
  if (call.owner != activity_.entity) invoke.entity = flow::to_plan_entity(topology_, call.owner);
  invoke.interface = found.interface->name;
  invoke.operation = operation.name;
  invoke.artifact = {operation.implementation->file, operation.implementation->type.name};
  for (const tosca::Artifact& dependency : operation.dependencies) invoke.dependencies.push_back(dependency.file);
  invoke.host = call.is_host_said ? machine_of(call.host) : run_on(operation, call.host);
  invoke.timeout = operation.timeout;
  return invoke;
}

plan::Invoke CallBuilder::run(const tosca::EventHandler& handler, NodeId host) {
  plan::Invoke invoke;
  invoke.interface = activity_.event->interface;
  invoke.operation = activity_.event->operation;
  tosca::Operation operation;
  operation.name = invoke.operation;
  operation.outputs = handler.outputs;
  warn_if_missing(handler.execute, operation.name, activity_.entity);
  invoke.artifact = {handler.execute.file, handler.execute.type.name};
  for (const tosca::Assignment& input : handler.inputs)
    invoke.inputs.push_back(evaluated(input.name, input.value, context(activity_.entity)));
  take_sent_inputs(invoke.inputs);
  invoke.outputs = output_mappings(operation, activity_.entity);
  invoke.host = run_on(operation, host);
  return invoke;
}

plan::Invoke CallBuilder::run_workflow() {
  const tosca::Workflow& workflow = *activity_.part->workflow;
  plan::Invoke invoke;
  invoke.interface = "workflows";
  invoke.operation = workflow.name;
  if (!workflow.implementation->present)
    diagnostics_
        .warning(Code::artifact_missing, workflow.implementation->at,
                 "the file '" + workflow.implementation->file + "' is not there")
        .concerning("the workflow '" + workflow.name + "' needs it");
  invoke.artifact = {workflow.implementation->file, workflow.implementation->type.name};
  for (const tosca::ParameterDefinition& input : workflow.inputs) {
    plan::InputRead read;
    read.name = input.name;
    invoke.inputs.push_back(argument(input.name, plan::computed({std::move(read)}, input.at), &input));
  }
  for (const tosca::ParameterDefinition& output : workflow.outputs) {
    const List* path = output.value ? output.value->get_if<List>() : nullptr;
    const tosca::NodeId node =
        path != nullptr && path->size() == 2 ? topology_.find_node(to_text(path->front())) : tosca::NodeId();
    if (!node.valid()) continue;
    const std::string attribute = to_text(path->back());
    const bool secret = plan::is_secret_name(output.name) || is_secret(around_, tosca::EntityId(node), attribute);
    invoke.outputs.push_back({output.name, flow::to_plan_entity(topology_, node), attribute, {}, secret});
  }
  return invoke;
}

/// What comes with an event wins over what the operation would have taken.
void CallBuilder::take_sent_inputs(std::vector<plan::Argument>& inputs) const {
  for (const flow::SentInput& sent : *activity_.inputs) {
    const auto same =
        std::find_if(inputs.begin(), inputs.end(), [&](const plan::Argument& input) { return input.name == sent.name; });
    if (same == inputs.end()) {
      inputs.push_back(argument(sent.name, sent.value));
    } else {
      *same = argument(sent.name, sent.value);
    }
  }
}

void CallBuilder::take_given(const OperationCall& call, std::vector<plan::Argument>& inputs) {
  for (const plan::Argument& given : call.given) {
    const auto is_it = [&](const plan::Argument& known) { return known.name == given.name; };
    if (std::none_of(inputs.begin(), inputs.end(), is_it)) inputs.push_back(given);
  }
}

void CallBuilder::warn_if_missing(const tosca::Artifact& artifact, const std::string& operation, EntityId owner) {
  if (artifact.present) return;
  diagnostics_.warning(Code::artifact_missing, artifact.at, "the file '" + artifact.file + "' is not there")
      .concerning("the operation '" + operation + "' of '" + topology_.id_of(owner) + "' needs it");
}

void CallBuilder::warn_unknown(const std::string& attribute, SourceRange at) const {
  diagnostics_
      .warning(Code::target_cannot, at,
               "a run cannot compute what '" + activity_.id + "' sets '" + attribute + "' to: the instance keeps what it has")
      .explain("a run can look up inputs, properties, attributes and outputs of operations, and concat, join or token them");
}

std::vector<plan::Argument> CallBuilder::arguments(const OperationCall& call, const Found& found) {
  std::vector<plan::Argument> all;
  for (const tosca::ParameterDefinition& input : inputs_of(*found.interface, *found.operation)) {
    if (auto known = known_argument(call, input)) {
      all.push_back(std::move(*known));
    } else if (input.required) {
      all.push_back(ask_for(call, input));
    }
  }
  return all;
}

std::optional<plan::Argument> CallBuilder::known_argument(const OperationCall& call, const tosca::ParameterDefinition& input) {
  for (const plan::Argument& given : call.given) {
    if (given.name == input.name) return given;
  }
  if (const auto& value = input.value ? input.value : input.default_value) {
    plan::Argument known = evaluated(input.name, *value, context(call.owner), &input);
    // What only workflows have as an input is not there in other plans: they ask for it.
    if (!known.value.is_null() || is_literal(*value)) return known;
    return std::nullopt;
  }
  const std::vector<SearchPlace> own = {{activity_.entity, flow::representation_of(activity_)}};
  auto match = match_parameter(around_, call.places.empty() ? own : call.places, input.name);
  if (!match) return std::nullopt;
  plan::Argument matched = argument(input.name, std::move(match->value), &input);
  matched.secret = matched.secret || match->secret;
  matched.reason = std::move(match->reason);
  return matched;
}

plan::Argument CallBuilder::ask_for(const OperationCall& call, const tosca::ParameterDefinition& input) {
  const std::string why = "the operation '" + std::string(call.operation) + "' of '" + topology_.id_of(call.owner) +
                          "' needs it, and nothing of that name is near";
  diagnostics_.note(Code::parameter_becomes_input, input.at, "'" + input.name + "' becomes an input of the plan").concerning(why);
  need_input({input.name, input.schema.type.name.empty() ? "string" : input.schema.type.name, why});
  plan::InputRead read;
  read.name = input.name;
  plan::Argument asked = argument(input.name, plan::computed({std::move(read)}, input.at), &input);
  asked.reason = std::string("nothing of that name is near, so it is an input of the plan");
  return asked;
}

std::string CallBuilder::run_on(const tosca::Operation& operation, NodeId host) const {
  const std::string& where = operation.operation_host;
  const auto* relationship = std::get_if<RelationshipId>(&activity_.entity);
  if (where == "ORCHESTRATOR") return "";
  if (where == "SOURCE" && relationship != nullptr) host = topology_.relationships[*relationship].source;
  if (where == "TARGET" && relationship != nullptr) host = topology_.relationships[*relationship].target;
  return machine_of(host);
}

bool CallBuilder::reads_secret_of_workflow(const plan::Expression& value) const {
  bool found = false;
  plan::for_each_reference(value, [&]<class Read>(const Read& read, SourceRange) {
    if constexpr (std::is_same_v<Read, plan::InputRead>) {
      const auto* input = tosca::find_by_name(activity_.part->workflow->inputs, read.name);
      found = found || (input != nullptr && is_secret(around_, *input));
    }
  });
  return found;
}

bool CallBuilder::is_secret_property(std::string_view name) const { return is_secret(around_, activity_.entity, name); }

std::string CallBuilder::machine_of(NodeId node) const {
  return node.valid() ? topology_.nodes[topology_.nodes[node].machine].name : "";
}

plan::Argument CallBuilder::parameter(std::string name, const std::string& text) {
  if (text.find_first_not_of("0123456789") == std::string::npos) return argument(std::move(name), {text});
  tosca::ParameterDefinition wanted;
  wanted.name = text;
  const OperationCall call{activity_.entity, {}, flow::to_string(activity_.transition)};
  auto found = known_argument(call, wanted);
  plan::Argument known = found ? std::move(*found) : ask_for(call, wanted);
  known.name = std::move(name);
  return known;
}

plan::Argument CallBuilder::own_attribute(const std::string& name) const {
  plan::AttributeRead read;
  read.name = name;
  read.of.entity = flow::to_plan_entity(topology_, activity_.entity);
  if (tosca::is_counted(topology_, activity_.entity)) read.of.which = plan::EntityReference::Which::own;
  plan::Argument attribute = argument(name, plan::computed({std::move(read)}, topology_.at(activity_.entity)));
  attribute.secret = attribute.secret || is_secret_property(name);
  attribute.reason = "it is the attribute '" + name + "', which a file of the plugin gives when it runs";
  return attribute;
}

plan::OutputMapping CallBuilder::own_output(std::string output, std::string attribute) const {
  return {std::move(output), flow::to_plan_entity(topology_, activity_.entity), std::move(attribute),
          output_index("SELF", activity_.entity)};
}

std::vector<plan::OutputMapping> CallBuilder::output_mappings(const tosca::Operation& operation, EntityId owner) {
  std::vector<plan::OutputMapping> mappings;
  for (const tosca::OutputAssignment& output : operation.outputs) {
    if (output.entity.empty()) continue;  // stored nowhere
    const auto target = output_target(output, owner);
    if (!target) continue;
    const auto& [entity, index] = *target;
    const std::string& attribute = output.attribute.back();
    const bool secret = plan::is_secret_name(output.output) || is_secret(around_, entity, attribute);
    mappings.push_back({output.output, flow::to_plan_entity(topology_, entity), attribute, index, secret});
  }
  return mappings;
}

/// The entity, and which of its representations; what is wrong is reported.
std::optional<CallBuilder::OutputTarget> CallBuilder::output_target(const tosca::OutputAssignment& output, EntityId owner) {
  if (tosca::leads_on(output)) {
    const auto [end, problem, _] = tosca::find_output_target(topology_, owner, output, context(owner).which);
    if (end) return OutputTarget{end->entity, tosca::is_counted(topology_, end->entity) ? index_of(end->which) : std::nullopt};
    diagnostics_.error(Code::wrong_value, output.at,
                       "the output '" + output.output + "' of '" + topology_.id_of(owner) + "' cannot be stored: " + problem);
    return std::nullopt;
  }
  if (const auto entity = output_entity(output, owner)) return OutputTarget{*entity, output_index(output.entity, *entity)};
  diagnostics_.error(Code::unknown_name, output.at,
                     "the output '" + output.output + "' goes to '" + output.entity + "', which does not exist here");
  return std::nullopt;
}

std::optional<EntityId> CallBuilder::output_entity(const tosca::OutputAssignment& output, EntityId owner) const {
  const auto* relationship = std::get_if<RelationshipId>(&activity_.entity);
  if (output.entity == "SELF") return nearest_with(output.attribute.back(), owner);
  if (relationship != nullptr && output.entity == "SOURCE") return topology_.relationships[*relationship].source;
  if (relationship != nullptr && output.entity == "TARGET") return topology_.relationships[*relationship].target;
  const NodeId node = topology_.find_node(output.entity);
  return node.valid() ? std::optional<EntityId>(node) : std::nullopt;
}

/// What an operation of another node gives (createVM of a cloud) is about the activity's node if that has such a property.
EntityId CallBuilder::nearest_with(const std::string& property, EntityId owner) const {
  const auto* node = std::get_if<NodeId>(&activity_.entity);
  if (owner == activity_.entity || node == nullptr) return owner;
  for (EntityId at = activity_.entity; at != owner;) {
    const tosca::TypeId type = topology_.type_of(at);
    if (topology_.property(at, property) != nullptr ||
        (type.valid() && tosca::find_by_name(topology_.types[type].properties, property) != nullptr))
      return at;
    const RelationshipId below = topology_.nodes[std::get<NodeId>(at)].hosting;
    if (!below.valid()) break;
    at = topology_.relationships[below].target;
  }
  return owner;
}

std::optional<std::uint32_t> CallBuilder::output_index(const std::string& keyword, EntityId entity) const {
  if (!tosca::is_counted(topology_, entity)) return std::nullopt;
  const tosca::Representation which = flow::representation_of(activity_);
  if (keyword == "SELF") return index_of(which);
  const auto* relationship = std::get_if<RelationshipId>(&activity_.entity);
  if (relationship != nullptr && keyword == "SOURCE") return index_of(source_of(topology_, *relationship, which));
  if (relationship == nullptr || keyword != "TARGET") return 0;
  return index_of(target_of(topology_, *relationship, which).value_or(tosca::Representation()));
}

}  // namespace planbuilder::plugins
