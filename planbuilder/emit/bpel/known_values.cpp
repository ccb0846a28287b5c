#include "planbuilder/emit/bpel/known_values.h"

#include <algorithm>

#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/emit/bpel/xpath.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel {

namespace {

using Index = std::optional<std::uint32_t>;

/// `node--app--property--port`: the parts are escaped like those of ids, so that no two variables meet.
std::string variable_name(const plan::Entity& entity, const Index& index, const std::vector<std::string>& parts) {
  std::string id = std::string(to_string(entity.kind)) + "/" + escape_id(entity.id);
  if (index) id += "[" + std::to_string(*index) + "]";
  for (const std::string& part : parts) id += "/" + escape_id(part);
  return variable_name_of(id);
}

std::string stored_name(const plan::Entity& entity, const Index& index, Held::From from, const std::string& name) {
  return variable_name(entity, index, {from == Held::From::property ? "property" : "attribute", name});
}

std::string operation_name(const plan::Entity& entity, const Index& index, const std::string& interface,
                           const std::string& operation) {
  return variable_name(entity, index, {"output", interface, operation});
}

bool is_own(const plan::Entity& entity, const plan::Activity* activity) {
  return activity != nullptr && activity->entity == entity;
}

bool has(const std::vector<plan::Argument>& arguments, const std::string& name) {
  return std::any_of(arguments.begin(), arguments.end(), [&](const plan::Argument& each) { return each.name == name; });
}

std::string operation_name(const plan::Invoke& invoke, const plan::Activity& activity) {
  const plan::Entity& entity = invoke.entity ? *invoke.entity : activity.entity;
  return operation_name(entity, entity == activity.entity ? activity.index : Index(), invoke.interface, invoke.operation);
}

/// One representation of an entity.
std::string key_of(const plan::Entity& entity, const Index& index) {
  std::string key = entity.id;
  (key += '\0') += to_string(entity.kind).front();
  return index ? key + std::to_string(*index) : key;
}

bool is_create(const plan::Record& record) { return record.what == plan::Record::What::create; }

}  // namespace

std::string input_variable_name(const std::string& input) { return variable_name_of("input/" + escape_id(input)); }

KnownValues::KnownValues(const plan::Plan& plan, Instances instances) : instances_(instances) {
  if (instances == Instances::unknown) note_uncertain(plan);
  for (const plan::Input& input : plan.inputs) all_inputs_.emplace(input.name, &input);
  for (const plan::Activity& activity : plan.activities) {
    if (leaves_values(activity)) note_makers(activity);
  }
  read_all(plan);
}

/// What may fail while the plan goes on, and what comes after it: edges are sorted, and activities stand in topological order.
void KnownValues::note_uncertain(const plan::Plan& plan) {
  for (const plan::Edge& edge : plan.edges) {
    if (edge.failure_of.present()) uncertain_.insert(&plan.activities[edge.from]);
  }
  if (uncertain_.empty()) return;
  for (const plan::Edge& edge : plan.edges) {
    if (uncertain_.contains(&plan.activities[edge.from])) uncertain_.insert(&plan.activities[edge.to]);
  }
}

/// A skipped activity leaves nothing, nor does one that may not be taken; and what a loop leaves is that of its last round only.
bool KnownValues::leaves_values(const plan::Activity& activity) const {
  return !activity.loops && activity.condition.is_null() && !uncertain_.contains(&activity);
}

void KnownValues::note_makers(const plan::Activity& activity) {
  for (const plan::Step& step : activity.steps) {
    if (const auto* record = std::get_if<plan::Record>(&step.action); record != nullptr && is_create(*record)) {
      records_[key_of(activity.entity, activity.index)].push_back(record);
    } else if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) {
      for (const plan::OutputMapping& each : invoke->outputs)
        given_.insert(stored_name(each.entity, each.index, Held::From::attribute, each.attribute));
      given_.insert(operation_name(*invoke, activity));
    }
  }
}

/// Whether a step of the plan gives it.
bool KnownValues::is_made(const Asked& asked) const {
  if (asked.held.from == Held::From::output) return given_.contains(asked.operation);
  const bool property = asked.held.from == Held::From::property;
  if (!property && given_.contains(asked.held.variable)) return true;
  const auto made = records_.find(key_of(asked.entity, asked.index));
  return made != records_.end() && std::any_of(made->second.begin(), made->second.end(), [&](const plan::Record* record) {
           return has(property ? record->properties : record->attributes, asked.held.name);
         });
}

/// Finds what is asked for where something of an entity is read.
struct KnownValues::Asking {
  const KnownValues& values;
  const plan::Activity* activity;

  using Found = std::optional<Asked>;
  Found operator()(const plan::PropertyRead& read) const { return stored(read, Held::From::property); }
  Found operator()(const plan::AttributeRead& read) const {
    auto asked = stored(read, Held::From::attribute);
    if (asked && !values.is_made(*asked)) return stored(read, Held::From::property);  // every property is an attribute too
    return asked;
  }
  Found operator()(const plan::OutputRead& read) const {
    auto asked = bare(read);
    if (!asked) return asked;
    asked->held.from = Held::From::output;
    asked->operation = operation_name(asked->entity, asked->index, read.interface, read.operation);
    asked->held.variable = asked->operation + "--" + variable_name_of(escape_id(read.name));
    return asked;
  }
  Found operator()(const plan::InputRead&) const { return std::nullopt; }
  Found operator()(const plan::OwnIndex&) const { return std::nullopt; }
  Found operator()(const plan::Concat&) const { return std::nullopt; }
  Found operator()(const plan::Join&) const { return std::nullopt; }
  Found operator()(const plan::Token&) const { return std::nullopt; }
  Found operator()(const plan::Formula&) const { return std::nullopt; }
  Found operator()(const plan::Uncallable&) const { return std::nullopt; }

 private:
  /// Nothing for a way into a value, and where nobody knows which representation is meant.
  [[nodiscard]] Found bare(const plan::EntityRead& read) const {
    using Which = plan::EntityReference::Which;
    if (!read.path.empty()) return std::nullopt;
    Asked asked{read.of.entity, {}, {}, ""};
    asked.held.name = read.name;
    if (read.of.which == Which::indexed) {
      asked.index = read.of.index;
    } else if (activity != nullptr && (read.of.which == Which::own || is_own(asked.entity, activity))) {
      asked.index = activity->index;
    }
    if (read.of.which == Which::own && !asked.index) return std::nullopt;
    return asked;
  }

  [[nodiscard]] Found stored(const plan::EntityRead& read, Held::From from) const {
    auto asked = bare(read);
    if (!asked) return asked;
    asked->held.from = from;
    asked->held.variable = stored_name(asked->entity, asked->index, from, read.name);
    return asked;
  }
};

std::optional<KnownValues::Asked> KnownValues::asked_by(const plan::Function& read, const plan::Activity* activity) const {
  return std::visit(Asking{*this, activity}, read.data);
}

KnownValues::Source KnownValues::source_of(const Asked& asked, const plan::Activity* activity) const {
  const bool fetched = instances_ == Instances::fetched;
  if (activity != nullptr && activity->loops && is_own(asked.entity, activity)) return fetched ? Source::loop : Source::unknown;
  const bool output = asked.held.from == Held::From::output;
  if (is_made(asked) && (fetched || activity == nullptr || !activity->loops)) return Source::step;
  return fetched && !output ? Source::instance : Source::unknown;
}

void KnownValues::note_read(const Asked& asked, const plan::Activity* activity) {
  const Source source = source_of(asked, activity);
  if (source == Source::loop) {
    auto& helds = loops_[activity];
    const auto same = [&](const Held& each) { return each.variable == asked.held.variable; };
    if (std::none_of(helds.begin(), helds.end(), same)) helds.push_back(asked.held);
  } else if (source != Source::unknown && read_.insert(asked.held.variable).second) {
    variables_.push_back(asked.held.variable);
    if (source == Source::instance) fetched_[asked.entity].push_back(asked.held);
    const bool output = asked.held.from == Held::From::output;
    (output ? outputs_[asked.operation] : stored_[key_of(asked.entity, asked.index)]).push_back(asked.held);
  }
}

void KnownValues::note_reads(const plan::Expression& value, const plan::Activity* activity) {
  plan::for_each_function(value, [&](const plan::Function& function, const plan::Expression&) {
    if (const auto* read = std::get_if<plan::InputRead>(&function.data); read != nullptr && read->path.empty()) {
      const auto input = all_inputs_.find(read->name);
      if (input != all_inputs_.end() && read_.insert(input_variable_name(input->first)).second) inputs_.push_back(input->second);
    } else if (const auto asked = asked_by(function, activity)) {
      note_read(*asked, activity);
    }
  });
}

/// What an operation gives becomes a property of the instance, whether anybody else reads it or not.
void KnownValues::note_stored(const plan::Invoke& invoke, const plan::Activity& activity) {
  for (const plan::OutputMapping& output : invoke.outputs) {
    if (!leaves_values(activity) || output.entity != activity.entity) continue;
    note_read({output.entity,
               output.index,
               {stored_name(output.entity, output.index, Held::From::attribute, output.attribute), Held::From::attribute,
                output.attribute},
               ""},
              &activity);
  }
}

/// Where instance data are kept elsewhere, the process evaluates all; else the values of operations only.
void KnownValues::read_all(const plan::Plan& plan) {
  const bool everything = instances_ == Instances::fetched;
  for (const plan::Activity& activity : plan.activities) {
    const auto read = [&](const plan::Argument& argument) { note_reads(argument.value, &activity); };
    for (const plan::Step& step : activity.steps) {
      if (everything) {
        for_each_argument(step, read);
        if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) note_stored(*invoke, activity);
      } else if (std::holds_alternative<plan::Invoke>(step.action)) {
        for_each_argument(step.action, read);
      }
    }
    if (everything) note_reads(activity.condition, &activity);
  }
  if (!everything) return;
  for (const plan::Output& output : plan.outputs) note_reads(output.value, nullptr);
}

std::optional<std::string> KnownValues::find(const plan::Function& read, const plan::Activity* activity) const {
  if (const auto* input = std::get_if<plan::InputRead>(&read.data)) {
    const bool known = input->path.empty() && all_inputs_.contains(input->name);
    return known ? std::optional("$" + input_variable_name(input->name)) : std::nullopt;
  }
  if (std::holds_alternative<plan::OwnIndex>(read.data) && activity != nullptr && activity->index)
    return xpath_text(std::to_string(*activity->index));
  const auto asked = asked_by(read, activity);
  if (!asked || source_of(*asked, activity) == Source::unknown) return std::nullopt;
  return "$" + asked->held.variable;
}

std::vector<Held> KnownValues::left_by(const plan::Activity& activity, const plan::Step& step) const {
  if (!leaves_values(activity)) return {};
  if (const auto* record = std::get_if<plan::Record>(&step.action); record != nullptr && is_create(*record))
    return left_by(*record, activity);
  if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) return left_by(*invoke, activity);
  return {};
}

std::vector<Held> KnownValues::left_by(const plan::Record& record, const plan::Activity& activity) const {
  const auto read = stored_.find(key_of(activity.entity, activity.index));
  if (read == stored_.end()) return {};
  std::vector<Held> left;
  const auto leave = [&](Held::From read_as, Held::From from, const std::string& name) {
    const auto same = [&](const Held& each) { return each.from == read_as && each.name == name; };
    const auto held = std::find_if(read->second.begin(), read->second.end(), same);
    if (held != read->second.end()) left.push_back({held->variable, from, name});
  };
  for (const plan::Argument& each : record.properties) {
    leave(Held::From::property, Held::From::property, each.name);
    if (!has(record.attributes, each.name))  // what an operation may set later begins as the property
      leave(Held::From::attribute, Held::From::property, each.name);
  }
  for (const plan::Argument& each : record.attributes) leave(Held::From::attribute, Held::From::attribute, each.name);
  return left;
}

std::vector<Held> KnownValues::left_by(const plan::Invoke& invoke, const plan::Activity& activity) const {
  std::vector<Held> left;
  for (const plan::OutputMapping& each : invoke.outputs) {
    std::string variable = stored_name(each.entity, each.index, Held::From::attribute, each.attribute);
    if (read_.contains(variable)) left.push_back({std::move(variable), Held::From::output, each.output});
  }
  if (outputs_.empty()) return left;
  const auto outputs = outputs_.find(operation_name(invoke, activity));
  if (outputs != outputs_.end()) left.insert(left.end(), outputs->second.begin(), outputs->second.end());
  return left;
}

const std::vector<Held>& KnownValues::read_in_loop(const plan::Activity& activity) const {
  static const std::vector<Held> none;
  const auto found = loops_.find(&activity);
  return found == loops_.end() ? none : found->second;
}

}  // namespace planbuilder::emit::bpel
