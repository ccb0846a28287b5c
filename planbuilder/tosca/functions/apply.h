// What each function does. Arity and kinds of the arguments are right when these are called.
#pragma once

#include <vector>

#include "planbuilder/tosca/functions/operand.h"

namespace planbuilder::tosca::apply {

using Arguments = std::vector<Operand>;

/// The items of an argument that is known to be a list.
inline const List& list_of(const Operand& argument) { return *argument.value.get_if<List>(); }

// apply_logic.cpp
Outcome logical_and(const Arguments& arguments);
Outcome logical_or(const Arguments& arguments);
Outcome logical_not(const Arguments& arguments);
Outcome logical_xor(const Arguments& arguments);
Outcome equal(const Arguments& arguments);
Outcome greater_than(const Arguments& arguments);
Outcome greater_or_equal(const Arguments& arguments);
Outcome less_than(const Arguments& arguments);
Outcome less_or_equal(const Arguments& arguments);
Outcome valid_values(const Arguments& arguments);
Outcome matches(const Arguments& arguments);

// apply_collections.cpp
Outcome has_suffix(const Arguments& arguments);
Outcome has_prefix(const Arguments& arguments);
Outcome contains(const Arguments& arguments);
Outcome has_entry(const Arguments& arguments);
Outcome has_key(const Arguments& arguments);
Outcome has_all_entries(const Arguments& arguments);
Outcome has_all_keys(const Arguments& arguments);
Outcome has_any_entry(const Arguments& arguments);
Outcome has_any_key(const Arguments& arguments);
Outcome length(const Arguments& arguments);
Outcome set_union(const Arguments& arguments);
Outcome set_intersection(const Arguments& arguments);

// apply_texts.cpp; those of the Simple Profile take everything as text
Outcome concat(const Arguments& arguments);
Outcome join(const Arguments& arguments);
Outcome token(const Arguments& arguments);
Outcome concat_of_1_x(const Arguments& arguments);
Outcome join_of_1_x(const Arguments& arguments);
Outcome token_of_1_x(const Arguments& arguments);

// apply_arithmetic.cpp
Outcome sum(const Arguments& arguments);
Outcome difference(const Arguments& arguments);
Outcome product(const Arguments& arguments);
Outcome quotient(const Arguments& arguments);
Outcome remainder(const Arguments& arguments);
Outcome round(const Arguments& arguments);
Outcome floor(const Arguments& arguments);
Outcome ceil(const Arguments& arguments);

}  // namespace planbuilder::tosca::apply
