// How often something may be there: `[least, most]`.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// Nothing, and reported, where it is no range at all.
std::optional<Occurrences> read_occurrences(Reader& reader, Node node);

/// For keynames that are only checked.
template <class T>
void only_occurrences(Reader& reader, Node node, T&) {
  read_occurrences(reader, node);
}

}  // namespace planbuilder::tosca::yaml
