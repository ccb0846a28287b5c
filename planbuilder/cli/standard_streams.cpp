#include "planbuilder/cli/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <system_error>

#include "planbuilder/cli/command.h"

namespace planbuilder::cli {

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // Only for reading: what is written to a closed output must fail, as it would have.
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", O_RDONLY);
  }
}

int close_standard_output(int code) {
  errno = 0;
  if (std::cout.flush()) return code;
  const std::string why = errno != 0 ? ": " + std::generic_category().message(errno) : "";
  std::cerr << "planbuilder: cannot write to standard output" << why << "\n";
  return usage_or_io;
}

}  // namespace planbuilder::cli
