// Conditions and values of the event grammar, ready to be judged: names are resolved as far as the type of an entity tells.
#pragma once

#include <cstdint>
#include <vector>

#include "planbuilder/events/predicates.h"
#include "planbuilder/events/walk.h"

namespace planbuilder::events {

/// Entities relative to one: itself or a variable of a quantifier around, and a path from there.
struct EntityPath {
  static constexpr std::int32_t itself = -1;
  std::int32_t variable = itself;
  PathId path = {};  // not valid: no further step
};

struct Operand {
  enum class Kind : std::uint8_t {
    constant,
    attribute,  // of an interface; a list of values where the place is several entities
    computed,   // a function of other operands
    written,    // a value of the model, which depends on the entity
  };
  Kind kind = Kind::constant;
  ConstantId constant = Constants::unknown;
  // Of an attribute: `own` is its number where the entity itself has it, else it is looked up by name.
  static constexpr std::int32_t looked_up = -1;
  std::int32_t own = looked_up;
  EntityPath place = {};
  ConstantId interface = {};  // not valid: any
  ConstantId attribute = {};
  // Of a function.
  const tosca::Function* function = nullptr;
  std::vector<Operand> arguments = {};
  const Value* source = nullptr;
};

using ExpressionId = Id<struct ExpressionTag>;

struct Expression {
  enum class Kind : std::uint8_t {
    truth,
    atom,  // a comparison
    negation,
    all,
    any,
    for_all,  // of a place: the only child is judged for each entity there
    exists,
  };
  Kind kind = Kind::truth;
  Truth value = Truth::yes;  // of a truth
  std::vector<ExpressionId> children = {};
  EntityPath over = {};                       // of a quantifier; its variable has the number of quantifiers around it
  const tosca::Function* function = nullptr;  // of an atom
  std::vector<Operand> operands = {};
  PredicateId predicate = {};  // of an atom that compares one attribute with constants
  // Of a quantifier: the attributes (interface, name) of its variable. An entity without them does not count.
  std::vector<std::pair<ConstantId, ConstantId>> needs = {};
  const Value* source = nullptr;  // what the model says
};

using Expressions = IdVector<ExpressionId, Expression>;

}  // namespace planbuilder::events
