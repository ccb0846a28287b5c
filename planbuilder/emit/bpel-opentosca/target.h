// A BPEL 2.0 process for the OpenTOSCA container: like that of bpel/, with the container's ways to call and to keep instances.
#pragma once

#include "planbuilder/emit/target.h"

namespace planbuilder::emit::bpel::opentosca {

const Target& target();

}  // namespace planbuilder::emit::bpel::opentosca
