// The functions of TOSCA: what each takes, what it gives, and how it is applied to arguments that are known.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/tosca/functions/operand.h"

namespace planbuilder::tosca {

/// A set of kinds.
using Kinds = std::uint32_t;
constexpr Kinds kind(Primitive primitive) { return Kinds{1} << static_cast<unsigned>(primitive); }
constexpr bool contains(Kinds kinds, Primitive primitive) { return (kinds & kind(primitive)) != 0; }
/// "a string, a list or a map".
std::string describe(Kinds kinds);

/// What the first argument says about the types of the others.
enum class Relation : std::uint8_t {
  none,
  alike,    // all are of one type: $sum, $less_than
  choices,  // the second is a list of such values: $valid_values
  entry,    // the second may be an entry of the first: $has_entry
  entries,  // the second is a list of entries
  key,      // the second may be a key of the first
  keys      // the second is a list of keys
};

/// What a function gives.
enum class Gives : std::uint8_t {
  anything,
  truth,
  whole,
  text,
  items,
  like_arguments,  // integers stay integers, amounts stay amounts: $sum
  like_first,      // $remainder
  joined,          // a list of lists, else a text: $concat
  divided          // an amount of an amount, else a float: $quotient
};

/// What a function reads of the topology: values/evaluate.h does so.
enum class Reads : std::uint8_t {
  nothing,
  input,
  property,
  attribute,
  artifact,
  operation_output,
  nodes_of_type,
  node_index,
  relationship_index,
  allocation,
  value  // what is being validated
};

struct Function {
  static constexpr std::size_t any_number = static_cast<std::size_t>(-1);

  std::string_view name;  // without its $
  std::size_t least;
  std::size_t most;
  std::array<Kinds, 3> takes;  // by position; the last holds for all that follow
  Relation relation;
  Gives result;
  Outcome (*apply)(const std::vector<Operand>& arguments);  // none: it reads something
  Reads reads = Reads::nothing;

  [[nodiscard]] Kinds taken_at(std::size_t position) const;
};

/// Of TOSCA 2.0, written with a `$`.
std::span<const Function> functions_of_2_0();
/// Of the Simple Profile.
std::span<const Function> functions_of_1_x();

/// By the name that a call has; nullptr when there is none.
const Function* find_function(std::string_view name);

/// What kind the result has, as far as the arguments tell.
Primitive result_kind(const Function& function, const std::vector<Operand>& arguments);

/// "$concat takes at least 1 argument": why it cannot be called so; empty when it can.
std::string arity_problem(const Function& function, std::string_view name, std::size_t arguments);
/// "the second argument of $join must be a string, not a list"; empty when it fits.
std::string kind_problem(const Function& function, std::string_view name, std::size_t position, const Operand& argument);

/// The units of data types.
using Scalars = std::vector<std::shared_ptr<const ScalarUnits>>;

/// For arguments that are known, and are what they look like; all rules are checked.
Outcome apply_function(const Function& function, std::string_view name, std::vector<Value> arguments);
/// As apply_function; texts are amounts where all of them have units of one of the scalars. None where several have them, and
/// it is not the same which is meant.
std::optional<Outcome> apply_function(const Function& function, std::string_view name, std::vector<Value> arguments,
                                      const Scalars& scalars);

}  // namespace planbuilder::tosca
