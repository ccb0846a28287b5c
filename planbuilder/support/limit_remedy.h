// What a message about a limit says at its end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace planbuilder {

inline std::string limit_remedy(std::string_view limit, std::uint64_t allowed) {
  return "The limit is " + std::to_string(allowed) + "; if the input is to be trusted, raise it by --limit " +
         std::string(limit) + "=VALUE.";
}

}  // namespace planbuilder
