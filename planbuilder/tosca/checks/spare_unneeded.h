// Libraries have types that nobody uses, and faults in them: such a fault is no reason to refuse a service.
#pragma once

#include <vector>

#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/types/resolve_types.h"

namespace planbuilder::tosca {

/// Every error stands inside a type of a file that the entry imports: whether it counts depends on who needs that type.
bool may_be_spared(const std::vector<DefinitionsFile>& files, const Diagnostics& diagnostics);

/// Makes warnings of errors inside types of imported files that nothing needs. To be asked after each stage that judges types:
/// a diagnostic belongs to the type in whose text it stands, whoever reported it.
void spare_unneeded(const std::vector<DefinitionsFile>& files, const ResolvedTypes& resolved, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
