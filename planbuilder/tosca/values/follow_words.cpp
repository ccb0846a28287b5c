#include "planbuilder/tosca/values/evaluator.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/entity_members.h"
#include "planbuilder/tosca/values/find_entity.h"

namespace planbuilder::tosca {

namespace {

/// A relationship template that no requirement uses has no instance, but it says what it says.
Value read_unused(const RelationshipTemplate& unused, const std::string& name, const Value& whole) {
  for (const auto* assignments : {&unused.properties, &unused.attributes}) {
    if (const Assignment* found = find_by_name(*assignments, name)) return found->value;
  }
  return {{}, whole.at};
}

}  // namespace

/// get_property and get_attribute: [entity, (requirement or capability)?, name, path...].
Value Evaluator::get_member(const Call& call, bool attribute, const Value& whole) const {
  if (call.arguments.size() < 2) return fail(whole, call.function + " takes an entity and a name, for example [SELF, port]");
  std::vector<std::string> words;
  for (const Value& argument : call.arguments) words.push_back(to_text(argument));
  const auto entity = find_entity(topology_, context_.self, words[0], words[1]);
  if (!entity) {
    if (const RelationshipTemplate* unused = find_by_name(topology_.unused_templates, words[0]))
      return read_unused(*unused, words[1], whole);
    return fail(call.arguments[0], unknown_entity(words[0]));
  }
  if (has_member(topology_, *entity, words[1])) return read(seen(*entity), attribute, words, 1, whole);
  if (words.size() > 2) {
    if (auto value = through_capability(seen(*entity), words[1], words, 2, whole)) return std::move(*value);
    if (auto value = through_requirement(*entity, attribute, words, whole)) return std::move(*value);
  }
  return fail(call.arguments[1], "'" + topology_.id_of(*entity) + "' has no property or attribute '" + words[1] + "'");
}

/// Behind a requirement stand the relationship, the capability at its end, and the node that has it.
std::optional<Value> Evaluator::through_requirement(EntityId entity, bool attribute, const Words& words,
                                                    const Value& whole) const {
  const NodeId* node = std::get_if<NodeId>(&entity);
  if (node == nullptr) return std::nullopt;
  std::size_t position = 0;
  for (const RelationshipId id : topology_.nodes[*node].outgoing) {
    const Relationship& relationship = topology_.relationships[id];
    if (relationship.requirement != words[1]) continue;
    // [SELF, requirement, index, name]: the relationship itself, one of several.
    if (const auto index = parse_index(words[2]); index && words.size() > 3) {
      if (position++ == *index && has_member(topology_, id, words[3])) return read(seen(id), attribute, words, 3, whole);
      continue;
    }
    const RepresentedEntity target = seen(relationship.target);
    if (has_member(topology_, relationship.target, words[2])) return read(target, attribute, words, 2, whole);
    if (auto value = through_capability(target, relationship.capability, words, 2, whole)) return value;
    if (auto value = through_capability(target, words[2], words, 3, whole)) return value;
    if (has_member(topology_, id, words[2])) return read(seen(id), attribute, words, 2, whole);
  }
  return std::nullopt;
}

Value Evaluator::get_operation_output(const Call& call, const Value& whole) const {
  if (call.arguments.size() != 4) return fail(whole, "get_operation_output takes [entity, interface, operation, output]");
  const std::string keyword = to_text(call.arguments[0]);
  const auto entity = find_entity(topology_, context_.self, keyword, "");
  if (!entity) return fail(call.arguments[0], unknown_entity(keyword));
  if (!topology_.type_of(*entity).valid()) return {{}, whole.at};  // its type is reported
  const std::string interface_name = to_text(call.arguments[1]);
  const std::string operation = to_text(call.arguments[2]);
  const std::vector<Interface> interfaces = topology_.interfaces(*entity);
  const auto item = std::find_if(interfaces.begin(), interfaces.end(), [&](const Interface& each) {
    return each.name == interface_name || each.type.name == interface_name;
  });
  if (item == interfaces.end())
    return fail(call.arguments[1], "'" + topology_.id_of(*entity) + "' has no interface '" + interface_name + "'" +
                                       guess(interface_name, [&] { return names_of(interfaces); }));
  if (!item->type.empty() && find_by_name(item->operations, operation) == nullptr)
    return fail(call.arguments[2], "the interface '" + interface_name + "' of '" + topology_.id_of(*entity) +
                                       "' has no operation '" + operation + "'" +
                                       guess(operation, [&] { return names_of(item->operations); }));
  std::vector<Value> arguments = address_of(topology_, seen(*entity), whole.at);
  for (std::size_t i = 1; i < 4; ++i) arguments.push_back({to_text(call.arguments[i]), whole.at});
  return {Call{call.function, std::move(arguments)}, whole.at};
}

/// The names of the nodes, in the order of declaration.
Value Evaluator::get_nodes_of_type(const Call& call, const Value& whole) const {
  if (call.arguments.size() != 1 || call.arguments[0].text() == nullptr)
    return fail(whole, "get_nodes_of_type takes the name of a node type");
  const std::string& wanted = *call.arguments[0].text();
  List names;
  for (const Node& node : topology_.nodes) {
    const bool fits = topology_.derives_from(node.type, wanted) || topology_.derives_from(node.type, "tosca.nodes." + wanted);
    if (fits) names.push_back({node.name, whole.at});
  }
  if (names.empty() && !is_node_type(wanted)) return fail(call.arguments[0], "there is no node type '" + wanted + "'");
  return {std::move(names), whole.at};
}

/// By its full name, its short name, or with the prefix of an import.
bool Evaluator::is_node_type(std::string_view name) const {
  const std::string_view last = name.substr(name.rfind(':') + 1);
  return std::any_of(topology_.types.begin(), topology_.types.end(), [&](const Type& type) {
    return type.kind == TypeKind::node && (type.name == last || type.name == "tosca.nodes." + std::string(last));
  });
}

/// The path of the artifact's file, relative to the root of the CSAR.
Value Evaluator::get_artifact(const Call& call, const Value& whole) const {
  if (call.arguments.size() < 2 || call.arguments.size() > 4)
    return fail(whole, "get_artifact takes [entity, artifact, location?, remove?]");
  const std::string keyword = to_text(call.arguments[0]);
  const auto entity = find_entity(topology_, context_.self, keyword, "");
  if (!entity) return fail(call.arguments[0], unknown_entity(keyword));
  if (call.arguments.size() == 4) {
    Value remove{to_text(call.arguments[3]), whole.at, true};
    if (is_literal(call.arguments[3]) && !type_as(Primitive::boolean, remove))
      return fail(call.arguments[3], "the last argument of get_artifact must be true or false");
  }
  const std::string name = to_text(call.arguments[1]);
  if (const Artifact* artifact = find_artifact(topology_, *entity, name)) return {artifact->file, whole.at};
  return fail(call.arguments[1], "'" + topology_.id_of(*entity) + "' has no artifact '" + name + "'");
}

std::string Evaluator::unknown_entity(const std::string& keyword) const {
  if (keyword == "HOST") return "no node of the stack below has it";
  if (keyword == "SELF" || keyword == "SOURCE" || keyword == "TARGET") return "'" + keyword + "' has no meaning here";
  return "there is no node '" + keyword + "'" + guess(keyword, [&] { return names_of(topology_.nodes); });
}

/// Functions of 1.x know no indexes: of what is there several times they see what belongs to SELF, else the first.
RepresentedEntity Evaluator::seen(EntityId entity) const {
  if (entity == context_.self) return {entity, context_.which};
  const RelationshipId* relationship = context_.self ? std::get_if<RelationshipId>(&*context_.self) : nullptr;
  if (relationship == nullptr) return {entity};
  const Relationship& self = topology_.relationships[*relationship];
  if (entity == EntityId(self.source)) return {entity, source_of(topology_, *relationship, context_.which)};
  if (entity != EntityId(self.target)) return {entity};
  return {entity, target_of(topology_, *relationship, context_.which).value_or(Representation())};
}

}  // namespace planbuilder::tosca
