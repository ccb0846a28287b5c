#include "planbuilder/pack/inspect.h"

#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/support/render_diagnostics.h"

namespace planbuilder::cli {

namespace {

struct InspectOptions : CommonOptions {
  bool check = false;
};

int inspect(const InspectOptions& options) {
  driver::Session session(options);
  session.read_record();
  const tosca::Topology* topology = session.load();
  std::optional<pack::Inspection> found;
  if (topology != nullptr)
    found = pack::inspect(session.archive(), *topology, session.before().record, session.sources, session.diagnostics);
  const int code = options.json ? finish_silently(session, options) : finish(session, options);
  if (options.json) {
    pack::write_json(found.value_or(pack::Inspection()), render_json(session.diagnostics, session.sources), std::cout);
  } else if (found && !options.quiet) {
    pack::write_text(*found, std::cout);
  }
  return code == done && options.check && !found->in_order() ? input_has_errors : code;
}

}  // namespace

Command inspect_command() {
  auto options = std::make_shared<InspectOptions>();
  Command command{"inspect", "what is packed: plans, targets, digests, stale or not"};
  add_common_options(command, *options, *options);
  command.add({.names = "--check", .help = "exit with 1 when something is stale, changed or missing", .into = &options->check});
  command.job = [options] { return inspect(*options); };
  return command;
}

}  // namespace planbuilder::cli
