#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/session.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

std::string verdict(const tosca::Topology& topology, const Diagnostics& diagnostics) {
  std::string text = topology.name + ": valid, " + count_of(topology.nodes.size(), "node") + ", " +
                     count_of(topology.relationships.size(), "relationship");
  if (!topology.regions.empty()) text += ", " + count_of(topology.regions.size(), "region");
  if (diagnostics.size() > 0) text += ", " + count_of(diagnostics.size(), "remark");
  return text;
}

int validate(const CommonOptions& options) {
  Session session(options);
  const tosca::Topology* topology = session.load();
  if (topology != nullptr) session.check_order();
  if (options.json) {
    std::cout << "{\"valid\": " << (session.diagnostics.has_errors() ? "false" : "true")
              << ", \"diagnostics\": " << session.diagnostics_json() << "}\n";
    return session.exit_code();
  }
  const int code = session.finish();
  if (topology != nullptr && code == done && !options.quiet) std::cout << verdict(*topology, session.diagnostics) << "\n";
  return code;
}

}  // namespace

Job add_validate(CLI::App& application) {
  CLI::App* command = application.add_subcommand("validate", "read and check everything; all problems at once");
  auto options = std::make_shared<CommonOptions>();
  add_common_options(*command, *options);
  return [options] { return validate(*options); };
}

}  // namespace planbuilder::cli
