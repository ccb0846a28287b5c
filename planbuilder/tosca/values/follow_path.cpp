#include "planbuilder/tosca/values/evaluator.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/entity_members.h"

namespace planbuilder::tosca {

namespace {

/// Integers, floats and scalars can be allocated; a data type of another name may derive from one of these.
bool is_never_an_amount(std::string_view type) {
  constexpr std::string_view others[] = {"string", "boolean", "bytes", "nil", "timestamp", "version", "list", "map"};
  return std::find(std::begin(others), std::end(others), type) != std::end(others);
}

}  // namespace

/// Several ends make one list, however many times ALL occurs.
Value Evaluator::get_by_path(const Call& call, bool attribute, const Value& whole) const {
  const ResolvedPath path = resolve_path(topology_, context_.self, call.arguments, context_.which);
  if (!path.problem.empty()) return fail_at(call, path, whole);
  if (path.open) return whole;
  if (path.next >= call.arguments.size())
    return fail(whole, "the path ends at " + ends_in_words(path) + ": it must go on with the name of a property or attribute");
  if (!path.many) return read_at(path.ends.front(), call, attribute, path.next, whole);
  List values;
  for (const PathEnd& end : path.ends) values.push_back(read_at(end, call, attribute, path.next, whole));
  return {std::move(values), whole.at};
}

Value Evaluator::read_at(const PathEnd& end, const Call& call, bool attribute, std::size_t name_at, const Value& whole) const {
  if (std::any_of(call.arguments.begin(), call.arguments.end(), [](const Value& part) { return !is_literal(part); }))
    return whole;
  std::vector<std::string> words;
  for (const Value& argument : call.arguments) words.push_back(to_text(argument));
  const bool known =
      find_member(topology_, end, words[name_at], attribute) != nullptr || is_assigned(end, words[name_at], attribute);
  if (!known && has_known_type(topology_, end)) return fail(call.arguments[name_at], unknown_member(end, words[name_at]));
  if (end.capability.empty()) return read({end.entity, end.which}, attribute, words, name_at, whole);
  if (auto value = through_capability({end.entity, end.which}, end.capability, words, name_at, whole)) return std::move(*value);
  return whole;
}

std::string Evaluator::unknown_member(const PathEnd& end, const std::string& name) const {
  if (find_member(topology_, end, name, true) != nullptr)
    return "'" + name + "' of " + describe(topology_, end) + " is an attribute, which $get_attribute reads";
  return describe(topology_, end) + " has no property or attribute '" + name + "'" +
         guess(name, [&] { return names_of_members(topology_, end); });
}

bool Evaluator::is_assigned(const PathEnd& end, const std::string& name, bool attribute) const {
  if (end.capability.empty())
    return topology_.property(end.entity, name) != nullptr || (attribute && has_attribute(topology_, end.entity, name));
  return topology_.capability_property(std::get<NodeId>(end.entity), end.capability, name) != nullptr;
}

Value Evaluator::get_artifact_by_path(const Call& call, const Value& whole) const {
  const ResolvedPath path = resolve_path(topology_, context_.self, call.arguments, context_.which);
  if (!path.problem.empty()) return fail_at(call, path, whole);
  if (path.open || path.ends.empty()) return whole;
  if (path.next >= call.arguments.size())
    return fail(whole, "the path ends at " + ends_in_words(path) + ": it must go on with the name of an artifact");
  const EntityId entity = path.ends.front().entity;
  const std::string name = to_text(call.arguments[path.next]);
  if (const Artifact* artifact = find_artifact(topology_, entity, name)) return {artifact->file, whole.at};
  return fail(call.arguments[path.next], "'" + topology_.id_of(entity) + "' has no artifact '" + name + "'" +
                                             guess(name, [&] { return artifact_names(topology_, entity); }));
}

/// Of what is there once, the index is 0; of others a run knows it.
Value Evaluator::get_index(bool of_node, const Value& whole) const {
  const bool in_node = context_.self && std::holds_alternative<NodeId>(*context_.self);
  if (!context_.self || of_node != in_node) {
    return fail(whole, of_node ? "$node_index has a meaning only inside of a node"
                               : "$relationship_index has a meaning only inside of a relationship");
  }
  if (of_node && !is_counted(topology_, *context_.self)) return {std::int64_t{0}, whole.at};
  const Representation which =
      of_node ? context_.which : position_of(topology_, std::get<RelationshipId>(*context_.self), context_.which);
  return index_value(which, whole.at).value_or(whole);
}

/// What relationships leave of a capability's property, when all amounts are plain numbers.
Value Evaluator::get_available_allocation(const Call& call, const Value& whole) const {
  const ResolvedPath path = resolve_path(topology_, context_.self, call.arguments, context_.which);
  if (!path.problem.empty()) return fail_at(call, path, whole);
  if (path.open || path.many || path.ends.empty()) return whole;
  const PathEnd& end = path.ends.front();
  if (end.capability.empty() || path.next >= call.arguments.size())
    return fail(whole, "$available_allocation asks for a property of a capability");
  Value left = read_at(end, call, false, path.next, whole);
  const std::string name = to_text(call.arguments[path.next]);
  if (const ParameterDefinition* property = find_member(topology_, end, name, false);
      property != nullptr && is_never_an_amount(property->schema.type.name)) {
    return fail(call.arguments[path.next],
                "'" + name + "' is of type " + property->schema.type.name + ", of which nothing can be allocated");
  }
  const NodeId node = std::get<NodeId>(end.entity);
  for (const RelationshipId id : topology_.nodes[node].incoming) {
    const Relationship& relationship = topology_.relationships[id];
    if (relationship.capability != end.capability) continue;
    const Assignment* taken = find_by_name(*relationship.allocation, name);
    if (taken == nullptr) continue;
    const Value amount = in_context_of({id, Representation::unknown()}).evaluate(taken->value);
    const std::int64_t* number = amount.get_if<std::int64_t>();
    std::int64_t* rest = std::get_if<std::int64_t>(&left.data);
    if (number == nullptr || rest == nullptr || !relationship.count->is_null()) return whole;
    *rest -= *number;
  }
  return left;
}

std::string Evaluator::ends_in_words(const ResolvedPath& path) const {
  return path.ends.empty() ? "nothing" : describe(topology_, path.ends.front());
}

Value Evaluator::fail_at(const Call& call, const ResolvedPath& path, const Value& whole) const {
  const Value& at = path.next < call.arguments.size() ? call.arguments[path.next] : whole;
  return fail(at, path.problem + (path.known ? guess(to_text(at), path.known) : ""));
}

}  // namespace planbuilder::tosca
