// A picture in the language of Graphviz.
#pragma once

#include <string>

#include "planbuilder/review/picture.h"

namespace planbuilder::review {

std::string to_dot(const Picture& picture);

}  // namespace planbuilder::review
