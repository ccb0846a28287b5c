#include "plugins/parameters/describe_input.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "planbuilder/plan/from_value.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/scalars/scalar_unit.h"
#include "planbuilder/tosca/scalars/scalar_units.h"
#include "planbuilder/tosca/scalars/understand_constraint.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::plugins {

namespace {

using tosca::Primitive;
using Unit = tosca::ScalarUnits::Unit;

constexpr std::pair<Primitive, tosca::UnitKind> kinds_of_units[] = {{Primitive::size, tosca::UnitKind::size},
                                                                    {Primitive::time, tosca::UnitKind::time},
                                                                    {Primitive::frequency, tosca::UnitKind::frequency},
                                                                    {Primitive::bitrate, tosca::UnitKind::bitrate}};

/// Files may write a type with the prefix of its namespace.
std::string_view without_prefix(std::string_view type) { return type.substr(type.rfind(':') + 1); }

// --- units ---

std::vector<Unit> units_of(Primitive primitive) {
  std::vector<Unit> units;
  for (const auto& [known, kind] : kinds_of_units) {
    if (known != primitive) continue;
    const std::string names = tosca::list_units(kind);
    for (const std::string_view part : split(names, ',')) {
      const std::string name(trim(part));
      units.push_back({name, tosca::parse_scalar_unit(kind, "1 " + name).value_or(0)});
    }
  }
  return units;
}

/// A descendant adds to what its ancestors have, or says it anew.
void add_multipliers(const std::vector<tosca::ScalarDefinition::Multiplier>& own, std::vector<Unit>& into) {
  for (const tosca::ScalarDefinition::Multiplier& multiplier : own) {
    Value factor = multiplier.factor;
    tosca::type_as(Primitive::number, factor);
    std::erase_if(into, [&](const Unit& unit) { return unit.name == multiplier.name; });
    into.push_back({multiplier.name, tosca::to_double(factor).value_or(0)});
  }
}

std::vector<Unit> units_of(const std::vector<const tosca::Type*>& chain) {
  std::vector<Unit> units;
  std::vector<Unit> prefixes;
  for (auto type = chain.rbegin(); type != chain.rend(); ++type) {
    if (!(*type)->scalar) continue;
    add_multipliers((*type)->scalar->units, units);
    add_multipliers((*type)->scalar->prefixes, prefixes);
  }
  return tosca::combine(units, prefixes);
}

/// How many of the smallest unit one is, where that is a whole number that everybody can count with.
std::map<std::string, std::string> whole_factors(const std::vector<Unit>& units) {
  constexpr double largest = 1e15;
  double smallest = largest;
  for (const Unit& unit : units) smallest = std::min(smallest, unit.factor);
  std::map<std::string, std::string> factors;
  for (const Unit& unit : units) {
    const double ratio = smallest > 0 ? unit.factor / smallest : 0;
    const bool whole = ratio >= 1 && ratio <= largest && std::abs(ratio - std::round(ratio)) < ratio * 1e-9;
    factors.emplace(unit.name, whole ? std::to_string(std::llround(ratio)) : "");
  }
  return factors;
}

// --- constraints ---

plan::Constraint to_plan(const tosca::Constraint& constraint, Primitive primitive) {
  using Kind = tosca::ConstraintKind;
  const bool is_list = constraint.kind == Kind::in_range || constraint.kind == Kind::valid_values;
  Value value = is_list ? Value{List(constraint.arguments)} : constraint.arguments.front();
  return {std::string(name_of(constraint.kind)), plan::to_expression(std::move(value)), describe(constraint, primitive)};
}

/// Nothing for what only another language could check, and for what is wrong, as was reported when the model was read.
std::optional<plan::Constraint> to_plan(const tosca::ConstraintClause& clause, Primitive primitive) {
  Diagnostics unheard;
  const auto type_argument = [](Value& argument) {
    tosca::type_as_yaml(argument);
    return true;
  };
  const auto constraint = tosca::understand(clause, primitive, type_argument, unheard);
  if (!constraint || constraint->arguments.empty()) return std::nullopt;
  return to_plan(*constraint, primitive);
}

bool is_the_value(const Value& value) {
  const Call* call = value.call();
  return call != nullptr && call->function == "$value" && call->arguments.empty();
}

bool is_its_length(const Value& value) {
  const Call* call = value.call();
  return call != nullptr && call->function == "$length" && call->arguments.size() == 1 && is_the_value(call->arguments[0]);
}

// What a function of the value, or of its length, says as a clause.
constexpr std::pair<std::string_view, std::string_view> clauses_of_values[] = {{"$equal", "equal"},
                                                                               {"$greater_than", "greater_than"},
                                                                               {"$greater_or_equal", "greater_or_equal"},
                                                                               {"$less_than", "less_than"},
                                                                               {"$less_or_equal", "less_or_equal"},
                                                                               {"$valid_values", "valid_values"},
                                                                               {"$matches", "pattern"},
                                                                               {"$in_range", "in_range"}};
constexpr std::pair<std::string_view, std::string_view> clauses_of_lengths[] = {
    {"$equal", "length"}, {"$greater_or_equal", "min_length"}, {"$less_or_equal", "max_length"}};

template <class Table>
std::optional<tosca::ConstraintClause> find_clause(const Table& table, const Call& call) {
  for (const auto& [function, clause] : table) {
    if (function == call.function) return tosca::ConstraintClause{{std::string(clause), call.arguments[1].at}, call.arguments[1]};
  }
  return std::nullopt;
}

std::optional<tosca::ConstraintClause> to_clause(const Call& call) {
  if (call.arguments.size() != 2 || !is_literal(call.arguments[1])) return std::nullopt;
  if (is_the_value(call.arguments[0])) return find_clause(clauses_of_values, call);
  return is_its_length(call.arguments[0]) ? find_clause(clauses_of_lengths, call) : std::nullopt;
}

void add_validation(const Value& validation, Primitive primitive, std::vector<plan::Constraint>& into) {
  const Call* call = validation.call();
  if (call != nullptr && call->function == "$and") {
    for (const Value& part : call->arguments) add_validation(part, primitive, into);
    return;
  }
  const auto clause = call != nullptr ? to_clause(*call) : std::nullopt;
  if (auto constraint = clause ? to_plan(*clause, primitive) : std::nullopt) {
    into.push_back(std::move(*constraint));
    return;
  }
  const std::string text = tosca::render_call(validation);
  into.push_back({"validation", {text}, "so that " + text + " is true"});
}

void add_constraints(const tosca::Schema& schema, Primitive primitive, std::vector<plan::Constraint>& into) {
  for (const tosca::ConstraintClause& clause : schema.constraints()) {
    if (auto constraint = to_plan(clause, primitive)) into.push_back(std::move(*constraint));
  }
  for (const Value& validation : schema.validations()) add_validation(validation, primitive, into);
}

// --- entries of lists and maps ---

bool has_entries(Primitive primitive) { return primitive == Primitive::list || primitive == Primitive::map; }

/// What a script knows it by; a data type with properties is written as a map.
std::string_view written_name(Primitive primitive) {
  return name_of(primitive == Primitive::complex ? Primitive::map : primitive);
}

/// The constraints that the entries have, of the whole list or map.
void add_of_entries(std::vector<plan::Constraint> of_entries, const std::string& whole, std::vector<plan::Constraint>& into) {
  for (plan::Constraint& each : of_entries) {
    if (each.clause != "validation") each.clause = "each_" + each.clause;
    each.words = whole + " that are " + each.words;
    into.push_back(std::move(each));
  }
}

Primitive primitive_of(const std::string& type, const std::vector<const tosca::Type*>& chain) {
  if (chain.empty()) return tosca::primitive_named(without_prefix(type)).value_or(Primitive::any);
  return tosca::primitive_named(chain.back()->value.type.name).value_or(Primitive::complex);
}

}  // namespace

InputDescriber::Chain InputDescriber::chain_of(const std::string& type) {
  if (data_types_.empty()) {
    for (const tosca::TypeId id : topology_.types.ids()) {
      if (topology_.types[id].kind == tosca::TypeKind::data) data_types_.emplace(topology_.types[id].name, id);
    }
  }
  auto known = data_types_.find(type);
  if (known == data_types_.end()) known = data_types_.find(without_prefix(type));
  Chain chain;
  for (tosca::TypeId at = known == data_types_.end() ? tosca::TypeId() : known->second; at.valid();
       at = topology_.types[at].parent)
    chain.push_back(&topology_.types[at]);
  return chain;
}

plan::Input InputDescriber::describe(const tosca::ParameterDefinition& input) {
  const std::string& type = input.schema.type.name;
  const Chain chain = chain_of(type);
  const Primitive primitive = primitive_of(type, chain);
  plan::Input known;
  known.name = input.name;
  known.type = type;
  known.required = input.required && !input.default_value;
  if (input.default_value) known.default_value = plan::to_expression(*input.default_value);
  known.description = input.description;
  const auto written_as = written_name(primitive);
  if (primitive != Primitive::any && written_as != type) known.written_as = std::string(written_as);
  known.units = whole_factors(primitive == Primitive::scalar ? units_of(chain) : units_of(primitive));
  add_constraints(input.schema, primitive, known.constraints);
  for (const tosca::Type* each : chain) add_constraints(each->value, primitive, known.constraints);
  if (has_entries(primitive)) describe_entries(entries_of(input.schema, chain), std::string(written_as), known);
  return known;
}

const tosca::Schema& InputDescriber::entries_of(const tosca::Schema& schema, const Chain& chain) {
  for (const tosca::Type* type : chain) {
    if (schema.entry().type.name.empty() && !type->value.entry().type.name.empty()) return type->value.entry();
  }
  return schema.entry();
}

void InputDescriber::describe_entries(const tosca::Schema& entry, const std::string& written_as, plan::Input& known) {
  const Chain chain = chain_of(entry.type.name);
  const Primitive primitive = primitive_of(entry.type.name, chain);
  if (primitive == Primitive::any) return;
  const std::string whole = "a " + written_as + " with entries";
  const std::string type(written_name(primitive));
  known.constraints.push_back({"entries", {type}, whole + " of the type " + entry.type.name});
  known.units = whole_factors(primitive == Primitive::scalar ? units_of(chain) : units_of(primitive));
  std::vector<plan::Constraint> of_entries;
  add_constraints(entry, primitive, of_entries);
  for (const tosca::Type* each : chain) add_constraints(each->value, primitive, of_entries);
  add_of_entries(std::move(of_entries), whole, known.constraints);
}

}  // namespace planbuilder::plugins
