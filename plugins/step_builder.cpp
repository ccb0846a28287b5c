#include "plugins/step_builder.h"

#include <algorithm>

#include "planbuilder/flow/find_entity.h"
#include "planbuilder/flow/workflow/conditions.h"
#include "planbuilder/flow/workflow/given_inputs.h"
#include "planbuilder/plan/reach.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/merge.h"
#include "plugins/parameters/secrets.h"

namespace planbuilder::plugins {

namespace {

/// The model itself gives it a place that is not surely this machine.
bool is_elsewhere(const tosca::Topology& topology, tosca::NodeId machine) {
  const auto given = [&](std::string_view name) {
    const Value* attribute = topology.attribute(machine, name);
    return attribute != nullptr ? attribute : topology.property(machine, name);
  };
  const auto has_place = [&](std::string_view name) { return given(name) != nullptr && !plan::is_here(*given(name)); };
  const Value* connection = given(plan::connection_name);
  if (connection != nullptr && is_literal(*connection) && !to_text(*connection).empty()) return to_text(*connection) == "ssh";
  return std::any_of(plan::address_names.begin(), plan::address_names.end(), has_place) ||
         std::any_of(plan::container_names.begin(), plan::container_names.end(), has_place);
}

/// By a run, outside of conditions.
bool can_be_computed(const plan::Expression& value) {
  bool can = true;
  plan::for_each_function(value, [&](const plan::Function& function, const plan::Expression&) {
    can =
        can && !std::holds_alternative<plan::Formula>(function.data) && !std::holds_alternative<plan::Uncallable>(function.data);
  });
  return can;
}

}  // namespace

using tosca::EntityId;
using tosca::NodeId;
using tosca::RelationshipId;

StepBuilder::StepBuilder(const flow::Activity& activity, Surroundings& around, Diagnostics& diagnostics)
    : activity_(activity), topology_(around.topology()), calls_(activity, around, diagnostics) {}

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

plan::Argument StepBuilder::property(const std::string& name, const tosca::EvaluationContext& now, const Value& value) const {
  plan::Argument property = calls_.evaluated(name, value, now);
  property.secret = property.secret || calls_.is_secret_property(name);
  return property;
}

void StepBuilder::record_instance(plan::Record::What what, std::string name) {
  plan::Record record;
  record.what = what;
  const tosca::TypeId type = topology_.type_of(activity_.entity);
  tosca::EvaluationContext now = calls_.context(activity_.entity);
  now.being_recorded = true;
  const auto add_property = [&](const std::string& property_name) {
    const Value* value = topology_.property(activity_.entity, property_name);
    if (value == nullptr) return;
    plan::Argument known = property(property_name, now, *value);
    // A workflow makes all instances first: what steps are yet to find out is read where it is needed.
    if (activity_.transition != flow::Transition::make || !flow::may_change(known.value))
      record.properties.push_back(std::move(known));
  };
  for_each_property(add_property);
  if (type.valid()) {
    for (const tosca::ParameterDefinition& attribute : topology_.types[type].attributes) {
      if (attribute.name == "state") continue;  // every instance has one, and set_state writes it
      if (const Value* value = topology_.attribute(activity_.entity, attribute.name)) {
        record.attributes.push_back(property(attribute.name, now, *value));
      }
    }
  }
  if (const auto* node = std::get_if<NodeId>(&activity_.entity)) {
    for (const tosca::CapabilityAssignment& capability : topology_.nodes[*node].capabilities) {
      for (const tosca::Assignment& property : capability.properties) {
        record.properties.push_back(calls_.evaluated(capability.name + "." + property.name, property.value, now));
      }
    }
  }
  if (const auto* relationship = std::get_if<RelationshipId>(&activity_.entity)) join_ends(*relationship, record);
  add(std::move(name), std::move(record));
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

void StepBuilder::record_end(plan::Record::What what, std::string name) {
  plan::Record record;
  record.what = what;
  add(std::move(name), std::move(record));
}

void StepBuilder::set_state(std::string state) {
  std::string name = "set-" + state;
  add(std::move(name), plan::SetState{std::move(state)});
}

void StepBuilder::set(const std::vector<tosca::Assignment>& settings, std::size_t before, const std::string& status) {
  plan::SetState now;
  now.status = status;
  for (const tosca::Assignment& setting : settings) set(setting, now);
  if (now.state.empty() && now.attributes.empty() && status.empty()) return;
  std::string name = now.state.empty() ? "set" : "set-" + now.state;
  add(std::move(name), std::move(now));
  std::rotate(steps_.begin() + static_cast<std::ptrdiff_t>(before), steps_.end() - 1, steps_.end());
}

/// What an interface remembers (`$get_state: [a]`) is an attribute of the instance.
plan::Argument StepBuilder::setting_of(const tosca::Assignment& setting) const {
  const Call* call = setting.value.call();
  if (call == nullptr || call->function != "$get_state" || call->arguments.size() != 1)
    return property(setting.name, calls_.context(activity_.entity), setting.value);
  plan::AttributeRead own;
  own.of.entity = flow::to_plan_entity(topology_, activity_.entity);
  own.name = to_text(call->arguments.front());
  return calls_.argument(setting.name, plan::computed({std::move(own)}, setting.value.at));
}

void StepBuilder::set(const tosca::Assignment& setting, plan::SetState& now) const {
  plan::Argument value = setting_of(setting);
  if (setting.name == "state" && is_literal(value.value)) {
    now.state = to_text(value.value);
  } else if (!can_be_computed(value.value)) {
    calls_.warn_unknown(setting.name, setting.at);
  } else {
    now.attributes.push_back(std::move(value));
  }
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

void StepBuilder::delegate(std::string_view transition, std::vector<plan::Argument> inputs) {
  const tosca::TypeId type = topology_.type_of(activity_.entity);
  plan::Delegate delegate{std::string(transition), type.valid() ? topology_.types[type].name : "", {}};
  const auto tell = [&](const std::string& name) {
    if (const Value* value = topology_.property(activity_.entity, name))
      delegate.properties.push_back(property(name, calls_.context(activity_.entity), *value));
  };
  for_each_property(tell);
  for (plan::Argument& input : inputs) {
    std::erase_if(delegate.properties, [&](const plan::Argument& property) { return property.name == input.name; });
    delegate.properties.push_back(std::move(input));
  }
  add("delegate", std::move(delegate));
}

bool StepBuilder::invoke(const OperationCall& call) {
  auto invoke = calls_.invoke(call);
  if (!invoke) return false;
  invoke->may_fail = call.may_fail;
  add(std::string(call.operation), std::move(*invoke));
  if (call.inverse.empty()) return true;
  if (auto undo = calls_.undo(call)) steps_.back().undo = std::move(*undo);
  return true;
}

void StepBuilder::transfer(std::string file, NodeId node, std::string to) {
  add("transfer", plan::Transfer{std::move(file), calls_.machine_of(node), std::move(to)});
}

void StepBuilder::wait(plan::Wait wait, NodeId node) {
  const bool for_machine = wait.until == plan::Wait::Until::reachable;
  if (for_machine && (!node.valid() || !has_news_of(topology_.nodes[node].machine))) return;
  wait.host = calls_.machine_of(node);
  add("wait", std::move(wait));
}

/// The model says that it is elsewhere, or an operation does; and it has not been waited for since.
bool StepBuilder::has_news_of(NodeId machine) const {
  bool news = is_elsewhere(topology_, machine);
  for (const plan::Step& step : steps_) {
    if (const auto* wait = std::get_if<plan::Wait>(&step.action); wait != nullptr && wait->until == plan::Wait::Until::reachable)
      news = false;
    const auto* invoke = std::get_if<plan::Invoke>(&step.action);
    if (invoke == nullptr) continue;
    for (const plan::OutputMapping& output : invoke->outputs)
      news = news || (output.entity.id == topology_.nodes[machine].name && plan::is_place_name(output.attribute));
  }
  return news;
}

std::optional<StepBuilder::Change> StepBuilder::change_of(const plan::Entity& entity) const {
  for (const plan::Step& step : steps_) {
    const auto* invoke = std::get_if<plan::Invoke>(&step.action);
    if (invoke == nullptr) continue;
    for (const plan::OutputMapping& output : invoke->outputs) {
      if (output.entity == entity) return Change{invoke->operation, output.attribute};
    }
  }
  return std::nullopt;
}

bool StepBuilder::has_called(std::string_view operation) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const plan::Step& step) {
    const auto* invoke = std::get_if<plan::Invoke>(&step.action);
    return invoke != nullptr && invoke->operation == operation;
  });
}

void StepBuilder::use_template(std::size_t first, bool but_states, const std::string& target, const std::string& name,
                               const std::string& text) {
  for (std::size_t i = first; i < steps_.size(); ++i) {
    if (std::holds_alternative<plan::SetState>(steps_[i].action) == but_states) continue;
    steps_[i].templates.make()[target] = name;
    templates_.emplace(name, text);
  }
}

void StepBuilder::run(const tosca::EventHandler& handler, NodeId host) {
  add(activity_.event->operation, calls_.run(handler, host));
}

void StepBuilder::run(plan::Invoke file, std::optional<plan::Invoke> undo) {
  std::string name = file.operation;
  add(std::move(name), std::move(file));
  if (undo) steps_.back().undo = std::move(*undo);
}

void StepBuilder::run_workflow() {
  std::string name = activity_.part->workflow->name;
  add(std::move(name), calls_.run_workflow());
}

std::vector<plan::Argument> StepBuilder::given_by(const tosca::Activity& activity) const {
  std::vector<plan::Argument> given;
  for (const tosca::Assignment& input : activity.inputs)
    given.push_back(calls_.evaluated(input.name, input.value, calls_.context(activity_.entity)));
  return given;
}

void StepBuilder::put_in_inputs() {
  if (!activity_.part->given) return;
  for (plan::Step& step : steps_)
    plan::for_each_argument(step, [&](plan::Argument& argument) {
      argument.secret = argument.secret || calls_.reads_secret_of_workflow(argument.value);
      flow::put_in(*activity_.part->given, argument.value);
    });
}

void StepBuilder::emit(std::string event) {
  std::string name = "emit-" + event;
  add(std::move(name), plan::Emit{std::move(event), {}});
}

}  // namespace planbuilder::plugins
