#include "planbuilder/cli/run.h"

#include "planbuilder/cli/command_line.h"
#include "planbuilder/cli/standard_streams.h"

namespace planbuilder::cli {

int run(int argc, const char* const* argv) {
  open_standard_streams();
  return close_standard_output(run_command_line(
      {validate_command(), plan_command(), explain_command(), simulate_command(), plugins_command(), generate_command(),
       pack_command(), inspect_command(), approve_command(), diff_command(), review_command(), dump_command()},
      argc, argv));
}

}  // namespace planbuilder::cli
