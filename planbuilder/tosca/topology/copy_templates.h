// Templates that start as a copy of another one.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions.h"

namespace planbuilder::tosca {

/// Fills in what `copy` names; what the copy says itself wins. A copy may be copied in turn, but not in a circle.
void copy_templates(ServiceTemplate& service, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
