#include "planbuilder/tosca/events/type_events.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge_events.h"
#include "planbuilder/tosca/values/function_names.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

constexpr std::array<std::string_view, 6> comparisons = {"$equal",         "$greater_than", "$greater_or_equal",
                                                         "$less_or_equal", "$less_than",    "$valid_values"};

bool is_comparison(const Call& call) {
  return std::find(comparisons.begin(), comparisons.end(), call.function) != comparisons.end();
}

/// What the event grammar has beside the functions of TOSCA.
constexpr std::array<std::string_view, 2> functions_of_events = {"$get_state", "$for_each"};

/// The interface that rules belong to, for names and messages.
struct Owner {
  std::string name;  // "the interface 'standard'"
  const InterfaceState& state;
};

class EventTyper {
 public:
  EventTyper(Topology& topology, ValueTypes& types, Diagnostics& diagnostics)
      : topology_(topology), types_(types), typing_{types, &topology.inputs}, diagnostics_(diagnostics) {}

  void type_all() {
    for (const TypeId id : topology_.types.ids()) {
      Type& type = topology_.types[id];
      if (!type.is_complete) continue;
      for (Interface& item : type.interfaces) {
        if (!tells_of_events(item)) continue;
        item.state = typed_state(item.state, name_of(type, item), item.state);
        type_rules(item, {name_of(type, item), state_of(item)});
      }
    }
    for (Node& node : topology_.nodes) type_template(node);
    for (Relationship& relationship : topology_.relationships) type_template(relationship);
    const InterfaceState of_all = attributes_of_all();
    for (Operation& event : topology_.events) event.rules = typed(event.rules, {"no interface of the service", of_all});
  }

 private:
  template <class T>
  using Shared = std::shared_ptr<const T>;

  static std::string name_of(const Type& type, const Interface& item) {
    return item.name.empty() ? "the interface type '" + type.name + "'" : "the interface '" + item.name + "'";
  }

  /// What an event of the service sets is set wherever there is such an attribute; `desired_x` may also be said of an `x` alone.
  [[nodiscard]] InterfaceState attributes_of_all() const {
    InterfaceState all;
    std::set<std::string> names;
    const auto add = [&](const std::vector<Interface>& interfaces) {
      for (const Interface& item : interfaces) {
        for (const ParameterDefinition& attribute : state_of(item).attributes) {
          if (attribute.schema.type.empty() || !names.insert(attribute.name).second) continue;
          all.attributes.push_back(attribute);
        }
      }
    };
    if (topology_.events.empty()) return all;
    for (const Type& type : topology_.types) add(type.interfaces);
    for (const Node& node : topology_.nodes) add(node.interfaces);
    for (const Relationship& relationship : topology_.relationships) add(relationship.interfaces);
    for (std::size_t i = 0, count = all.attributes.size(); i < count; ++i) {
      ParameterDefinition wish = all.attributes[i];
      wish.name = "desired_" + wish.name;
      if (names.insert(wish.name).second) all.attributes.push_back(std::move(wish));
    }
    return all;
  }

  /// A template says what is new; names and types are those of all that it inherits.
  template <class Entity>
  void type_template(Entity& entity) {
    for (Interface& item : entity.interfaces) {
      if (!tells_of_events(item)) continue;
      const Interface* of_type = entity.type.valid() ? find_by_name(topology_.types[entity.type].interfaces, item.name) : nullptr;
      Shared<InterfaceState> all = of_type == nullptr ? nullptr : of_type->state;
      refine_state(all, item.state);
      const std::string name = "the interface '" + item.name + "'";
      item.state = typed_state(item.state, name, all);
      type_rules(item, {name, all ? *all : no_interface_state});
    }
  }

  void type_rules(Interface& item, const Owner& owner) {
    for (Operation& operation : item.operations) operation.rules = typed(operation.rules, owner);
    for (Notification& notification : item.notifications) notification.rules = typed(notification.rules, owner);
    if (state_of(item).triggers.empty()) return;
    const Shared<InterfaceState> before = item.state;
    for (EventTrigger& trigger : edit(item.state).triggers) type_trigger(trigger, {owner.name, *before});
  }

  /// `all` defines what `own` may assign to.
  Shared<InterfaceState> typed_state(const Shared<InterfaceState>& own, const std::string& name,
                                     const Shared<InterfaceState>& all) {
    if (!own) return own;
    if (const auto known = states_.find(own.get()); known != states_.end() && all == own) return known->second.second;
    auto result = std::make_shared<InterfaceState>(*own);
    type_members(result->properties, all->properties, name, "property");
    type_members(result->attributes, all->attributes, name, "attribute");
    if (all == own) add_initial_values(result->attributes);
    states_.emplace(own.get(), std::pair(own, result));
    return result;
  }

  void type_members(std::vector<ParameterDefinition>& members, const std::vector<ParameterDefinition>& defined,
                    const std::string& owner, const std::string& what) {
    for (ParameterDefinition& member : members) {
      const ParameterDefinition* definition = find_by_name(defined, member.name);
      if (definition == nullptr || definition->schema.type.empty()) {
        report_unknown(member.at, owner, what, member.name, defined);
        continue;
      }
      const ValueTypeId type = types_.of(definition->schema);
      const std::string subject = "the " + what;
      if (member.default_value) check(*member.default_value, type, {"the default of " + subject, member.name});
      if (member.value) check(*member.value, type, {subject, member.name});
    }
  }

  /// Where every state machine starts that does not say otherwise.
  void add_initial_values(std::vector<ParameterDefinition>& attributes) {
    for (ParameterDefinition& attribute : attributes) {
      if (attribute.default_value || attribute.value || attribute.schema.type.empty()) continue;
      const ValueTypeId type = types_.of(attribute.schema);
      if (types_[type].primitive != Primitive::string) continue;
      Value initial{std::string("initial"), attribute.at};
      Diagnostics unheard;
      type_value(initial, type, {"the default", attribute.name}, typing_, unheard);
      if (!unheard.has_errors()) attribute.default_value = std::move(initial);
    }
  }

  Shared<EventRules> typed(const Shared<EventRules>& rules, const Owner& owner) {
    if (!rules) return rules;
    if (const auto known = rules_.find(rules.get()); known != rules_.end()) return known->second.second;
    auto result = std::make_shared<EventRules>(*rules);
    for (Value& condition : result->preconditions) type_expression(condition, owner);
    for_each_reaction(*result, [&](Reaction& reaction, std::string_view) {
      for (Assignment& assignment : reaction.set) type_assignment(assignment, owner);
      for (EventTrigger& trigger : reaction.triggers) type_trigger(trigger, owner);
    });
    rules_.emplace(rules.get(), std::pair(rules, result));
    return result;
  }

  void type_trigger(EventTrigger& trigger, const Owner& owner) {
    type_expression(trigger.condition, owner);
    for (Assignment& input : trigger.inputs) type_expression(input.value, owner);
  }

  void type_assignment(Assignment& assignment, const Owner& owner) {
    const ParameterDefinition* attribute = find_attribute(owner, assignment.name, assignment.at);
    if (attribute != nullptr && is_literal(assignment.value)) {
      check(assignment.value, types_.of(attribute->schema), {"the attribute", assignment.name});
    } else {
      type_expression(assignment.value, owner);
    }
  }

  /// Literals that an attribute is compared with are of its type; others are what YAML takes them for.
  void type_expression(Value& value, const Owner& owner) {
    Call* call = std::get_if<Call>(&value.data);
    if (call == nullptr) {
      if (is_literal(value)) return type_as_yaml(value);
      if (List* list = std::get_if<List>(&value.data)) {
        for (Value& item : *list) type_expression(item, owner);
      } else if (Map* map = std::get_if<Map>(&value.data)) {
        for (MapEntry& entry : *map) type_expression(entry.value, owner);
      }
      return;
    }
    check_function(call->function, value.at);
    if (call->function == "$get_state") {
      for (const Value& argument : call->arguments) find_attribute(owner, to_text(argument), argument.at);
      return;
    }
    const ParameterDefinition* compared = is_comparison(*call) ? compared_attribute(*call, owner) : nullptr;
    for (Value& argument : call->arguments) {
      if (compared != nullptr && is_literal(argument)) {
        type_compared(argument, *compared, call->function == "$valid_values");
      } else {
        type_expression(argument, owner);
      }
    }
  }

  void check_function(const std::string& name, SourceRange at) {
    if (find_function(name) != nullptr || types_.functions().find(std::string_view(name).substr(1), at.file) != nullptr) return;
    if (std::find(functions_of_events.begin(), functions_of_events.end(), name) != functions_of_events.end()) return;
    if (reported_.insert(at).second) types_.functions().admits_unknown(name, at, functions_of_events, diagnostics_);
  }

  void type_compared(Value& literal, const ParameterDefinition& attribute, bool alternatives) {
    List* list = alternatives ? std::get_if<List>(&literal.data) : nullptr;
    const ValueTypeId type = types_.of(attribute.schema);
    const Subject subject{"what is compared with the attribute", attribute.name};
    if (list == nullptr) return check(literal, type, subject);
    for (Value& item : *list) check(item, type, subject);
  }

  static const ParameterDefinition* compared_attribute(const Call& call, const Owner& owner) {
    for (const Value& argument : call.arguments) {
      const Call* read = argument.call();
      if (read == nullptr || read->function != "$get_state" || read->arguments.size() != 1) continue;
      return find_by_name(owner.state.attributes, to_text(read->arguments.front()));
    }
    return nullptr;
  }

  const ParameterDefinition* find_attribute(const Owner& owner, const std::string& name, SourceRange at) {
    const ParameterDefinition* found = find_by_name(owner.state.attributes, name);
    if (found == nullptr) report_unknown(at, owner.name, "attribute", name, owner.state.attributes);
    return found;
  }

  void report_unknown(SourceRange at, const std::string& owner, const std::string& what, const std::string& name,
                      const std::vector<ParameterDefinition>& known) {
    if (!reported_.insert(at).second) return;
    std::vector<std::string_view> names;
    for (const ParameterDefinition& definition : known) {
      if (!definition.schema.type.empty()) names.push_back(definition.name);
    }
    diagnostics_.error(
        Code::unknown_name, at,
        owner + (owner.starts_with("no ") ? " has the " : " has no ") + what + " '" + name + "'" + did_you_mean(name, names));
  }

  /// Rules that are refined keep what they refine: that is reported where it is met first.
  void check(Value& value, ValueTypeId type, const Subject& subject) {
    Diagnostics found;
    type_value(value, type, subject, typing_, found);
    for (const Diagnostic& problem : found.since(0)) {
      if (reported_.insert(problem.at).second) diagnostics_.add(problem);
    }
  }

  template <class T>
  using Done = std::unordered_map<const T*, std::pair<Shared<T>, Shared<T>>>;  // before and after; what a key is stays alive

  Topology& topology_;
  ValueTypes& types_;
  TypingContext typing_;
  Diagnostics& diagnostics_;
  Done<EventRules> rules_;
  Done<InterfaceState> states_;
  std::set<SourceRange> reported_;
};

}  // namespace

void type_events(Topology& topology, ValueTypes& types, Diagnostics& diagnostics) {
  EventTyper(topology, types, diagnostics).type_all();
}

}  // namespace planbuilder::tosca
