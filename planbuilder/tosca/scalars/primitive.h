// The primitive types: their names, how plain scalars become one of them, and how their values compare.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/support/value.h"

namespace planbuilder::tosca {

/// What a value is made of in the end. `any` is what is not known, `complex` has the fields of a data type.
enum class Primitive : std::uint8_t {
  any,
  string,
  integer,
  number,
  boolean,
  timestamp,
  null,
  range,
  version,
  list,
  map,
  size,
  time,
  frequency,
  bitrate,
  bytes,
  scalar,
  complex
};

/// By its name in TOSCA; `any` and `complex` have none.
std::optional<Primitive> primitive_named(std::string_view name);
/// Names that came with 2.0: bytes, nil, scalar.
bool is_new_in_2_0(std::string_view name);
std::vector<std::string_view> names_of_primitives();

/// "integer".
std::string_view name_of(Primitive primitive);
/// "an integer", "an amount with a unit of size (B, kB, ...)": what a value must be.
std::string describe(Primitive primitive);

/// Order, or unordered where the type has none. Both values are typed.
std::partial_ordering compare(Primitive primitive, const Value& left, const Value& right);
bool is_ordered(Primitive primitive);
/// A number with a unit.
bool is_amount(Primitive primitive);
/// An amount of one of the kinds that the Simple Profile defines, in the smallest unit of its kind; and back.
std::optional<double> parse_amount(Primitive primitive, std::string_view text);
std::string format_amount(Primitive primitive, double amount);
bool has_length(Primitive primitive);

/// Of a typed number, whole or not; infinite ones are still text.
std::optional<double> to_double(const Value& value);

/// A number that can be an index; longer ones are none.
std::optional<std::size_t> parse_index(std::string_view text);

/// Turns a plain scalar into a value of the type. False when the value is not one of the type; collections are
/// judged as such, without their contents.
bool type_as(Primitive primitive, Value& value);

/// 2.0 follows YAML 1.2 to the letter: `7` and `true` are no strings, `yes` is no boolean; and `6` is no version.
bool is_strict_form_of(Primitive primitive, const Value& value);

/// A bare number that an amount is compared with is one in the base unit: published profiles write it so.
void add_missing_unit(Primitive primitive, Value& value);

/// As YAML itself reads it, for values without a type; everything inside too.
void type_as_yaml(Value& value);

}  // namespace planbuilder::tosca
