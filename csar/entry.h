// One entry of an archive, whatever kind of container it lies in.
#pragma once

#include <cstdint>
#include <string>

namespace planbuilder::csar {

struct Entry {
  std::string path;  // relative to the root, forward slashes, no "." or ".." parts, no slash at the end
  std::uint64_t size = 0;
  bool executable = false;
  bool directory = false;
  std::uint64_t slot = 0;  // its number in the container's own order; of no meaning elsewhere
};

}  // namespace planbuilder::csar
