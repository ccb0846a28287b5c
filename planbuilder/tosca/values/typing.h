// What it means to type a value: the functions that do so need one another, as values, calls and types contain each other.
// Types are in value_types.h; it makes them as they are asked for, and types the values inside of their definitions by these.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/functions/operand.h"
#include "planbuilder/tosca/model/types.h"
#include "planbuilder/tosca/scalars/scalar_units.h"

namespace planbuilder::tosca {

class ValueTypes;
struct Function;

/// What values are typed by: the types of all files, and the inputs of the service that they stand in.
struct TypingContext {
  ValueTypes& types;
  const std::vector<ParameterDefinition>* inputs = nullptr;  // none outside of a service
};

// type_value.cpp: plain scalars get their type. What `1.0` is depends on whether a string, a version or a number is wanted.

/// What a value is, for messages: "the property 'port'". Texts are made only when there is something to say.
struct Subject {
  std::string_view what;
  std::string_view name = {};
};

std::string to_string(const Subject& subject);

/// Types every plain scalar inside the value by the type that is wanted; where there is none, by how YAML itself reads it.
/// What does not fit its type or its constraints is reported, each part once. Function calls are computed where their
/// arguments are known, and checked against the type where not.
void type_value(Value& value, ValueTypeId type, const Subject& subject, const TypingContext& context, Diagnostics& diagnostics);

/// As type_value, but without constraints and validations: is it a value of such a type at all?
void type_shape(Value& value, ValueTypeId type, const TypingContext& context, Diagnostics& diagnostics);

/// Types the default and the value of a definition; `what` it is, "the property".
void type_definition(ParameterDefinition& definition, ValueTypeId type, std::string_view what, const TypingContext& context,
                     Diagnostics& diagnostics);

// type_call.cpp: calls get the types of their results. Arguments are typed and checked, and what is known already is computed.

struct CallContext {
  TypingContext typing;
  Diagnostics& diagnostics;
  const Operand* value = nullptr;  // what `$value` stands for in a validation
};

/// Replaces the call by its result where all its arguments are known; otherwise it stays, reduced as far as possible.
/// `wanted` is the type that the result is for. None when the call is wrong, which is reported.
std::optional<Operand> type_call(Value& call, ValueTypeId wanted, const CallContext& context);

/// As type_call, of a function of 2.0 that reads nothing but its arguments: type_pure_call.cpp.
std::optional<Operand> type_pure_call(Value& call, const Function& function, ValueTypeId wanted, const CallContext& context);

/// What a call of 1.x gives, if its arguments say so; it stays a call, and is followed with the others.
std::optional<Value> known_result(const Value& call);

/// Every call in a value whose own type is not known. False when one of them is wrong, which is reported.
bool type_calls_inside(Value& value, const CallContext& context);

/// Keys of a map that calls give take the places of the calls, where they are known; `wanted` is the type of keys.
void type_key_calls(Map& map, ValueTypeId wanted, const CallContext& context);

/// A result that is not known yet can still not be of the wrong kind.
bool may_become(const Operand& result, ValueTypeId wanted, const ValueTypes& types);

/// `{$less_than: [$value, 10]}` in one line, as it would be written.
std::string render_call(const Value& value);

// type_custom_call.cpp: functions that a file defines. Calls are checked against their signatures, and left to the orchestrator.

/// A function of a file may have the name of a built-in one, and is meant then: so the standard has it, by an example
/// (2.0, 10.4). A call of it is written with this mark once it is typed, so that nobody computes the built-in one instead.
inline constexpr std::string_view function_of_a_file = "$:";

/// As type_call. The result is never known before a run.
std::optional<Operand> type_custom_call(Value& call, const FunctionDefinition& function, const CallContext& context);

/// Reports types in the signatures that do not exist, or are not complete.
void check_signatures(const FunctionDefinition& function, ValueTypes& types, Diagnostics& diagnostics);

// type_of_parts.cpp: what calls read inside of a value: fields of data types, entries of lists and maps.

struct ReadWhole {
  const Value& call;
  std::string what;  // "the input 'ports'"
};

/// An entry of a map, or an item of a list by its number; none where there is no such part.
const Value* find_part(const Value& whole, const std::string& name);

/// The type of what the steps lead to from a value of the type; none, and reported, where they lead nowhere.
std::optional<ValueTypeId> type_of_parts(ValueTypeId type, std::span<const Value> steps, const ReadWhole& read, ValueTypes& types,
                                         Diagnostics& diagnostics);

// validation.cpp: validations of TOSCA 2.0 are expressions over `$value` that must be true for every value of a type.

/// An expression that can be true or false for values of the type; what is wrong with it is reported.
bool is_sound(const Value& validation, ValueTypeId type, ValueTypes& types, Diagnostics& diagnostics);

/// What is left to be true when the value is put in; null where nothing is, which also says that it reads no other values.
Value rest_of(const Value& validation, const Value& value, ValueTypeId type, const TypingContext& context);

/// True also where only a run can tell.
bool holds(const Value& validation, const Value& value, ValueTypeId type, const TypingContext& context);

// make_scalar.cpp: the units of a data type that derives from `scalar`, with what it inherits.

/// None when the definition breaks a rule, which is reported. `inherited` is that of the parent, if it is such a type.
std::shared_ptr<const ScalarUnits> make_scalar(const Type& type, const std::shared_ptr<const ScalarUnits>& inherited,
                                               ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
