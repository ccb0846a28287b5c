// Numbers as zip and gzip write them: the lowest byte first.
#pragma once

#include <cstdint>
#include <string>

namespace planbuilder::csar {

inline void append_number(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xff);
}

}  // namespace planbuilder::csar
