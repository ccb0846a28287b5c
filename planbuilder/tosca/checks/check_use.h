// What is legal and probably not meant: imports and inputs that nothing uses.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// `planned` is the service to plan, as it is written. Only warnings; worth asking only when all is well otherwise.
void check_use(const std::vector<DefinitionsFile>& files, const ServiceTemplate& planned, const Types& types,
               const TypeNames& names, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
