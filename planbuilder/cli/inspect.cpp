#include "planbuilder/pack/inspect.h"

#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/session.h"

namespace planbuilder::cli {

namespace {

struct InspectOptions : CommonOptions {
  bool check = false;
};

int inspect(const InspectOptions& options) {
  Session session(options);
  session.read_record();
  const tosca::Topology* topology = session.load();
  std::optional<pack::Inspection> found;
  if (topology != nullptr)
    found = pack::inspect(session.archive(), *topology, session.before().record, session.sources, session.diagnostics);
  const int code = options.json ? session.exit_code() : session.finish();
  if (options.json) {
    pack::write_json(found.value_or(pack::Inspection()), session.diagnostics_json(), std::cout);
  } else if (found && !options.quiet) {
    pack::write_text(*found, std::cout);
  }
  return code == done && options.check && !found->in_order() ? input_has_errors : code;
}

}  // namespace

Job add_inspect(CLI::App& application) {
  CLI::App* command = application.add_subcommand("inspect", "what is packed: plans, targets, digests, stale or not");
  auto options = std::make_shared<InspectOptions>();
  add_common_options(*command, *options);
  command->add_flag("--check", options->check, "exit with 1 when something is stale, changed or missing");
  return [options] { return inspect(*options); };
}

}  // namespace planbuilder::cli
