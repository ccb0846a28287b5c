#include "planbuilder/driver/inspect.h"

#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/support/render_diagnostics.h"

namespace planbuilder::cli {

namespace {

struct InspectOptions : CommonOptions {
  bool check = false;
  std::string approved_keys;
};

int inspect(const InspectOptions& options) {
  driver::Session session(options);
  std::optional<std::vector<approval::Key>> keys;
  if (!options.approved_keys.empty()) keys = approval::read_public_keys(options.approved_keys, session.diagnostics);
  const auto found = driver::inspect(options, keys ? &*keys : nullptr, session);
  const int code = options.json ? finish_silently(session, options) : finish(session, options);
  if (options.json) {
    pack::write_json(found.value_or(pack::Inspection()), render_json(session.diagnostics, session.sources), std::cout);
  } else if (found && !options.quiet) {
    pack::write_text(*found, std::cout);
  }
  const auto is_fine = [&] { return found->in_order() && (!keys || found->unapproved.empty()); };
  return code == done && options.check && !is_fine() ? input_has_errors : code;
}

}  // namespace

Command inspect_command() {
  auto options = std::make_shared<InspectOptions>();
  Command command{"inspect", "what pack or generate wrote: plans, targets, digests, stale or not"};
  add_common_options(command, *options, *options);
  command.add({.names = "--check", .help = "exit with 1 when something is not as it was written", .into = &options->check});
  command.add({.names = "--approved-keys",
               .value = "FILE",
               .help = "public keys of those who may approve; --check then asks for a signature by one of them",
               .into = &options->approved_keys});
  command.job = [options] { return inspect(*options); };
  return command;
}

}  // namespace planbuilder::cli
