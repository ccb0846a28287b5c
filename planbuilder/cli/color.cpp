#include "planbuilder/cli/color.h"

#include <unistd.h>

#include <cstdlib>

namespace planbuilder::cli {

bool wants_color(const std::string& when, int descriptor) {
  if (when != "auto") return when == "always";
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && ::isatty(descriptor) != 0;
}

}  // namespace planbuilder::cli
