// A picture in the language of Mermaid, for documents that draw it.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/review/picture.h"

namespace planbuilder::review {

/// Nothing when Mermaid would refuse it: it draws at most 500 edges and reads at most 50,000 characters.
std::optional<std::string> to_mermaid(const Picture& picture);

}  // namespace planbuilder::review
