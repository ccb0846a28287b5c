#include <algorithm>

#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/values/amounts.h"
#include "planbuilder/tosca/values/typing.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

namespace {

bool has_kind(const Operand& operand) { return operand.kind != Primitive::any; }

/// Kinds that can be compared with each other, or added.
bool are_alike(Primitive left, Primitive right) {
  return left == right || left == Primitive::any || right == Primitive::any || (is_number(left) && is_number(right)) ||
         (is_map(left) && is_map(right));
}

/// One call of a function of TOSCA 2.0 that computes something.
class PureCall {
 public:
  PureCall(Value& whole, const Function& function, ValueTypeId wanted, const CallContext& context)
      : whole_(whole), call_(std::get<Call>(whole.data)), function_(function), wanted_(wanted), context_(context) {}

  std::optional<Operand> type_all() {
    operands_.resize(call_.arguments.size());
    if (!type_inner_calls() || !type_literals() || !check_kinds()) return std::nullopt;
    if (const auto early = decide_early()) return take(*early);
    if (!std::all_of(operands_.begin(), operands_.end(), [](const Operand& one) { return one.known; })) {
      if (!check_pattern()) return std::nullopt;
      const Primitive kind = result_kind(function_, operands_);
      return unknown_operand(kind, type_of_result(kind));
    }
    if (function_.result == Gives::joined) show_amounts();
    Outcome outcome = function_.apply(operands_);
    if (!outcome.problem.empty()) {
      report(whole_.at, call_.function + ": " + outcome.problem);
      return std::nullopt;
    }
    const Primitive kind = outcome.kind != Primitive::any ? outcome.kind : result_kind(function_, operands_);
    return take({std::move(outcome.value), kind, type_of_result(kind)});
  }

 private:
  void report(SourceRange at, std::string why) { context_.diagnostics.error(Code::bad_function, at, std::move(why)); }

  /// What becomes text has its unit.
  void show_amounts() {
    for (Operand& operand : operands_) from_canonical(operand.value, operand.type, context_.typing.types);
  }

  /// The result takes the place of the call.
  Operand take(Operand result) {
    result.value.at = whole_.at;
    Value shown = result.value;
    from_canonical(shown, result.type, context_.typing.types);
    whole_ = std::move(shown);
    return result;
  }

  /// One false argument decides an `and`, whatever the others will be.
  [[nodiscard]] std::optional<Operand> decide_early() const {
    if (function_.name != "and" && function_.name != "or") return std::nullopt;
    const bool deciding = function_.name == "or";
    for (const Operand& operand : operands_) {
      const bool* truth = operand.value.get_if<bool>();
      if (truth != nullptr && *truth == deciding) return Operand{{deciding}, Primitive::boolean, {}, true};
    }
    return std::nullopt;
  }

  /// A pattern is one, or not, whatever it will be matched with.
  bool check_pattern() {
    if (function_.name != "matches" || !operands_[1].known) return true;
    const Outcome outcome = function_.apply(operands_);
    if (!outcome.problem.empty()) report(call_.arguments[1].at, call_.function + ": " + outcome.problem);
    return outcome.problem.empty();
  }

  /// Amounts and lists keep the type of the argument that they come from.
  [[nodiscard]] ValueTypeId type_of_result(Primitive kind) const {
    if (!is_amount(kind) && kind != Primitive::list) return {};
    for (const Operand& operand : operands_) {
      if (operand.kind == kind && operand.type.valid()) return operand.type;
    }
    return {};
  }

  bool type_inner_calls() {
    const bool passes_on = function_.result == Gives::like_arguments || function_.result == Gives::like_first;
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      if (call_.arguments[i].call() == nullptr) continue;
      auto inner = type_call(call_.arguments[i], passes_on ? wanted_ : ValueTypeId(), context_);
      if (!inner) return false;
      operands_[i] = std::move(*inner);
      is_call_.push_back(i);
    }
    return true;
  }

  [[nodiscard]] bool was_call(std::size_t position) const {
    return std::find(is_call_.begin(), is_call_.end(), position) != is_call_.end();
  }

  bool type_literals() {
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      if (!was_call(i) && !type_literal(i)) return false;
    }
    return true;
  }

  /// A literal is read as what the other arguments, or the place of the result, make of it.
  bool type_literal(std::size_t position) {
    Value& argument = call_.arguments[position];
    if (!type_calls_in_collection(argument)) return false;
    if (position > 0 && is_about_entries()) return type_by_collection(position);
    if (function_.relation == Relation::choices && position == 1) return type_choices(argument);
    if (const Operand* like = leader()) return type_like(*like, position);
    type_freely(position);
    return true;
  }

  /// The argument that tells the type of the others: the first that is no literal, else what the result is for.
  [[nodiscard]] const Operand* leader() {
    if (function_.relation != Relation::alike) return nullptr;
    for (const std::size_t i : is_call_) {
      if (has_kind(operands_[i])) return &operands_[i];
    }
    if (function_.result != Gives::like_arguments || !wants_amount()) return nullptr;
    expected_ = unknown_operand(context_.typing.types[wanted_].primitive, wanted_);
    return &expected_;
  }

  [[nodiscard]] bool wants_amount() const { return wanted_.valid() && is_amount(context_.typing.types[wanted_].primitive); }

  bool type_like(const Operand& like, std::size_t position) {
    Value& argument = call_.arguments[position];
    if (is_number(like.kind) || argument.is_null()) {
      type_freely(position);
      return true;  // whole numbers are compared with others
    }
    if (like.type.valid()) {
      if (function_.result == Gives::truth) add_canonical_unit(argument, like.type);
      if (fits(argument, like.type)) return keep(position, like.kind, like.type);
      report(argument.at, "the " + position_of(position) + " argument of " + call_.function + " must be " +
                              describe_type(like.type) + ", as the other is");
      return false;
    }
    Value typed = argument;
    if (!type_as(like.kind, typed)) {
      type_freely(position);
      return true;  // what it is instead is said when kinds are compared
    }
    argument = std::move(typed);
    return keep(position, like.kind, {});
  }

  /// The text's own examples compare amounts with bare numbers.
  void add_canonical_unit(Value& argument, ValueTypeId type) {
    const ScalarUnits* scalar = context_.typing.types[type].scalar.get();
    if (scalar == nullptr || scalar->canonical.empty()) return;
    Value number = argument;
    type_as_yaml(number);
    const auto bare = to_double(number);
    if (!bare) return;
    context_.diagnostics.tolerate(
        Code::wrong_value, argument.at,
        "this is compared with " + describe_type(type) + ", but has no unit: it is read as '" + scalar->canonical + "'",
        "9.1.2.2");
    argument.data = to_text(number) + " " + scalar->canonical;
  }

  [[nodiscard]] std::string describe_type(ValueTypeId type) const {
    const ValueType& wanted = context_.typing.types[type];
    return wanted.scalar != nullptr ? describe(*wanted.scalar) : tosca::describe(wanted.primitive);
  }

  static std::string position_of(std::size_t position) { return position == 0 ? "first" : position == 1 ? "second" : "last"; }

  bool fits(Value& argument, ValueTypeId type) {
    Diagnostics unheard;
    type_shape(argument, type, context_.typing, unheard);
    return !unheard.has_errors();
  }

  bool keep(std::size_t position, Primitive kind, ValueTypeId type) {
    Operand& operand = operands_[position];
    operand = {call_.arguments[position], kind, type, is_literal(call_.arguments[position])};
    to_canonical(operand.value, type, context_.typing.types);
    return true;
  }

  /// By itself: as YAML reads it, but what becomes part of a text keeps its own.
  void type_freely(std::size_t position) {
    Value& argument = call_.arguments[position];
    const Kinds taken = function_.taken_at(position);
    const bool as_text =
        contains(taken, Primitive::string) && (function_.result == Gives::joined || function_.result == Gives::text);
    if (as_text && argument.text() != nullptr) argument.plain = false;
    type_as_yaml(argument);
    operands_[position] = operand_of(argument);
    const bool amount = contains(taken, Primitive::scalar) && argument.text() != nullptr && wants_amount();
    if (amount && fits(argument, wanted_)) keep(position, context_.typing.types[wanted_].primitive, wanted_);
  }

  [[nodiscard]] bool is_about_entries() const {
    return function_.relation == Relation::entry || function_.relation == Relation::entries ||
           function_.relation == Relation::key || function_.relation == Relation::keys;
  }

  bool type_by_collection(std::size_t position) {
    Value& argument = call_.arguments[position];
    const bool keys = function_.relation == Relation::key || function_.relation == Relation::keys;
    const bool several = function_.relation == Relation::entries || function_.relation == Relation::keys;
    const ValueTypeId collection = operands_[0].type;
    ValueTypeId part;
    if (collection.valid()) part = keys ? context_.typing.types[collection].key : context_.typing.types[collection].entry;
    if (part.valid()) return type_part(position, part, several);
    type_as_yaml(argument);
    operands_[position] = operand_of(argument);
    return check_parts(position, keys ? Primitive::string : kind_of_entries(operands_[0]), several);
  }

  /// What the entries of a list or map are, by its type or else by the first of them.
  [[nodiscard]] Primitive kind_of_entries(const Operand& collection) const {
    const ValueTypes& types = context_.typing.types;
    if (collection.type.valid() && types[collection.type].entry.valid()) return types[types[collection.type].entry].primitive;
    if (const List* list = collection.value.get_if<List>())
      return list->empty() ? Primitive::any : operand_of(list->front()).kind;
    const Map* map = collection.value.get_if<Map>();
    return map == nullptr || map->empty() ? Primitive::any : operand_of(map->front().value).kind;
  }

  /// An argument, or the items of one, that must be of the kind of the entries or keys of another.
  bool check_parts(std::size_t position, Primitive wanted, bool several) {
    const Operand& given = operands_[position];
    if (several && given.kind != Primitive::list) return true;  // reported with the kinds
    const Primitive kind_of_part = several ? kind_of_entries(given) : given.kind;
    if (are_alike(wanted, kind_of_part) || wanted == Primitive::null || kind_of_part == Primitive::null) return true;
    report(call_.arguments[position].at, "the " + position_of(position) + " argument of " + call_.function + " is for " +
                                             describe(kind(wanted)) + ", not for " + describe(kind(kind_of_part)));
    return false;
  }

  bool type_part(std::size_t position, ValueTypeId part, bool several) {
    Value& argument = call_.arguments[position];
    if (!several) {
      if (fits(argument, part)) return keep(position, context_.typing.types[part].primitive, part);
      report(argument.at,
             "the second argument of " + call_.function + " must be " + describe_type(part) + ", as the entries are");
      return false;
    }
    return type_items(position, part, "as the entries are");
  }

  bool type_choices(Value& argument) {
    const Operand& chosen = operands_[0];
    if (chosen.type.valid() && chosen.kind != Primitive::any) return type_items(1, chosen.type, "as the value is");
    type_as_yaml(argument);
    operands_[1] = operand_of(argument);
    return check_parts(1, chosen.kind, true);
  }

  bool type_items(std::size_t position, ValueTypeId type, const std::string& why) {
    Value& argument = call_.arguments[position];
    operands_[position] = operand_of(argument);
    List* items = std::get_if<List>(&argument.data);
    if (items == nullptr) return true;  // reported with the kinds
    for (Value& item : *items) {
      if (item.call() != nullptr || fits(item, type)) continue;
      report(item.at, "each item of the second argument of " + call_.function + " must be " + describe_type(type) + ", " + why);
      return false;
    }
    operands_[position] = operand_of(argument);
    for (Value& item : std::get<List>(operands_[position].value.data)) to_canonical(item, type, context_.typing.types);
    return true;
  }

  bool type_calls_in_collection(Value& argument) {
    return argument.text() != nullptr || is_literal(argument) || type_calls_inside(argument, context_);
  }

  bool check_kinds() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      const std::string problem = kind_problem(function_, call_.function, i, operands_[i]);
      if (!problem.empty()) {
        report(call_.arguments[i].at, problem);
        return false;
      }
      if (function_.relation == Relation::alike && !check_alike(i)) return false;
      if (joins_lists() && !check_parts(i, kind_of_entries(operands_[0]), true)) return false;
    }
    return true;
  }

  /// Lists that become one have entries of one type.
  [[nodiscard]] bool joins_lists() const {
    return operands_[0].kind == Primitive::list && (function_.result == Gives::joined || function_.result == Gives::items);
  }

  bool check_alike(std::size_t position) {
    const Operand& first = operands_[0];
    const Operand& other = operands_[position];
    const bool null = first.kind == Primitive::null || other.kind == Primitive::null;
    if (null || (are_alike(first.kind, other.kind) && have_same_units(first, other))) return true;
    report(call_.arguments[position].at,
           "the arguments of " + call_.function + " must be of one type, not " +
               (are_alike(first.kind, other.kind)
                    ? context_.typing.types.name_of(first.type) + " and " + context_.typing.types.name_of(other.type)
                    : describe(kind(first.kind)) + " and " + describe(kind(other.kind))));
    return false;
  }

  [[nodiscard]] bool have_same_units(const Operand& left, const Operand& right) const {
    if (!is_amount(left.kind) || !left.type.valid() || !right.type.valid()) return true;
    return context_.typing.types.is_kind_of(left.type, right.type) || context_.typing.types.is_kind_of(right.type, left.type);
  }

  Value& whole_;
  Call& call_;
  const Function& function_;
  ValueTypeId wanted_;
  const CallContext& context_;
  std::vector<Operand> operands_;
  std::vector<std::size_t> is_call_;  // positions of arguments that were calls
  Operand expected_;
};

}  // namespace

std::optional<Operand> type_pure_call(Value& call, const Function& function, ValueTypeId wanted, const CallContext& context) {
  return PureCall(call, function, wanted, context).type_all();
}

}  // namespace planbuilder::tosca
