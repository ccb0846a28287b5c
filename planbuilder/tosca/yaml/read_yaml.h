// Text in, tree out: the one place that knows which YAML library reads it.
#pragma once

#include <optional>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/yaml/tree.h"

namespace planbuilder::tosca::yaml {

struct Limits {
  std::size_t depth = 200;         // of nesting
  std::size_t nodes = 50'000'000;  // with aliases expanded: a file cannot unfold into more
};

/// What the library can read; a limit of the depth cannot be above.
inline constexpr std::size_t deepest_readable = 450;

/// Reads the one document of a file. Problems (syntax, duplicate keys, limits) are reported at their place;
/// nothing is returned when there were any.
std::optional<Tree> read_yaml(const Sources& sources, FileId file, const Limits& limits, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::yaml
