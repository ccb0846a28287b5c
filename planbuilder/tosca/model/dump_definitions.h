// What a front end read of one file, before names are resolved: `planbuilder dump --stage definitions`.
#pragma once

#include "planbuilder/support/source.h"
#include "planbuilder/tosca/model/definitions.h"

namespace planbuilder::tosca {

Value dump_definitions(const Definitions& definitions, const Sources& sources);

}  // namespace planbuilder::tosca
