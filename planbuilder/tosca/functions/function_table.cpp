#include "planbuilder/tosca/functions/function_table.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/functions/apply.h"

namespace planbuilder::tosca {

namespace {

constexpr std::size_t any_number = Function::any_number;

constexpr Kinds every = ~Kinds{0};
constexpr Kinds boolean = kind(Primitive::boolean);
constexpr Kinds string = kind(Primitive::string);
constexpr Kinds integer = kind(Primitive::integer);
constexpr Kinds number = integer | kind(Primitive::number);
constexpr Kinds amount = kind(Primitive::scalar) | kind(Primitive::size) | kind(Primitive::time) | kind(Primitive::frequency) |
                         kind(Primitive::bitrate);
constexpr Kinds quantity = number | amount;
constexpr Kinds ordered = quantity | string | kind(Primitive::timestamp) | kind(Primitive::version);
constexpr Kinds list = kind(Primitive::list);
constexpr Kinds map = kind(Primitive::map) | kind(Primitive::complex);
constexpr Kinds text_or_list = string | list;
// What is joined to a text may be anything that has one line of text.
constexpr Kinds printable = ordered | boolean | kind(Primitive::bytes) | list;
constexpr Kinds single = every & ~(list | map);
constexpr Kinds measured = string | kind(Primitive::bytes) | list | map;

using enum Relation;
using enum Gives;

// clang-format off
constexpr Function table_2_0[] = {
    // name                   arguments      their kinds                        relation result           how
    {"and",                   2, any_number,  {boolean, boolean, boolean},       none,    truth,           apply::logical_and},
    {"or",                    2, any_number,  {boolean, boolean, boolean},       none,    truth,           apply::logical_or},
    {"not",                   1, 1,           {boolean, 0, 0},                   none,    truth,           apply::logical_not},
    {"xor",                   2, 2,           {boolean, boolean, 0},             none,    truth,           apply::logical_xor},

    {"equal",                 2, 2,           {every, every, 0},                 alike,   truth,           apply::equal},
    {"greater_than",          2, 2,           {ordered, ordered, 0},             alike,   truth,           apply::greater_than},
    {"greater_or_equal",      2, 2,           {ordered, ordered, 0},             alike,   truth,           apply::greater_or_equal},
    {"less_than",             2, 2,           {ordered, ordered, 0},             alike,   truth,           apply::less_than},
    {"less_or_equal",         2, 2,           {ordered, ordered, 0},             alike,   truth,           apply::less_or_equal},
    {"valid_values",          2, 2,           {every, list, 0},                  choices, truth,           apply::valid_values},
    {"matches",               2, 2,           {string, string, 0},               none,    truth,           apply::matches},

    {"has_suffix",            2, 2,           {text_or_list, text_or_list, 0},   alike,   truth,           apply::has_suffix},
    {"has_prefix",            2, 2,           {text_or_list, text_or_list, 0},   alike,   truth,           apply::has_prefix},
    {"contains",              2, 2,           {text_or_list, text_or_list, 0},   alike,   truth,           apply::contains},
    {"has_entry",             2, 2,           {list | map, every, 0},            entry,   truth,           apply::has_entry},
    {"has_key",               2, 2,           {map, every, 0},                   key,     truth,           apply::has_key},
    {"has_all_entries",       2, 2,           {list | map, list, 0},             entries, truth,           apply::has_all_entries},
    {"has_all_keys",          2, 2,           {map, list, 0},                    keys,    truth,           apply::has_all_keys},
    {"has_any_entry",         2, 2,           {list | map, list, 0},             entries, truth,           apply::has_any_entry},
    {"has_any_key",           2, 2,           {map, list, 0},                    keys,    truth,           apply::has_any_key},

    {"length",                1, 1,           {measured, 0, 0},                  none,    whole,           apply::length},
    {"concat",                1, any_number,  {printable, printable, printable}, none,    joined,          apply::concat},
    {"join",                  1, 2,           {list, string, 0},                 none,    text,            apply::join},
    {"token",                 3, 3,           {string, string, integer},         none,    text,            apply::token},
    {"union",                 1, any_number,  {list, list, list},                alike,   items,           apply::set_union},
    {"intersection",          1, any_number,  {list, list, list},                alike,   items,           apply::set_intersection},

    {"sum",                   1, any_number,  {quantity, quantity, quantity},    alike,   like_arguments,  apply::sum},
    {"difference",            2, 2,           {quantity, quantity, 0},           alike,   like_arguments,  apply::difference},
    {"product",               1, any_number,  {quantity, quantity, quantity},    none,    like_arguments,  apply::product},
    {"quotient",              2, 2,           {quantity, number, 0},             none,    divided,         apply::quotient},
    {"remainder",             2, 2,           {integer | amount, integer, 0},    none,    like_first,      apply::remainder},
    {"round",                 1, 1,           {number, 0, 0},                    none,    whole,           apply::round},
    {"floor",                 1, 1,           {number, 0, 0},                    none,    whole,           apply::floor},
    {"ceil",                  1, 1,           {number, 0, 0},                    none,    whole,           apply::ceil},

    // What reads something is followed by values/evaluate.h.
    {"get_input",             1, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::input},
    {"get_property",          2, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::property},
    {"get_attribute",         2, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::attribute},
    {"get_artifact",          2, any_number,  {every, every, every},             none,    text,            nullptr, Reads::artifact},
    {"value",                 0, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::value},
    {"node_index",            0, 0,           {0, 0, 0},                         none,    whole,           nullptr, Reads::node_index},
    {"relationship_index",    0, 0,           {0, 0, 0},                         none,    whole,           nullptr, Reads::relationship_index},
    {"available_allocation",  1, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::allocation},
};

constexpr Function table_1_x[] = {
    {"get_input",             1, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::input},
    {"get_property",          2, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::property},
    {"get_attribute",         2, any_number,  {every, every, every},             none,    Gives::anything, nullptr, Reads::attribute},
    {"get_operation_output",  4, 4,           {every, every, every},             none,    Gives::anything, nullptr, Reads::operation_output},
    {"get_nodes_of_type",     1, 1,           {string, 0, 0},                    none,    items,           nullptr, Reads::nodes_of_type},
    {"get_artifact",          2, 4,           {every, every, every},             none,    text,            nullptr, Reads::artifact},
    {"concat",                1, any_number,  {single, single, single},          none,    text,            apply::concat_of_1_x},
    {"join",                  1, 2,           {list, string, 0},                 none,    text,            apply::join_of_1_x},
    {"token",                 3, 3,           {every, string, every},            none,    text,            apply::token_of_1_x},
};
// clang-format on

struct Word {
  Kinds kinds;
  std::string_view text;
};

constexpr Word words[] = {{string, "a string"},
                          {number, "a number"},
                          {integer, "an integer"},
                          {kind(Primitive::number), "a float"},
                          {boolean, "true or false"},
                          {amount, "a number with a unit"},
                          {kind(Primitive::timestamp), "a timestamp"},
                          {kind(Primitive::version), "a version"},
                          {kind(Primitive::bytes), "bytes"},
                          {list, "a list"},
                          {map, "a map"},
                          {kind(Primitive::null), "null"},
                          {kind(Primitive::range), "a range"}};

std::string_view ordinal(std::size_t position) {
  constexpr std::string_view names[] = {"first", "second", "third", "fourth", "fifth"};
  return position < std::size(names) ? names[position] : "last";
}

/// Texts that are all amounts of one kind are meant as such: `2 GB` and `512 MB`.
void read_amounts(std::vector<Operand>& operands) {
  for (const Primitive unit : {Primitive::size, Primitive::time, Primitive::frequency, Primitive::bitrate}) {
    std::vector<Operand> amounts;
    for (const Operand& operand : operands) {
      const auto read = operand.value.text() == nullptr ? std::nullopt : parse_amount(unit, *operand.value.text());
      if (!read) continue;
      Operand& read_amount = amounts.emplace_back();
      read_amount.value.data = *read;
      read_amount.kind = unit;
    }
    if (amounts.empty() || amounts.size() < operands.size()) continue;
    operands = std::move(amounts);
    return;
  }
}

/// Compares or computes them; others only pass them on.
bool works_on_amounts(const Function& function) {
  const bool computes = function.result == like_arguments || function.result == like_first || function.result == divided;
  return computes || (function.relation == alike && contains(function.taken_at(0), Primitive::scalar));
}

/// The texts among the operands, as amounts of the scalar; none when they are not.
std::optional<std::vector<double>> amounts_in(const std::vector<Operand>& operands, const ScalarUnits& scalar) {
  std::vector<double> amounts;
  for (const Operand& operand : operands) {
    if (operand.value.text() == nullptr) continue;
    const auto amount = parse_amount(scalar, *operand.value.text());
    if (!amount) return std::nullopt;
    amounts.push_back(amount->canonical);
  }
  return amounts;
}

/// What texts with units of data types mean.
struct OwnAmounts {
  const ScalarUnits* scalar = nullptr;
  std::vector<double> amounts = {};
  bool unclear = false;  // several data types have the units, with different meanings
};

OwnAmounts find_own_amounts(const std::vector<Operand>& operands, const Scalars& scalars) {
  OwnAmounts found;
  for (const auto& scalar : scalars) {
    auto amounts = amounts_in(operands, *scalar);
    if (!amounts || amounts->empty()) continue;
    if (found.scalar == nullptr) {
      found = {scalar.get(), std::move(*amounts)};
    } else {
      found.unclear = found.unclear || found.amounts != *amounts || found.scalar->canonical != scalar->canonical;
    }
  }
  return found;
}

void put_in(const OwnAmounts& own, std::vector<Operand>& operands) {
  auto amount = own.amounts.begin();
  for (Operand& operand : operands) {
    if (operand.value.text() == nullptr) continue;
    operand.value.data = *amount++;
    operand.kind = Primitive::scalar;
  }
}

std::string format_result(const OwnAmounts& own, const Outcome& outcome) {
  const double amount = to_double(outcome.value).value_or(0);
  return own.scalar != nullptr ? format_amount(*own.scalar, amount) : format_amount(outcome.kind, amount);
}

}  // namespace

std::string describe(Kinds kinds) {
  std::vector<std::string> parts;
  for (const Word& word : words) {
    if ((kinds & word.kinds) != word.kinds) continue;
    parts.emplace_back(word.text);
    kinds &= ~word.kinds;
  }
  // What is left is one of the kinds of amounts.
  if (parts.empty()) return (kinds & amount) != 0 ? "a number with a unit" : "a map";
  const std::string last = parts.back();
  parts.pop_back();
  return parts.empty() ? last : join(parts, ", ") + " or " + last;
}

Kinds Function::taken_at(std::size_t position) const { return takes[std::min(position, takes.size() - 1)]; }

std::span<const Function> functions_of_2_0() { return table_2_0; }

std::span<const Function> functions_of_1_x() { return table_1_x; }

const Function* find_function(std::string_view name) {
  const bool marked = name.starts_with('$');
  if (marked) name.remove_prefix(1);
  for (const Function& function : marked ? functions_of_2_0() : functions_of_1_x()) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

Primitive result_kind(const Function& function, const std::vector<Operand>& arguments) {
  const auto has = [&](Primitive wanted) {
    return std::any_of(arguments.begin(), arguments.end(), [&](const Operand& one) { return one.kind == wanted; });
  };
  const auto amount_at = std::find_if(arguments.begin(), arguments.end(), [](const Operand& one) { return is_amount(one.kind); });
  switch (function.result) {
    case Gives::anything: return Primitive::any;
    case truth: return Primitive::boolean;
    case whole: return Primitive::integer;
    case text: return Primitive::string;
    case items: return Primitive::list;
    case like_first: return arguments.front().kind;
    case Gives::joined:
      if (has(Primitive::list)) return Primitive::list;
      return std::all_of(arguments.begin(), arguments.end(), [](const Operand& one) { return one.kind == Primitive::any; })
                 ? Primitive::any
                 : Primitive::string;
    default: break;
  }
  if (amount_at != arguments.end()) return amount_at->kind;
  if (has(Primitive::any)) return Primitive::any;
  return function.result == divided || has(Primitive::number) ? Primitive::number : Primitive::integer;
}

std::string arity_problem(const Function& function, std::string_view name, std::size_t arguments) {
  if (arguments >= function.least && arguments <= function.most) return "";
  std::string wanted = "at least " + count_of(function.least, "argument");
  if (function.most == 0) {
    wanted = "no arguments";
  } else if (function.least == function.most) {
    wanted = count_of(function.least, "argument");
  } else if (function.most != any_number) {
    wanted = std::to_string(function.least) + " to " + count_of(function.most, "argument");
  }
  return std::string(name) + " takes " + wanted + ", not " + std::to_string(arguments);
}

std::string kind_problem(const Function& function, std::string_view name, std::size_t position, const Operand& argument) {
  const Kinds taken = function.taken_at(position);
  if (argument.kind == Primitive::any || contains(taken, argument.kind)) return "";
  return "the " + std::string(ordinal(position)) + " argument of " + std::string(name) + " must be " + describe(taken) +
         ", not " + describe(kind(argument.kind));
}

Outcome apply_function(const Function& function, std::string_view name, std::vector<Value> arguments) {
  return *apply_function(function, name, std::move(arguments), {});
}

std::optional<Outcome> apply_function(const Function& function, std::string_view name, std::vector<Value> arguments,
                                      const Scalars& scalars) {
  std::string problem = arity_problem(function, name, arguments.size());
  std::vector<Operand> operands;
  for (Value& argument : arguments) operands.push_back(operand_of(std::move(argument)));
  const OwnAmounts own = works_on_amounts(function) ? find_own_amounts(operands, scalars) : OwnAmounts();
  if (own.unclear) return std::nullopt;
  if (own.scalar != nullptr) {
    put_in(own, operands);
  } else if (function.relation == Relation::alike) {
    read_amounts(operands);
  }
  for (std::size_t i = 0; i < operands.size() && problem.empty(); ++i) {
    problem = kind_problem(function, name, i, operands[i]);
  }
  if (!problem.empty()) return Outcome{{}, std::move(problem)};
  Outcome outcome = function.apply(operands);
  if (!outcome.problem.empty()) outcome.problem = std::string(name) + ": " + outcome.problem;
  if (is_amount(outcome.kind)) outcome.value.data = format_result(own, outcome);
  return outcome;
}

}  // namespace planbuilder::tosca
