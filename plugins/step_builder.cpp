#include "plugins/step_builder.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/merge.h"

namespace planbuilder::plugins {

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;

namespace {

/// Nothing when only a run knows.
std::optional<std::uint32_t> index_of(tosca::Representation which) {
  if (which.kind != tosca::Representation::Kind::known) return std::nullopt;
  return static_cast<std::uint32_t>(which.index);
}

}  // namespace

plan::Entity to_plan_entity(const tosca::Topology& topology, EntityId entity) {
  const bool node = std::holds_alternative<NodeId>(entity);
  return {node ? plan::Entity::Kind::node : plan::Entity::Kind::relationship, topology.id_of(entity)};
}

StepBuilder::StepBuilder(const flow::Activity& activity, const tosca::Topology& topology, Diagnostics& diagnostics)
    : activity_(activity),
      topology_(topology),
      diagnostics_(diagnostics),
      interfaces_(activity.of_service ? std::vector<tosca::Interface>() : topology.interfaces(activity.entity)) {}

tosca::EvaluationContext StepBuilder::context() const {
  return {topology_, activity_.entity, nullptr, false, nullptr, flow::representation_of(activity_)};
}

void StepBuilder::add(std::string name, plan::Action action) {
  name = escape_id(name);
  names_.insert(name);
  if (const std::size_t repeat = names_.count(name); repeat > 1) name += "#" + std::to_string(repeat);
  steps_.push_back({activity_.id + "/" + name, std::move(action)});
}

/// By name: those of the type, then those that only the template has, since XML types need not list them.
template <class Visit>
void StepBuilder::for_each_property(const Visit& visit) const {
  static const std::vector<tosca::ParameterDefinition> none;
  const tosca::TypeId type = topology_.type_of(activity_.entity);
  const auto& defined = type.valid() ? topology_.types[type].properties : none;
  for (const tosca::ParameterDefinition& property : defined) visit(property.name);
  for (const tosca::Assignment& property : topology_.assigned_properties(activity_.entity)) {
    if (tosca::find_by_name(defined, property.name) == nullptr) visit(property.name);
  }
}

void StepBuilder::record_creation() {
  plan::Record record;
  const tosca::TypeId type = topology_.type_of(activity_.entity);
  tosca::EvaluationContext now = context();
  now.being_recorded = true;
  const auto add_property = [&](const std::string& name) {
    if (const Value* value = topology_.property(activity_.entity, name))
      record.properties.push_back({name, tosca::evaluate(now, *value)});
  };
  for_each_property(add_property);
  if (type.valid()) {
    for (const tosca::ParameterDefinition& attribute : topology_.types[type].attributes) {
      if (attribute.name == "state") continue;  // every instance has one, and set_state writes it
      if (const Value* value = topology_.attribute(activity_.entity, attribute.name)) {
        record.attributes.push_back({attribute.name, tosca::evaluate(now, *value)});
      }
    }
  }
  if (const auto* node = std::get_if<NodeId>(&activity_.entity)) {
    for (const tosca::CapabilityAssignment& capability : topology_.nodes[*node].capabilities) {
      for (const tosca::Assignment& property : capability.properties) {
        record.properties.push_back({capability.name + "." + property.name, tosca::evaluate(now, property.value)});
      }
    }
  }
  if (const auto* relationship = std::get_if<RelationshipId>(&activity_.entity)) join_ends(*relationship, record);
  add("record", std::move(record));
}

void StepBuilder::join_ends(RelationshipId id, plan::Record& record) const {
  const tosca::Relationship& relationship = topology_.relationships[id];
  const tosca::Representation which = flow::representation_of(activity_);
  record.source = topology_.nodes[relationship.source].name;
  record.target = topology_.nodes[relationship.target].name;
  if (tosca::is_counted(topology_, relationship.source)) record.source_index = index_of(source_of(topology_, id, which));
  if (!tosca::is_counted(topology_, relationship.target)) return;
  const auto target = target_of(topology_, id, which);
  record.target_index = index_of(target.value_or(tosca::Representation()));
  if (!target) record.target_count = static_cast<std::uint32_t>(known_count(topology_, relationship.target).value_or(1));
}

void StepBuilder::record_removal() {
  plan::Record record;
  record.what = plan::Record::What::remove;
  add("remove", std::move(record));
}

void StepBuilder::set_state(std::string state) {
  std::string name = "set-" + state;
  add(std::move(name), plan::SetState{std::move(state)});
}

std::string StepBuilder::last_state() const {
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (const auto* set = std::get_if<plan::SetState>(&step->action)) return set->state;
  }
  return "";
}

void StepBuilder::select(plan::Select selection) {
  std::string name = selection.mode == plan::Select::Mode::strategic ? selection.strategy : "follow";
  add(std::move(name), std::move(selection));
}

void StepBuilder::delegate() {
  const tosca::TypeId type = topology_.type_of(activity_.entity);
  plan::Delegate delegate{std::string(flow::to_string(activity_.transition)), type.valid() ? topology_.types[type].name : "", {}};
  const auto tell = [&](const std::string& name) {
    if (const Value* value = topology_.property(activity_.entity, name))
      delegate.properties.push_back({name, tosca::evaluate(context(), *value)});
  };
  for_each_property(tell);
  add("delegate", std::move(delegate));
}

void StepBuilder::need_input(ExtraInput input) { inputs_.push_back(std::move(input)); }

bool StepBuilder::invoke(std::string_view interface_name, std::string_view operation_name, NodeId host,
                         std::string_view inverse_name) {
  const tosca::Interface* item = tosca::find_by_name(interfaces_, interface_name);
  const tosca::Operation* operation = item == nullptr ? nullptr : tosca::find_by_name(item->operations, operation_name);
  if (operation == nullptr || !operation->implementation) return false;
  warn_if_missing(*operation->implementation, *operation);
  for (const tosca::Artifact& dependency : operation->dependencies) warn_if_missing(dependency, *operation);

  plan::Invoke invoke = call(*item, *operation, host);
  invoke.inputs = arguments(*item, *operation);
  take_sent_inputs(invoke.inputs);
  invoke.outputs = output_mappings(*operation);
  add(operation->name, std::move(invoke));

  const tosca::Operation* inverse = tosca::find_by_name(item->operations, inverse_name);
  if (inverse == nullptr || !inverse->implementation || !inverse->implementation->present) return true;
  if (auto inputs = known_arguments(*item, *inverse)) {
    plan::Invoke undo = call(*item, *inverse, host);
    undo.inputs = std::move(*inputs);
    steps_.back().undo = std::move(undo);
  }
  return true;
}

/// All but inputs and outputs.
plan::Invoke StepBuilder::call(const tosca::Interface& item, const tosca::Operation& operation, NodeId host) const {
  plan::Invoke invoke;
  invoke.interface = item.name;
  invoke.operation = operation.name;
  invoke.artifact = {operation.implementation->file, operation.implementation->type.name};
  for (const tosca::Artifact& dependency : operation.dependencies) invoke.dependencies.push_back(dependency.file);
  invoke.host = run_on(operation, host);
  invoke.timeout = operation.timeout;
  return invoke;
}

void StepBuilder::run(const tosca::EventHandler& handler, NodeId host) {
  plan::Invoke invoke;
  invoke.interface = activity_.event->interface;
  invoke.operation = activity_.event->operation;
  tosca::Operation operation;
  operation.name = invoke.operation;
  operation.outputs = handler.outputs;
  warn_if_missing(handler.execute, operation);
  invoke.artifact = {handler.execute.file, handler.execute.type.name};
  for (const tosca::Assignment& input : handler.inputs)
    invoke.inputs.push_back({input.name, tosca::evaluate(context(), input.value)});
  take_sent_inputs(invoke.inputs);
  invoke.outputs = output_mappings(operation);
  invoke.host = run_on(operation, host);
  add(operation.name, std::move(invoke));
}

/// What comes with an event wins over what the operation would have taken.
void StepBuilder::take_sent_inputs(std::vector<plan::Argument>& inputs) const {
  for (const tosca::Assignment& sent : *activity_.inputs) {
    const auto same =
        std::find_if(inputs.begin(), inputs.end(), [&](const plan::Argument& input) { return input.name == sent.name; });
    if (same == inputs.end()) {
      inputs.push_back({sent.name, sent.value});
    } else {
      same->value = sent.value;
    }
  }
}

void StepBuilder::emit(std::string event) {
  std::string name = "emit-" + event;
  add(std::move(name), plan::Emit{std::move(event), {}});
}

void StepBuilder::warn_if_missing(const tosca::Artifact& artifact, const tosca::Operation& operation) {
  if (artifact.present) return;
  diagnostics_.warning(Code::artifact_missing, artifact.at,
                       "the file '" + artifact.file + "' of the operation '" + operation.name + "' of '" +
                           topology_.id_of(activity_.entity) + "' is not there");
}

namespace {

/// Inputs of the interface go to every operation; the operation's own win.
std::vector<tosca::ParameterDefinition> inputs_of(const tosca::Interface& item, const tosca::Operation& operation) {
  std::vector<tosca::ParameterDefinition> inputs = item.inputs;
  tosca::refine_by_name(inputs, operation.inputs);
  return inputs;
}

}  // namespace

std::vector<plan::Argument> StepBuilder::arguments(const tosca::Interface& item, const tosca::Operation& operation) {
  std::vector<plan::Argument> all;
  for (const tosca::ParameterDefinition& input : inputs_of(item, operation)) {
    if (auto known = known_value(input)) {
      all.push_back({input.name, std::move(*known)});
    } else if (input.required) {
      const std::string why = "the operation '" + operation.name + "' of '" + topology_.id_of(activity_.entity) +
                              "' needs it, and nothing of that name is near";
      diagnostics_.note(Code::parameter_becomes_input, input.at, "'" + input.name + "' becomes an input of the plan: " + why);
      need_input({input.name, input.schema.type.name.empty() ? "string" : input.schema.type.name, why});
      all.push_back({input.name, {Call{"get_input", {{input.name, input.at}}}, input.at}});
    }
  }
  return all;
}

/// Nothing when a required input has no value.
std::optional<std::vector<plan::Argument>> StepBuilder::known_arguments(const tosca::Interface& item,
                                                                        const tosca::Operation& operation) const {
  std::vector<plan::Argument> all;
  for (const tosca::ParameterDefinition& input : inputs_of(item, operation)) {
    auto known = known_value(input);
    if (!known && input.required) return std::nullopt;
    if (known) all.push_back({input.name, std::move(*known)});
  }
  return all;
}

std::optional<Value> StepBuilder::known_value(const tosca::ParameterDefinition& input) const {
  if (input.value) return tosca::evaluate(context(), *input.value);
  if (input.default_value) return tosca::evaluate(context(), *input.default_value);
  return match_parameter(input.name);
}

/// A parameter without a value takes the property of its name: of the entity, else down the node's stack.
std::optional<Value> StepBuilder::match_parameter(const std::string& name) const {
  EntityId entity = activity_.entity;
  tosca::Representation which = flow::representation_of(activity_);
  for (std::size_t step = 0; step <= topology_.nodes.size(); ++step) {
    if (topology_.property(entity, name) != nullptr) {
      const Call call{"get_property", {{std::string("SELF"), {}}, {name, {}}}};
      return tosca::evaluate({topology_, entity, nullptr, false, nullptr, which}, {call, topology_.at(entity)});
    }
    const auto* node = std::get_if<NodeId>(&entity);
    const RelationshipId below = node == nullptr ? RelationshipId() : topology_.nodes[*node].hosting;
    if (!below.valid()) return std::nullopt;
    which = target_of(topology_, below, which).value_or(tosca::Representation());
    entity = topology_.relationships[below].target;
  }
  return std::nullopt;
}

std::string StepBuilder::run_on(const tosca::Operation& operation, NodeId host) const {
  const std::string& where = operation.operation_host;
  const auto* relationship = std::get_if<RelationshipId>(&activity_.entity);
  if (where == "ORCHESTRATOR") return "";
  if (where == "SOURCE" && relationship != nullptr) host = topology_.relationships[*relationship].source;
  if (where == "TARGET" && relationship != nullptr) host = topology_.relationships[*relationship].target;
  return topology_.nodes[topology_.nodes[host].machine].name;
}

std::vector<plan::OutputMapping> StepBuilder::output_mappings(const tosca::Operation& operation) {
  std::vector<plan::OutputMapping> mappings;
  for (const tosca::OutputAssignment& output : operation.outputs) {
    if (output.entity.empty()) continue;  // stored nowhere
    const auto entity = output_entity(output.entity);
    if (!entity) {
      diagnostics_.error(Code::unknown_name, output.at,
                         "the output '" + output.output + "' goes to '" + output.entity + "', which does not exist here");
      continue;
    }
    mappings.push_back(
        {output.output, to_plan_entity(topology_, *entity), output.attribute.back(), output_index(output.entity, *entity)});
  }
  return mappings;
}

std::optional<EntityId> StepBuilder::output_entity(const std::string& keyword) const {
  const auto* relationship = std::get_if<RelationshipId>(&activity_.entity);
  if (keyword == "SELF") return activity_.entity;
  if (relationship != nullptr && keyword == "SOURCE") return topology_.relationships[*relationship].source;
  if (relationship != nullptr && keyword == "TARGET") return topology_.relationships[*relationship].target;
  const NodeId node = topology_.find_node(keyword);
  return node.valid() ? std::optional<EntityId>(node) : std::nullopt;
}

std::optional<std::uint32_t> StepBuilder::output_index(const std::string& keyword, EntityId entity) const {
  if (!tosca::is_counted(topology_, entity)) return std::nullopt;
  const tosca::Representation which = flow::representation_of(activity_);
  if (keyword == "SELF") return index_of(which);
  const auto* relationship = std::get_if<RelationshipId>(&activity_.entity);
  if (relationship != nullptr && keyword == "SOURCE") return index_of(source_of(topology_, *relationship, which));
  if (relationship == nullptr || keyword != "TARGET") return 0;
  return index_of(target_of(topology_, *relationship, which).value_or(tosca::Representation()));
}

}  // namespace planbuilder::plugins
