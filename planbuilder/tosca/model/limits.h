// How much a model may ask for before it is refused: a few small files must not stand for more than a computer can hold or do.
#pragma once

#include <cstddef>

namespace planbuilder::tosca {

/// What can be read without exhausting the stack; a limit of the depth cannot be above.
inline constexpr std::size_t deepest_readable_xml = 2000;

struct Limits {
  std::size_t xml_depth = 1000;  // elements inside one another
  std::size_t imported_files = 100'000;
  std::size_t substituted_nodes = 1'000'000;  // of a service in which services took the places of nodes
  std::size_t filter_checks = 10'000'000;     // of nodes, against the filters of requirements
};

}  // namespace planbuilder::tosca
