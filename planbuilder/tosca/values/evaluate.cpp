#include "planbuilder/tosca/values/evaluate.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/functions/function_table.h"
#include "planbuilder/tosca/values/resolve_path.h"

namespace planbuilder::tosca {

namespace {

Value text_value(std::string text, SourceRange at) { return {std::move(text), at}; }

/// What one evaluation may cost: properties that are defined by properties can unfold without end.
struct Budget {
  std::size_t lookups = 10'000;
  bool exceeded = false;
};

class Evaluator {
 public:
  Evaluator(const EvaluationContext& context, int depth, Budget& budget)
      : context_(context), topology_(context.topology), depth_(depth), budget_(budget) {}

  Value evaluate(const Value& value) const {
    if (const Call* call = value.call()) return evaluate_call(*call, value);
    Value result = value;
    if (List* list = std::get_if<List>(&result.data)) {
      for (Value& item : *list) item = evaluate(item);
    } else if (Map* map = std::get_if<Map>(&result.data)) {
      for (MapEntry& entry : *map) entry.value = evaluate(entry.value);
    }
    return result;
  }

 private:
  /// What is read, and which of its representations.
  struct Place {
    EntityId entity;
    Representation which = {};
  };

  Value evaluate_call(const Call& call, const Value& whole) const {
    if (call.function.starts_with('$')) return evaluate_marked({call.function.substr(1), call.arguments}, whole);
    if (call.function == "get_input") return get_input(call, whole);
    if (call.function == "get_property" || call.function == "get_attribute") return get_member(call, whole);
    if (call.function == "get_operation_output") return get_operation_output(call, whole);
    if (call.function == "get_nodes_of_type") return get_nodes_of_type(call, whole);
    if (call.function == "get_artifact") return get_artifact(call, whole);
    if (call.function == "concat" || call.function == "join" || call.function == "token") return combine(call, whole);
    return fail(whole, "the function '" + call.function + "' is not supported here");
  }

  /// Functions of 2.0. Their paths may have functions inside, such as `$node_index`.
  Value evaluate_marked(Call call, const Value& whole) const {
    for (Value& argument : call.arguments) argument = evaluate(argument);
    if (call.function == "get_input") return get_input(call, whole);
    if (call.function == "get_property" || call.function == "get_attribute") return get_by_path(call, whole);
    if (call.function == "get_artifact") return get_artifact_by_path(call, whole);
    if (call.function == "node_index" || call.function == "relationship_index") return get_index(call, whole);
    if (call.function == "available_allocation") return get_available_allocation(call, whole);
    return compute({"$" + call.function, std::move(call.arguments)}, whole);
  }

  /// Several ends make one list, however many times ALL occurs.
  Value get_by_path(const Call& call, const Value& whole) const {
    const ResolvedPath path = resolve_path(topology_, context_.self, call.arguments, context_.which);
    if (!path.problem.empty()) return fail_at(call, path, whole);
    if (path.open) return whole;
    if (path.next >= call.arguments.size())
      return fail(whole, "the path ends at " + ends_in_words(path) + ": it must go on with the name of a property or attribute");
    if (!path.many) return read_at(path.ends.front(), call, path.next, whole);
    List values;
    for (const PathEnd& end : path.ends) values.push_back(read_at(end, call, path.next, whole));
    return {std::move(values), whole.at};
  }

  [[nodiscard]] std::string ends_in_words(const ResolvedPath& path) const {
    return path.ends.empty() ? "nothing" : describe(topology_, path.ends.front());
  }

  Value fail_at(const Call& call, const ResolvedPath& path, const Value& whole) const {
    const Value& at = path.next < call.arguments.size() ? call.arguments[path.next] : whole;
    return fail(at, path.problem + (path.known ? guess(to_text(at), path.known) : ""));
  }

  Value read_at(const PathEnd& end, const Call& call, std::size_t name_at, const Value& whole) const {
    if (std::any_of(call.arguments.begin(), call.arguments.end(), [](const Value& part) { return !is_literal(part); }))
      return whole;
    std::vector<std::string> words;
    for (const Value& argument : call.arguments) words.push_back(to_text(argument));
    const bool attribute = call.function == "get_attribute";
    const bool known = find_member(topology_, end, words[name_at], attribute) != nullptr || is_assigned(end, words[name_at]);
    if (!known && has_known_type(topology_, end)) {
      return fail(call.arguments[name_at], describe(topology_, end) + " has no property or attribute '" + words[name_at] + "'" +
                                               guess(words[name_at], [&] { return names_of_members(topology_, end); }));
    }
    if (end.capability.empty()) return read({end.entity, end.which}, call, words, name_at, whole);
    if (auto value = through_capability({end.entity, end.which}, end.capability, words, name_at, whole)) return std::move(*value);
    return whole;
  }

  [[nodiscard]] bool is_assigned(const PathEnd& end, const std::string& name) const {
    if (end.capability.empty()) return topology_.property(end.entity, name) != nullptr || find_attribute(end.entity, name);
    return topology_.capability_property(std::get<NodeId>(end.entity), end.capability, name) != nullptr;
  }

  Value get_artifact_by_path(const Call& call, const Value& whole) const {
    const ResolvedPath path = resolve_path(topology_, context_.self, call.arguments, context_.which);
    if (!path.problem.empty()) return fail_at(call, path, whole);
    if (path.open || path.ends.empty()) return whole;
    if (path.next >= call.arguments.size())
      return fail(whole, "the path ends at " + ends_in_words(path) + ": it must go on with the name of an artifact");
    const EntityId entity = path.ends.front().entity;
    const std::string name = to_text(call.arguments[path.next]);
    if (const Artifact* artifact = find_artifact(entity, name)) return text_value(artifact->file, whole.at);
    return fail(call.arguments[path.next], "'" + topology_.id_of(entity) + "' has no artifact '" + name + "'" +
                                               guess(name, [&] { return artifact_names(entity); }));
  }

  [[nodiscard]] std::vector<std::string_view> artifact_names(EntityId entity) const {
    std::vector<std::string_view> names;
    if (const NodeId* node = std::get_if<NodeId>(&entity)) {
      for (const Artifact& artifact : topology_.nodes[*node].artifacts) names.push_back(artifact.name);
    }
    if (const TypeId type = topology_.type_of(entity); type.valid()) {
      for (const Artifact& artifact : topology_.types[type].artifacts) names.push_back(artifact.name);
    }
    return names;
  }

  /// Of what is there once, the index is 0; of others a run knows it.
  Value get_index(const Call& call, const Value& whole) const {
    const bool of_node = call.function == "node_index";
    const bool in_node = context_.self && std::holds_alternative<NodeId>(*context_.self);
    if (!context_.self || of_node != in_node) {
      return fail(whole, "$" + call.function + " has a meaning only inside of a " + (of_node ? "node" : "relationship"));
    }
    if (of_node && !is_counted(topology_, *context_.self)) return {std::int64_t{0}, whole.at};
    const Representation which =
        of_node ? context_.which : position_of(topology_, std::get<RelationshipId>(*context_.self), context_.which);
    return index_value(which, whole.at).value_or(whole);
  }

  /// Nothing when nobody knows.
  [[nodiscard]] static std::optional<Value> index_value(Representation which, SourceRange at) {
    switch (which.kind) {
      case Representation::Kind::known: return Value{static_cast<std::int64_t>(which.index), at};
      case Representation::Kind::own: return Value{Call{"get_index", {}}, at};
      case Representation::Kind::unknown: break;
    }
    return std::nullopt;
  }

  /// What relationships leave of a capability's property, when all amounts are plain numbers.
  Value get_available_allocation(const Call& call, const Value& whole) const {
    const ResolvedPath path = resolve_path(topology_, context_.self, call.arguments, context_.which);
    if (!path.problem.empty()) return fail_at(call, path, whole);
    if (path.open || path.many || path.ends.empty() || path.next >= call.arguments.size()) return whole;
    const PathEnd& end = path.ends.front();
    if (end.capability.empty()) return fail(whole, "$available_allocation asks for a property of a capability");
    Value left = read_at(end, {"get_property", call.arguments}, path.next, whole);
    const std::string name = to_text(call.arguments[path.next]);
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

  Value fail(const Value& at, const std::string& why) const {
    if (context_.diagnostics != nullptr) context_.diagnostics->error(Code::bad_function, at.at, why);
    return {{}, at.at};
  }

  template <class Known>
  [[nodiscard]] std::string guess(const std::string& name, const Known& known) const {
    return context_.diagnostics == nullptr ? "" : context_.diagnostics->guess(name, known);
  }

  Value get_input(const Call& call, const Value& whole) const {
    const std::string* name = call.arguments.empty() ? nullptr : call.arguments[0].text();
    if (name == nullptr) return fail(whole, "get_input takes the name of an input");
    const ParameterDefinition* input = find_input(*name);
    if (input == nullptr) return report_unknown_input(call.arguments[0], *name);
    if (call.arguments.size() > 1 && is_primitive(input->schema.type.name)) {
      return fail(whole, "the input '" + *name + "' is of type " + input->schema.type.name + " and has no parts");
    }
    return {call, whole.at};
  }

  [[nodiscard]] const ParameterDefinition* find_input(const std::string& name) const {
    if (context_.workflow_inputs != nullptr) {
      if (const ParameterDefinition* input = find_by_name(*context_.workflow_inputs, name)) return input;
    }
    return find_by_name(topology_.inputs, name);
  }

  /// A workflow may be started with inputs that it does not list: that is worth a word, not more.
  Value report_unknown_input(const Value& argument, const std::string& name) const {
    const auto known = [&] {
      std::vector<std::string_view> names = names_of(topology_.inputs);
      if (context_.workflow_inputs == nullptr) return names;
      for (const ParameterDefinition& input : *context_.workflow_inputs) names.push_back(input.name);
      return names;
    };
    const std::string summary = "there is no input '" + name + "'" + guess(name, known);
    if (context_.workflow_inputs == nullptr) return fail(argument, summary);
    if (context_.diagnostics != nullptr) context_.diagnostics->warning(Code::bad_function, argument.at, summary);
    return {{}, argument.at};
  }

  static bool is_primitive(const std::string& type) {
    return type == "string" || type == "integer" || type == "float" || type == "boolean" || type == "timestamp" ||
           type == "version" || type.starts_with("scalar-unit.");
  }

  /// The names of the nodes, in the order of declaration.
  Value get_nodes_of_type(const Call& call, const Value& whole) const {
    if (call.arguments.size() != 1 || call.arguments[0].text() == nullptr)
      return fail(whole, "get_nodes_of_type takes the name of a node type");
    const std::string& wanted = *call.arguments[0].text();
    List names;
    for (const Node& node : topology_.nodes) {
      const bool fits = topology_.derives_from(node.type, wanted) || topology_.derives_from(node.type, "tosca.nodes." + wanted);
      if (fits) names.push_back(text_value(node.name, whole.at));
    }
    return {std::move(names), whole.at};
  }

  /// The path of the artifact's file, relative to the root of the CSAR.
  Value get_artifact(const Call& call, const Value& whole) const {
    if (call.arguments.size() < 2 || call.arguments.size() > 4)
      return fail(whole, "get_artifact takes [entity, artifact, location?, remove?]");
    const std::string keyword = to_text(call.arguments[0]);
    const auto entity = find_entity(keyword, "");
    if (!entity) return fail(call.arguments[0], unknown_entity(keyword));
    const std::string name = to_text(call.arguments[1]);
    if (const Artifact* artifact = find_artifact(*entity, name)) return text_value(artifact->file, whole.at);
    return fail(call.arguments[1], "'" + topology_.id_of(*entity) + "' has no artifact '" + name + "'");
  }

  [[nodiscard]] const Artifact* find_artifact(EntityId entity, const std::string& name) const {
    if (const NodeId* node = std::get_if<NodeId>(&entity)) {
      if (const Artifact* own = find_by_name(topology_.nodes[*node].artifacts, name)) return own;
    }
    const TypeId type = topology_.type_of(entity);
    return type.valid() ? find_by_name(topology_.types[type].artifacts, name) : nullptr;
  }

  /// get_property and get_attribute: [entity, (requirement or capability)?, name, path...].
  Value get_member(const Call& call, const Value& whole) const {
    if (call.arguments.size() < 2) return fail(whole, call.function + " takes an entity and a name, for example [SELF, port]");
    std::vector<std::string> words;
    for (const Value& argument : call.arguments) words.push_back(to_text(argument));
    const auto entity = find_entity(words[0], words[1]);
    if (!entity) {
      if (const RelationshipTemplate* unused = find_by_name(topology_.unused_templates, words[0]))
        return read_unused(*unused, words[1], whole);
      return fail(call.arguments[0], unknown_entity(words[0]));
    }
    if (has_member(*entity, words[1])) return read(seen(*entity), call, words, 1, whole);
    if (words.size() > 2) {
      if (auto value = through_capability(seen(*entity), words[1], words, 2, whole)) return std::move(*value);
      if (auto value = through_requirement(*entity, call, words, whole)) return std::move(*value);
    }
    return fail(call.arguments[1], "'" + topology_.id_of(*entity) + "' has no property or attribute '" + words[1] + "'");
  }

  /// A relationship template that no requirement uses has no instance, but it says what it says.
  static Value read_unused(const RelationshipTemplate& unused, const std::string& name, const Value& whole) {
    for (const auto* assignments : {&unused.properties, &unused.attributes}) {
      if (const Assignment* found = find_by_name(*assignments, name)) return found->value;
    }
    return {{}, whole.at};
  }

  /// A property of a capability is put in when it is known; else the run looks for `capability.name`.
  [[nodiscard]] std::optional<Value> through_capability(Place place, const std::string& capability,
                                                        const std::vector<std::string>& words, std::size_t name_at,
                                                        const Value& whole) const {
    const NodeId* node = std::get_if<NodeId>(&place.entity);
    if (node == nullptr || name_at >= words.size()) return std::nullopt;
    const std::string& name = words[name_at];
    const Value* value = topology_.capability_property(*node, capability, name);
    if (value == nullptr && topology_.capability_member(*node, capability, name) == nullptr) return std::nullopt;
    if (value != nullptr) {
      const Value known = in_context_of(place).evaluate(*value);
      if (is_literal(known)) return walk(known, words, name_at + 1, whole);
    }
    std::vector<Value> arguments = address(place, whole.at);
    arguments.push_back(text_value(capability + "." + name, whole.at));
    for (std::size_t i = name_at + 1; i < words.size(); ++i) arguments.push_back(text_value(words[i], whole.at));
    return Value{Call{value != nullptr ? "get_property" : "get_attribute", std::move(arguments)}, whole.at};
  }

  /// Behind a requirement stand the relationship, the capability at its end, and the node that has it.
  [[nodiscard]] std::optional<Value> through_requirement(EntityId entity, const Call& call, const std::vector<std::string>& words,
                                                         const Value& whole) const {
    const NodeId* node = std::get_if<NodeId>(&entity);
    if (node == nullptr) return std::nullopt;
    std::size_t position = 0;
    for (const RelationshipId id : topology_.nodes[*node].outgoing) {
      const Relationship& relationship = topology_.relationships[id];
      if (relationship.requirement != words[1]) continue;
      // [SELF, requirement, index, name]: the relationship itself, one of several.
      if (const auto index = parse_index(words[2]); index && words.size() > 3) {
        if (position++ == *index && has_member(id, words[3])) return read(seen(id), call, words, 3, whole);
        continue;
      }
      const Place target = seen(relationship.target);
      if (has_member(relationship.target, words[2])) return read(target, call, words, 2, whole);
      if (auto value = through_capability(target, relationship.capability, words, 2, whole)) return value;
      if (auto value = through_capability(target, words[2], words, 3, whole)) return value;
      if (has_member(id, words[2])) return read(seen(id), call, words, 2, whole);
    }
    return std::nullopt;
  }

  /// A property that is known is put in; one that depends on an input, and every attribute, is looked up by the run.
  Value read(Place place, const Call& call, const std::vector<std::string>& words, std::size_t name_at,
             const Value& whole) const {
    const EntityId entity = place.entity;
    const std::string& name = words[name_at];
    if (words.size() > name_at + 1 && is_primitive(type_of_member(entity, name))) {
      return fail(whole, "'" + name + "' of '" + topology_.id_of(entity) + "' is of type " + type_of_member(entity, name) +
                             " and has no parts");
    }
    const bool is_attribute = call.function == "get_attribute" && find_attribute(entity, name);
    // An attribute changes; only of what is being recorded it is known to have its first value.
    const Value* now = !is_attribute              ? topology_.property(entity, name)
                       : is_being_recorded(place) ? topology_.attribute(entity, name)
                                                  : nullptr;
    if (now != nullptr) {
      if (depth_ > deepest || budget_.lookups == 0) {
        budget_.exceeded = true;
        return {{}, whole.at};
      }
      --budget_.lookups;
      const Value known = in_context_of(place).evaluate(*now);
      const bool put_in = is_being_recorded(place) && name_at + 1 == words.size();
      if (put_in || is_literal(known)) return walk(known, words, name_at + 1, whole);
    }
    std::vector<Value> arguments = address(place, whole.at);
    for (std::size_t i = name_at; i < words.size(); ++i) arguments.push_back(text_value(words[i], whole.at));
    return {Call{is_attribute ? "get_attribute" : "get_property", std::move(arguments)}, whole.at};
  }

  /// A number that can be an index; longer ones are none.
  static std::optional<std::size_t> parse_index(const std::string& text) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    return std::stoul(text);
  }

  Value walk(Value value, const std::vector<std::string>& path, std::size_t from, const Value& whole) const {
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

  Value get_operation_output(const Call& call, const Value& whole) const {
    if (call.arguments.size() != 4) return fail(whole, "get_operation_output takes [entity, interface, operation, output]");
    const std::string keyword = to_text(call.arguments[0]);
    const auto entity = find_entity(keyword, "");
    if (!entity) return fail(call.arguments[0], unknown_entity(keyword));
    std::vector<Value> arguments = address(seen(*entity), whole.at);
    for (std::size_t i = 1; i < 4; ++i) arguments.push_back(text_value(to_text(call.arguments[i]), whole.at));
    return {Call{call.function, std::move(arguments)}, whole.at};
  }

  Value combine(const Call& call, const Value& whole) const {
    Call reduced{call.function, {}};
    for (const Value& argument : call.arguments) reduced.arguments.push_back(evaluate(argument));
    const bool known = std::all_of(reduced.arguments.begin(), reduced.arguments.end(), is_literal);
    if (!known) return {std::move(reduced), whole.at};
    if (call.function == "concat") return concat(reduced.arguments, whole);
    if (call.function == "join") return join_list(reduced.arguments, whole);
    return token(reduced.arguments, whole);
  }

  /// Functions of 2.0, with their arguments evaluated. What cannot be computed yet is left to the run, by the name that it knows.
  Value compute(Call reduced, const Value& whole) const {
    const Function* function = find_function(reduced.function);
    const bool pure = function != nullptr && function->apply != nullptr;
    if (!pure || !std::all_of(reduced.arguments.begin(), reduced.arguments.end(), is_literal)) {
      const bool old = pure && find_function(function->name) != nullptr;
      if (old) reduced.function = std::string(function->name);
      return {std::move(reduced), whole.at};
    }
    Outcome outcome = apply_function(*function, reduced.function, std::move(reduced.arguments));
    if (!outcome.problem.empty()) return fail(whole, outcome.problem);
    outcome.value.at = whole.at;
    return std::move(outcome.value);
  }

  static Value concat(const std::vector<Value>& arguments, const Value& whole) {
    std::string text;
    for (const Value& argument : arguments) text += to_text(argument);
    return text_value(std::move(text), whole.at);
  }

  Value join_list(const std::vector<Value>& arguments, const Value& whole) const {
    const List* list = arguments.empty() ? nullptr : arguments[0].get_if<List>();
    if (list == nullptr || arguments.size() > 2) return fail(whole, "join takes a list and a delimiter");
    std::vector<std::string> parts;
    for (const Value& item : *list) parts.push_back(to_text(item));
    return text_value(join(parts, arguments.size() == 2 ? to_text(arguments[1]) : ""), whole.at);
  }

  Value token(const std::vector<Value>& arguments, const Value& whole) const {
    const auto index = arguments.size() == 3 ? parse_index(to_text(arguments[2])) : std::nullopt;
    if (!index) return fail(whole, "token takes a text, the separating characters, and the number of the part, counted from 0");
    std::string text = to_text(arguments[0]);
    const std::string separators = to_text(arguments[1]);
    for (char& c : text) {
      if (separators.find(c) != std::string::npos) c = separators.front();
    }
    const auto parts = separators.empty() ? std::vector<std::string_view>{text} : split(text, separators.front());
    if (*index >= parts.size()) return fail(whole, "the text has only " + count_of(parts.size(), "part"));
    return text_value(std::string(parts[*index]), whole.at);
  }

  /// HOST looks down the stack for the first node that has the member.
  [[nodiscard]] std::optional<EntityId> find_entity(const std::string& keyword, const std::string& member) const {
    const RelationshipId* relationship = context_.self ? std::get_if<RelationshipId>(&*context_.self) : nullptr;
    if (keyword == "SELF") return context_.self;
    if (keyword == "SOURCE" && relationship != nullptr) return topology_.relationships[*relationship].source;
    if (keyword == "TARGET" && relationship != nullptr) return topology_.relationships[*relationship].target;
    if (keyword == "HOST" && context_.self && relationship == nullptr) return find_host(std::get<NodeId>(*context_.self), member);
    const NodeId node = topology_.find_node(keyword);
    if (node.valid()) return node;
    const RelationshipId named = topology_.find_relationship(keyword);
    return named.valid() ? std::optional<EntityId>(named) : std::nullopt;
  }

  [[nodiscard]] std::optional<EntityId> find_host(NodeId node, const std::string& member) const {
    for (std::size_t step = 0; step < topology_.nodes.size(); ++step) {
      const RelationshipId below = topology_.nodes[node].hosting;
      if (!below.valid()) return std::nullopt;
      node = topology_.relationships[below].target;
      if (member.empty() || has_member(node, member) || has_part(node, member)) return node;
    }
    return std::nullopt;
  }

  /// A capability or requirement of that name.
  [[nodiscard]] bool has_part(NodeId node, const std::string& name) const {
    const TypeId type = topology_.nodes[node].type;
    return type.valid() && (find_by_name(topology_.types[type].capabilities, name) != nullptr ||
                            find_by_name(topology_.types[type].requirements, name) != nullptr);
  }

  [[nodiscard]] std::string unknown_entity(const std::string& keyword) const {
    if (keyword == "HOST") return "no node of the stack below has it";
    if (keyword == "SELF" || keyword == "SOURCE" || keyword == "TARGET") return "'" + keyword + "' has no meaning here";
    return "there is no node '" + keyword + "'" + guess(keyword, [&] { return names_of(topology_.nodes); });
  }

  [[nodiscard]] std::string type_of_member(EntityId entity, const std::string& name) const {
    const TypeId type = topology_.type_of(entity);
    if (!type.valid()) return "";
    const ParameterDefinition* found = find_by_name(topology_.types[type].properties, name);
    if (found == nullptr) found = find_by_name(topology_.types[type].attributes, name);
    return found == nullptr ? "" : found->schema.type.name;
  }

  [[nodiscard]] bool find_attribute(EntityId entity, const std::string& name) const {
    const TypeId type = topology_.type_of(entity);
    return topology_.attribute(entity, name) != nullptr ||
           (type.valid() && find_by_name(topology_.types[type].attributes, name) != nullptr);
  }

  [[nodiscard]] bool has_member(EntityId entity, const std::string& name) const {
    const TypeId type = topology_.type_of(entity);
    return topology_.property(entity, name) != nullptr || find_attribute(entity, name) ||
           (type.valid() && find_by_name(topology_.types[type].properties, name) != nullptr) || !type.valid();
  }

  /// Functions of 1.x know no indexes: of what is there several times they see what belongs to SELF, else the first.
  [[nodiscard]] Place seen(EntityId entity) const {
    if (entity == context_.self) return {entity, context_.which};
    const RelationshipId* relationship = context_.self ? std::get_if<RelationshipId>(&*context_.self) : nullptr;
    if (relationship == nullptr) return {entity};
    const Relationship& self = topology_.relationships[*relationship];
    if (entity == EntityId(self.source)) return {entity, source_of(topology_, *relationship, context_.which)};
    if (entity != EntityId(self.target)) return {entity};
    return {entity, target_of(topology_, *relationship, context_.which).value_or(Representation())};
  }

  [[nodiscard]] bool is_being_recorded(const Place& place) const {
    return context_.being_recorded && context_.self == place.entity &&
           (place.which == context_.which || !is_counted(topology_, place.entity));
  }

  [[nodiscard]] Evaluator in_context_of(const Place& place) const {
    // What another entity's property contains is reported where it stands, not again here.
    return {EvaluationContext{topology_, place.entity, nullptr, is_being_recorded(place), nullptr, place.which}, depth_ + 1,
            budget_};
  }

  /// An entity that is there several times goes by its id and the index.
  [[nodiscard]] std::vector<Value> address(const Place& place, SourceRange at) const {
    const bool node = std::holds_alternative<NodeId>(place.entity);
    std::vector<Value> words{text_value(node ? "node" : "relationship", at), text_value(topology_.id_of(place.entity), at)};
    if (!is_counted(topology_, place.entity)) return words;
    if (auto index = index_value(place.which, at)) words[1] = {List{std::move(words[1]), std::move(*index)}, at};
    return words;
  }

  EvaluationContext context_;
  const Topology& topology_;
  static constexpr int deepest = 50;  // properties that are defined by properties, that far; beyond lies a circle
  int depth_;
  Budget& budget_;  // of the whole evaluation
};

}  // namespace

Value evaluate(const EvaluationContext& context, const Value& value) {
  Budget budget;
  Value result = Evaluator(context, 0, budget).evaluate(value);
  if (budget.exceeded && context.diagnostics != nullptr)
    context.diagnostics->error(Code::bad_function, value.at, "the value is defined by itself, or unfolds into too much");
  return result;
}

}  // namespace planbuilder::tosca
