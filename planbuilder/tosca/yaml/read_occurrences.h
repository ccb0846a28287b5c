// How often something may be there: `[least, most]`.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// Nothing, and reported, where it is no range at all.
std::optional<Occurrences> read_occurrences(Reader& reader, Node node);

/// The most there may be; nothing means that there is no such end.
std::optional<std::uint64_t> read_end_of_counts(Reader& reader, Node node);

/// For the keyname of that name.
template <class T>
void take_occurrences(Reader& reader, Node node, T& into) {
  if (const auto occurrences = read_occurrences(reader, node)) into.occurrences = *occurrences;
}

}  // namespace planbuilder::tosca::yaml
