// The canonical plan document.
#pragma once

#include "planbuilder/emit/target.h"

namespace planbuilder::emit::json {

const Target& target();

}  // namespace planbuilder::emit::json
