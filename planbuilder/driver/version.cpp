#include "planbuilder/driver/version.h"

namespace planbuilder::driver {

std::string_view version() { return PLANBUILDER_VERSION; }

}  // namespace planbuilder::driver
