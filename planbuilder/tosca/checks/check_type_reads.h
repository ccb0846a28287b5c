// What values in types read, before there is anything of the type.
#pragma once

#include <string_view>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// TOSCA 2.0: a value reads what SELF, an entity of the type, has by the types; interface types have no SELF. Reports what
/// leads nowhere, as far as that can be told without a service.
void check_type_reads(const Value& value, TypeId self, ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
