#include "planbuilder/flow/workflow/conditions.h"

#include <algorithm>
#include <array>

#include "planbuilder/flow/workflow/given_inputs.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/run_functions.h"
#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/values/entity_members.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::flow {

namespace {

/// What a constraint clause of 1.x is as a function of a value, or of its length.
struct ClauseFunction {
  std::string_view clause;
  std::string_view function;
  bool of_length = false;
};
constexpr std::array clause_functions = {
    ClauseFunction{"equal", "equal"},
    ClauseFunction{"greater_than", "greater_than"},
    ClauseFunction{"greater_or_equal", "greater_or_equal"},
    ClauseFunction{"less_than", "less_than"},
    ClauseFunction{"less_or_equal", "less_or_equal"},
    ClauseFunction{"valid_values", "valid_values"},
    ClauseFunction{"pattern", "matches"},
    ClauseFunction{"length", "equal", true},
    ClauseFunction{"min_length", "greater_or_equal", true},
    ClauseFunction{"max_length", "less_or_equal", true},
};
constexpr std::string_view range_clause = "in_range";

bool is_clause(std::string_view word) {
  const auto is_it = [&](const ClauseFunction& known) { return known.clause == word; };
  return word == range_clause || std::any_of(clause_functions.begin(), clause_functions.end(), is_it);
}

plan::Expression call(std::string_view function, std::vector<plan::Expression> arguments, SourceRange at) {
  return plan::computed(plan::make_function(function, std::move(arguments)), at);
}

/// A name of 1.x that is also one of a function was read as a call.
Value arguments_of(const Call& call, SourceRange at) { return {List(call.arguments), at}; }

}  // namespace

plan::Expression all_of(std::vector<plan::Expression> conditions) {
  std::erase_if(conditions, [](const plan::Expression& condition) { return condition.is_null(); });
  if (conditions.empty()) return {};
  if (conditions.size() == 1) return std::move(conditions.front());
  const SourceRange at = conditions.front().at;
  return call("and", std::move(conditions), at);
}

bool may_change(const plan::Expression& condition) {
  bool may = false;
  plan::for_each_entity_read(
      condition, [&]<class Read>(const Read&, SourceRange) { may = may || !std::is_same_v<Read, plan::PropertyRead>; });
  return may;
}

plan::Expression Conditions::filter(const Scope& scope, const std::vector<Value>& clauses, tosca::EntityId target) {
  return this->clauses({&scope, tosca::PathEnd{target}, tosca::Representation::own()}, {List(clauses)});
}

plan::Expression Conditions::preconditions(const Scope& scope, const Targets& targets) {
  const tosca::Workflow& workflow = scope.workflow;
  std::vector<plan::Expression> all;
  for (std::size_t i = 0; i < workflow.preconditions.size(); ++i) {
    const Value& written = workflow.preconditions[i];
    if (i >= workflow.precondition_targets.size()) {  // 2.0: an expression that names its entities itself
      all.push_back(clause({&scope, std::nullopt, tosca::Representation::unknown()}, written));
      continue;
    }
    const tosca::PreconditionTarget& looked_at = workflow.precondition_targets[i];
    const Map* map = written.get_if<Map>();
    if (map == nullptr) continue;
    const auto condition = std::find_if(map->begin(), map->end(), [](const auto& entry) { return entry.key == "condition"; });
    if (condition == map->end()) continue;
    for (const tosca::EntityId target : targets.find(looked_at.target, looked_at.target_relationship))
      all.push_back(clauses({&scope, tosca::PathEnd{target}, tosca::Representation::unknown()}, condition->value));
  }
  return all_of(std::move(all));
}

plan::Expression Conditions::about(const tosca::PathEnd& self, const Value& clauses) {
  return this->clauses({nullptr, self, tosca::Representation::unknown()}, clauses);
}

/// One, or a list of which all must hold.
plan::Expression Conditions::clauses(const Asked& asked, const Value& list) {
  const List* items = list.get_if<List>();
  if (items == nullptr) return list.is_null() ? plan::Expression() : clause(asked, list);
  std::vector<plan::Expression> all;
  for (const Value& item : *items) all.push_back(clause(asked, item));
  return all_of(std::move(all));
}

plan::Expression Conditions::clause(const Asked& asked, const Value& value) {
  if (const Call* called = value.call()) {
    if (called->function.starts_with('$')) return formula(asked, value);
    return entry(asked, called->function, arguments_of(*called, value.at));
  }
  const Map* map = value.get_if<Map>();
  if (map == nullptr) return formula(asked, value);
  std::vector<plan::Expression> all;
  for (const MapEntry& each : *map) all.push_back(entry(asked, each.key, each.value));
  return all_of(std::move(all));
}

/// 1.x: either a word that joins other clauses, or an attribute and what must hold of it.
plan::Expression Conditions::entry(const Asked& asked, const std::string& key, const Value& value) {
  if (key == "and" || key == "assert") return clauses(asked, value);
  if (key == "not") {
    plan::Expression denied = clauses(asked, value);
    return denied.is_null() ? plan::Expression() : call("not", {std::move(denied)}, value.at);
  }
  if (key != "or") return assertion(asked, key, value);
  const List* items = value.get_if<List>();
  if (items == nullptr) return clauses(asked, value);
  std::vector<plan::Expression> any;
  for (const Value& item : *items) any.push_back(clause(asked, item));
  std::erase_if(any, [](const plan::Expression& condition) { return condition.is_null(); });
  return any.empty() ? plan::Expression() : call("or", std::move(any), value.at);
}

plan::Expression Conditions::evaluated(const Asked& asked, const Value& value) {
  const auto self = asked.self ? std::optional(asked.self->entity) : std::nullopt;
  const auto* inputs = asked.scope != nullptr ? &asked.scope->workflow.inputs : nullptr;
  Value known = tosca::evaluate({topology_, self, &diagnostics_, false, inputs, asked.which}, value);
  if (is_literal(known)) tosca::type_as_yaml(known);
  plan::Expression result = plan::to_expression(std::move(known));
  if (asked.scope != nullptr && asked.scope->given) put_in(*asked.scope->given, result);
  return result;
}

/// 2.0: a function that gives true or false.
plan::Expression Conditions::formula(const Asked& asked, const Value& condition) {
  plan::Expression known = evaluated(asked, condition);
  const bool* truth = known.get_if<bool>();
  if (truth == nullptr && known.function() == nullptr && !known.is_null())
    return refuse(condition.at, "a condition must be true or false");
  return truth != nullptr && *truth ? plan::Expression() : std::move(known);
}

/// `attribute: [{greater_than: 0}, {less_than: 9}]`, `attribute: {equal: 1}`, `attribute: 1`.
plan::Expression Conditions::assertion(const Asked& asked, const std::string& name, const Value& constraints) {
  if (!asked.self || !knows(asked, name, constraints.at)) return {};
  const List* items = constraints.get_if<List>();
  const std::vector<Value> single{constraints};
  std::vector<plan::Expression> all;
  for (const Value& item : items != nullptr ? *items : single) {
    if (const Map* map = item.get_if<Map>()) {
      for (const MapEntry& each : *map) all.push_back(constraint(asked, name, each.key, each.value));
    } else if (const Call* called = item.call(); called != nullptr && is_clause(called->function)) {
      all.push_back(constraint(asked, name, called->function, arguments_of(*called, item.at)));
    } else {
      all.push_back(constraint(asked, name, "equal", item));
    }
  }
  return all_of(std::move(all));
}

plan::Expression Conditions::constraint(const Asked& asked, const std::string& name, const std::string& how,
                                        const Value& argument) {
  if (how == range_clause) return range(asked, name, argument);
  for (const ClauseFunction& known : clause_functions) {
    if (known.clause != how) continue;
    if (!known.of_length) return compare(asked, name, known.function, argument);
    plan::Expression length = call("length", {read(asked, name, argument.at)}, argument.at);
    return call(known.function, {std::move(length), typed(asked, "integer", argument)}, argument.at);
  }
  std::vector<std::string_view> names{range_clause};
  for (const ClauseFunction& known : clause_functions) names.push_back(known.clause);
  return refuse(argument.at, "a run cannot ask whether '" + name + "' is '" + how + "'" + did_you_mean(how, names));
}

plan::Expression Conditions::range(const Asked& asked, const std::string& name, const Value& argument) {
  const List* bounds = argument.get_if<List>();
  if (bounds == nullptr || bounds->size() != 2) return refuse(argument.at, "'in_range' takes a list of two bounds");
  constexpr std::array<std::string_view, 2> functions = {"greater_or_equal", "less_or_equal"};
  std::vector<plan::Expression> both;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (to_text((*bounds)[i]) != "UNBOUNDED") both.push_back(compare(asked, name, functions[i], (*bounds)[i]));
  }
  return all_of(std::move(both));
}

plan::Expression Conditions::compare(const Asked& asked, const std::string& name, std::string_view how, const Value& argument) {
  const tosca::ParameterDefinition* member = tosca::find_member(topology_, *asked.self, name, true);
  const std::string type = name == "state" ? "string" : member != nullptr ? member->schema.type.name : "";
  plan::Expression right;
  if (const List* items = argument.get_if<List>(); items != nullptr && how == "valid_values") {
    plan::ExpressionList choices;
    for (const Value& item : *items) choices.push_back(typed(asked, type, item));
    right = {std::move(choices), argument.at};
  } else {
    right = typed(asked, type, argument);
  }
  return call(how, {read(asked, name, argument.at), std::move(right)}, argument.at);
}

plan::Expression Conditions::read(const Asked& asked, const std::string& name, SourceRange at) {
  const tosca::PathEnd& self = *asked.self;
  const bool is_own_property = self.capability.empty() && name != "state" && !tosca::has_attribute(topology_, self.entity, name);
  if (is_own_property || !self.capability.empty()) {
    std::vector<Value> words{{std::string("SELF"), at}};
    if (!self.capability.empty()) words.push_back({self.capability, at});
    words.push_back({name, at});
    const Value read{Call{is_own_property ? "get_property" : "get_attribute", std::move(words)}, at};
    return plan::to_expression(tosca::evaluate({topology_, self.entity, nullptr, false, nullptr, asked.which}, read));
  }
  std::vector<Value> words = tosca::address_of(topology_, {self.entity, asked.which}, at);
  words.push_back({name, at});
  return plan::to_expression(Value{Call{"get_attribute", std::move(words)}, at});
}

/// What is compared with, as a value of the type of what is read.
plan::Expression Conditions::typed(const Asked& asked, std::string_view type, const Value& argument) {
  const auto primitive = tosca::primitive_named(type);
  if (primitive && tosca::is_amount(*primitive))
    return refuse(argument.at, "a run cannot compare amounts with units: compare a number instead");
  if (!is_literal(argument)) return evaluated(asked, argument);
  Value value = argument;
  if (!primitive) {
    tosca::type_as_yaml(value);
  } else if (!tosca::type_as(*primitive, value)) {
    diagnostics_.error(Code::wrong_value, argument.at, "'" + to_text(argument) + "' must be " + tosca::describe(*primitive));
  }
  return plan::to_expression(std::move(value));
}

bool Conditions::knows(const Asked& asked, const std::string& name, SourceRange at) {
  const tosca::PathEnd& self = *asked.self;
  const bool is_there = self.capability.empty()
                            ? name == "state" || tosca::has_member(topology_, self.entity, name)
                            : !has_known_type(topology_, self) || find_member(topology_, self, name, true) != nullptr;
  if (is_there) return true;
  const std::string guess = diagnostics_.guess(name, [&] { return names_of_members(topology_, self); });
  diagnostics_.error(Code::unknown_name, at,
                     "there is no attribute or property of " + describe(topology_, self) + " named '" + name + "'" + guess);
  return false;
}

plan::Expression Conditions::refuse(SourceRange at, std::string why) {
  diagnostics_.error(Code::bad_condition, at, std::move(why));
  return {};
}

}  // namespace planbuilder::flow
