#include "planbuilder/tosca/values/evaluator.h"

#include "planbuilder/tosca/values/entity_members.h"

namespace planbuilder::tosca {

/// A property that is known is put in; one that depends on an input, and every attribute, is looked up by the run.
Value Evaluator::read(RepresentedEntity from, bool attribute, const Words& words, std::size_t name_at, const Value& whole) const {
  const EntityId entity = from.entity;
  const std::string& name = words[name_at];
  if (words.size() > name_at + 1 && is_scalar_type(type_of_member(topology_, entity, name))) {
    return fail(whole, "'" + name + "' of '" + topology_.id_of(entity) + "' is of type " +
                           type_of_member(topology_, entity, name) + " and has no parts");
  }
  const bool is_attribute = attribute && has_attribute(topology_, entity, name);
  // An attribute changes; only of what is being recorded it is known to have its first value.
  const Value* now = !is_attribute             ? topology_.property(entity, name)
                     : is_being_recorded(from) ? topology_.attribute(entity, name)
                                               : nullptr;
  if (now != nullptr) {
    if (depth_ > deepest || budget_.lookups == 0) {
      budget_.exceeded = true;
      return {{}, whole.at};
    }
    --budget_.lookups;
    const Value known = in_context_of(from).evaluate(*now);
    const bool put_in = is_being_recorded(from) && name_at + 1 == words.size();
    if (put_in || is_literal(known)) return walk(known, words, name_at + 1, whole);
  }
  std::vector<Value> arguments = address_of(topology_, from, whole.at);
  for (std::size_t i = name_at; i < words.size(); ++i) arguments.push_back({words[i], whole.at});
  return {Call{is_attribute ? "get_attribute" : "get_property", std::move(arguments)}, whole.at};
}

/// A property of a capability is put in when it is known; else the run looks for `capability.name`.
std::optional<Value> Evaluator::through_capability(RepresentedEntity from, const std::string& capability, const Words& words,
                                                   std::size_t name_at, const Value& whole) const {
  const NodeId* node = std::get_if<NodeId>(&from.entity);
  if (node == nullptr || name_at >= words.size()) return std::nullopt;
  const std::string& name = words[name_at];
  const Value* value = topology_.capability_property(*node, capability, name);
  if (value == nullptr && topology_.capability_member(*node, capability, name) == nullptr) return std::nullopt;
  if (value != nullptr) {
    const Value known = in_context_of(from).evaluate(*value);
    if (is_literal(known)) return walk(known, words, name_at + 1, whole);
  }
  std::vector<Value> arguments = address_of(topology_, from, whole.at);
  arguments.push_back({capability + "." + name, whole.at});
  for (std::size_t i = name_at + 1; i < words.size(); ++i) arguments.push_back({words[i], whole.at});
  return Value{Call{value != nullptr ? "get_property" : "get_attribute", std::move(arguments)}, whole.at};
}

Value Evaluator::walk(Value value, const Words& path, std::size_t from, const Value& whole) const {
  for (std::size_t i = from; i < path.size(); ++i) {
    const Value* next = nullptr;
    if (const Map* map = value.get_if<Map>()) {
      for (const auto& entry : *map) {
        if (entry.key == path[i]) next = &entry.value;
      }
    } else if (const List* list = value.get_if<List>()) {
      const std::size_t index = parse_index(path[i]).value_or(list->size());
      if (index < list->size()) next = &(*list)[index];
    }
    if (next == nullptr) return fail(whole, "the path leads nowhere: there is no '" + path[i] + "'");
    value = Value(*next);
  }
  return value;
}

bool Evaluator::is_being_recorded(const RepresentedEntity& one) const {
  return context_.being_recorded && context_.self == one.entity &&
         (one.which == context_.which || !is_counted(topology_, one.entity));
}

Evaluator Evaluator::in_context_of(const RepresentedEntity& one) const {
  // What another entity's property contains is reported where it stands, not again here.
  return {EvaluationContext{topology_, one.entity, nullptr, is_being_recorded(one), nullptr, one.which}, depth_ + 1, budget_};
}

}  // namespace planbuilder::tosca
