// The templates of all targets, by their paths below this folder.
#pragma once

#include "planbuilder/support/embedded.h"

namespace planbuilder::embedded {

std::span<const File> templates();

}  // namespace planbuilder::embedded
