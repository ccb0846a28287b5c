// The units of a data type that derives from `scalar`, with what it inherits, checked against the rules for them.
#pragma once

#include <memory>

#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// None when the definition breaks a rule, which is reported. `inherited` is that of the parent, if it is such a type.
std::shared_ptr<const ScalarUnits> make_scalar(const Type& type, const std::shared_ptr<const ScalarUnits>& inherited,
                                               ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
