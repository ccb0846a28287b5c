#include "planbuilder/tosca/topology/substitution/substituted_values.h"

#include <algorithm>
#include <charconv>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

bool reads_entity(const Call& call) {
  const std::string_view function = unmarked(call);
  return call.arguments.size() >= 2 && (function == "get_property" || function == "get_attribute" ||
                                        function == "get_operation_output" || function == "get_artifact");
}

/// Of the node itself.
const SubstitutionMapping::Entry* find_entry(const std::vector<SubstitutionMapping::Entry>& entries, const std::string& name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const SubstitutionMapping::Entry& entry) {
    return entry.name == name && entry.of == SubstitutionMapping::Of::node;
  });
  return found == entries.end() || found->path.empty() ? nullptr : &*found;
}

/// A part of a list or map; none when there is no such part.
const Value* part_of(const Value& value, const std::string& step) {
  if (const Map* map = value.get_if<Map>()) {
    const auto found = std::find_if(map->begin(), map->end(), [&](const MapEntry& entry) { return entry.key == step; });
    return found == map->end() ? nullptr : &found->value;
  }
  const List* list = value.get_if<List>();
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
  const bool known = list != nullptr && error == std::errc() && end == step.data() + step.size() && index < list->size();
  return known ? &(*list)[index] : nullptr;
}

}  // namespace

Value call_of(const std::string& function, const std::vector<std::string>& names, const Call& rest, std::size_t from,
              SourceRange at) {
  Call call{function, {}};
  for (const std::string& name : names) call.arguments.push_back({name, at});
  for (std::size_t i = from; i < rest.arguments.size(); ++i) call.arguments.push_back(rest.arguments[i]);
  return {std::move(call), at};
}

const std::string& Instance::outside(const std::string& name) const {
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

void SubstitutedValues::rewrite(Value& value, const Owner& owner) {
  if (is_literal(value)) return;
  steps_ = 0;
  value = outer(value, owner);
}

void SubstitutedValues::rewrite(Value& value, const Instance& instance) {
  if (is_literal(value)) return;
  steps_ = 0;
  value = inner(value, instance);
}

Value SubstitutedValues::outer(const Value& value, const Owner& owner) {
  if (const Call* call = value.call()) return outer_call(*call, value, owner);
  Value result = value;
  if (List* list = std::get_if<List>(&result.data)) {
    for (Value& item : *list) item = outer(item, owner);
  } else if (Map* map = std::get_if<Map>(&result.data)) {
    for (MapEntry& entry : *map) entry.value = outer(entry.value, owner);
  }
  return result;
}

Value SubstitutedValues::inner(const Value& value, const Instance& instance) {
  if (const Call* call = value.call()) return inner_call(*call, value, instance);
  Value result = value;
  if (List* list = std::get_if<List>(&result.data)) {
    for (Value& item : *list) item = inner(item, instance);
  } else if (Map* map = std::get_if<Map>(&result.data)) {
    for (MapEntry& entry : *map) entry.value = inner(entry.value, instance);
  }
  return result;
}

Value SubstitutedValues::outer_call(const Call& call, const Value& whole, const Owner& owner) {
  Call result{call.function, {}};
  for (const Value& argument : call.arguments) result.arguments.push_back(outer(argument, owner));
  if (reads_entity(call) && is_marked(call)) return follow(std::move(result), whole, owner);
  if (reads_entity(call)) {
    const std::string keyword = to_text(call.arguments[0]);
    const NodeId node = find(keyword, owner);
    const auto replaced = instances_.find(node);
    if (replaced != instances_.end()) {
      // A node of the stack further down may be meant, or a part of what stands for the host now.
      if (keyword != "HOST" || has_member(node, to_text(call.arguments[1]))) return member(replaced->second, call, 1, whole);
    } else if (const Instance* behind = behind_requirement(node, call)) {
      return member(*behind, call, 2, whole);
    }
    // The value leaves its node: its host must be named.
    if (keyword == "HOST" && node.valid() && instances_.contains(owner.self))
      result.arguments[0].data = topology_.nodes[node].name;
  }
  return {std::move(result), whole.at};
}

Value SubstitutedValues::inner_call(const Call& call, const Value& whole, const Instance& instance) {
  if (unmarked(call) == "get_input" && !call.arguments.empty()) return input(instance, call, whole);
  Call result{call.function, {}};
  for (const Value& argument : call.arguments) result.arguments.push_back(inner(argument, instance));
  if (reads_entity(call)) result.arguments[0].data = instance.outside(to_text(call.arguments[0]));
  return {std::move(result), whole.at};
}

bool SubstitutedValues::is_exhausted(const Instance& instance, const Value& whole) {
  if (steps_ == most_steps) return true;  // said already
  if (depth_ <= deepest && ++steps_ != most_steps) return false;
  steps_ = most_steps;
  fail(whole.at, "the value is defined by itself, or unfolds into too much", &instance);
  return true;
}

/// A value of the service around, met on the way.
Value SubstitutedValues::unfold(const Value& value, const Owner& owner) {
  ++depth_;
  Value result = outer(value, owner);
  --depth_;
  return result;
}

/// What a function reads of a node that was replaced.
Value SubstitutedValues::member(const Instance& instance, const Call& call, std::size_t name_at, const Value& whole) {
  if (is_exhausted(instance, whole)) return {{}, whole.at};
  const std::string& node = topology_.nodes[instance.node].name;
  if (unmarked(call) == "get_artifact") return artifact(instance, call, name_at, whole);
  if (call.function == "get_operation_output") {
    return fail(call.arguments[0].at, "'" + node + "' is replaced by another service, and has no operations of its own",
                &instance);
  }
  const std::string name = to_text(call.arguments[name_at]);
  const SubstitutionMapping& mapping = instance.mapping();
  const ParameterDefinition* same_output = find_by_name(instance.service->outputs, name);
  if (unmarked(call) == "get_attribute") {
    if (const auto* entry = find_entry(mapping.attributes, name)) return attribute(instance, *entry, call, name_at, whole);
    if (same_output != nullptr) return output(instance, *same_output, call, name_at, whole);
  }
  const Value* own = topology_.property(instance.node, name);
  if (own == nullptr) own = topology_.attribute(instance.node, name);
  if (own != nullptr) return with_path(unfold(*own, {.self = instance.node}), call, name_at + 1, whole);
  if (same_output != nullptr) return output(instance, *same_output, call, name_at, whole);
  for (const auto* parts : {&mapping.capabilities, &mapping.requirements}) {
    const auto* entry = find_entry(*parts, name);
    if (entry == nullptr || is_marked(call)) continue;
    std::vector<std::string> path = entry->path;
    path[0] = instance.outside(path[0]);
    return call_of(call.function, path, call, name_at + 1, whole.at);
  }
  if (name == "tosca_name") return {node, whole.at};
  return fail(call.arguments[name_at].at,
              "'" + node + "' is replaced by another service, and nothing there gives its '" + name + "'", &instance);
}

Value SubstitutedValues::attribute(const Instance& instance, const SubstitutionMapping::Entry& entry, const Call& call,
                                   std::size_t name_at, const Value& whole) {
  if (entry.path.size() > 1) {
    std::vector<std::string> path = entry.path;
    path[0] = instance.outside(path[0]);
    return call_of(call.function, path, call, name_at + 1, whole.at);
  }
  if (const ParameterDefinition* mapped = find_by_name(instance.service->outputs, entry.path[0]))
    return output(instance, *mapped, call, name_at, whole);
  return fail(entry.at, "there is no output '" + entry.path[0] + "' for the attribute '" + entry.name + "'");
}

Value SubstitutedValues::output(const Instance& instance, const ParameterDefinition& output, const Call& call,
                                std::size_t name_at, const Value& whole) {
  if (!output.value) return {{}, whole.at};
  ++depth_;
  Value value = inner(*output.value, instance);
  --depth_;
  return with_path(std::move(value), call, name_at + 1, whole);
}

/// An input of a service that stands for a node is a property of the node: a mapped one, else the one of its name.
Value SubstitutedValues::input(const Instance& instance, const Call& call, const Value& whole) {
  const std::string name = to_text(call.arguments[0]);
  SubstitutionMapping::Entry mapped;
  mapped.name = name;
  for (const SubstitutionMapping::Entry& entry : instance.mapping().properties) {
    if (entry.path.size() == 1 && entry.path[0] == name) mapped = entry;
  }
  Value value = given(instance, mapped, whole);
  if (!value.is_null()) return with_path(std::move(value), call, 1, whole);
  const ParameterDefinition* definition = find_by_name(instance.service->inputs, name);
  if (definition != nullptr && definition->default_value) return with_path(*definition->default_value, call, 1, whole);
  if (definition == nullptr || !definition->required) return {{}, whole.at};
  return fail(definition->at,
              "the input '" + name + "' has no value: no property of '" + topology_.nodes[instance.node].name +
                  "' gives one, and there is no default",
              &instance);
}

/// The property that a mapping is about; null where it has no value.
Value SubstitutedValues::given(const Instance& instance, const SubstitutionMapping::Entry& entry, const Value& whole) {
  if (entry.of == SubstitutionMapping::Of::relationship) return given_by_relationships(instance, entry, whole);
  const bool of_node = entry.of == SubstitutionMapping::Of::node;
  const Value* value = of_node ? topology_.property(instance.node, entry.name)
                               : topology_.capability_property(instance.node, entry.part, entry.name);
  if (value == nullptr || value->is_null() || is_exhausted(instance, whole)) return {{}, whole.at};
  return unfold(*value, {.self = instance.node});
}

Value SubstitutedValues::artifact(const Instance& instance, const Call& call, std::size_t name_at, const Value& whole) {
  const std::string name = to_text(call.arguments[name_at]);
  const Node& node = topology_.nodes[instance.node];
  const Artifact* found = find_by_name(node.artifacts, name);
  if (found == nullptr) found = find_by_name(topology_.types[node.type].artifacts, name);
  return found == nullptr ? Value{{}, whole.at} : Value{found->file, whole.at};
}

/// The part of a value that the rest of a path leads to.
Value SubstitutedValues::with_path(Value value, const Call& call, std::size_t from, const Value& whole) {
  for (std::size_t i = from; i < call.arguments.size(); ++i) {
    if (Call* read = std::get_if<Call>(&value.data); read != nullptr && unmarked(*read).starts_with("get_")) {
      read->arguments.push_back(call.arguments[i]);
      continue;
    }
    const std::string step = to_text(call.arguments[i]);
    const Value* part = part_of(value, step);
    if (part == nullptr) {
      diagnostics_.error(Code::bad_function, whole.at, "the path leads nowhere: there is no '" + step + "'");
      return {{}, whole.at};
    }
    value = Value(*part);
  }
  return value;
}

Value SubstitutedValues::fail(SourceRange at, const std::string& why, const Instance* instance) {
  Diagnostic& problem = diagnostics_.error(Code::bad_substitution, at, why);
  if (instance != nullptr)
    problem.note("this service takes the place of '" + topology_.nodes[instance->node].name + "'", instance->mapping().at);
  return {{}, at};
}

NodeId SubstitutedValues::find(const std::string& keyword, const Owner& owner) const {
  if (keyword == "SELF") return owner.self;
  if (keyword == "SOURCE") return owner.source;
  if (keyword == "TARGET") return owner.target;
  if (keyword == "HOST") return host_of(owner.self);
  return topology_.find_node(keyword);
}

NodeId SubstitutedValues::host_of(NodeId node) const {
  if (!node.valid() || !topology_.nodes[node].hosting.valid()) return {};
  return topology_.relationships[topology_.nodes[node].hosting].target;
}

/// [node, requirement, name]: when the name is one of a node that was replaced, and not of what it was connected by.
const Instance* SubstitutedValues::behind_requirement(NodeId node, const Call& call) const {
  if (call.function != "get_property" && call.function != "get_attribute") return nullptr;
  if (!node.valid() || call.arguments.size() < 3 || has_member(node, to_text(call.arguments[1]))) return nullptr;
  const std::string requirement = to_text(call.arguments[1]);
  for (const RelationshipId id : topology_.nodes[node].outgoing) {
    const Relationship& relationship = topology_.relationships[id];
    if (relationship.requirement != requirement) continue;
    const auto replaced = instances_.find(relationship.target);
    if (replaced == instances_.end()) continue;
    const std::string name = to_text(call.arguments[2]);
    const bool is_capability = find_by_name(replaced->second.mapping().capabilities, name) != nullptr;
    if (has_member(relationship.target, name) || is_capability) return &replaced->second;
  }
  return nullptr;
}

bool SubstitutedValues::has_member(NodeId node, const std::string& name) const {
  const TypeId type = topology_.nodes[node].type;
  return type.valid() && (find_by_name(topology_.types[type].properties, name) != nullptr ||
                          find_by_name(topology_.types[type].attributes, name) != nullptr);
}

}  // namespace planbuilder::tosca
