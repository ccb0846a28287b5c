#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

std::string verdict(const tosca::Topology& topology, const Diagnostics& diagnostics) {
  std::string text = topology.name + ": valid, " + count_of(topology.nodes.size(), "node") + ", " +
                     count_of(topology.relationships.size(), "relationship");
  if (!topology.regions.empty()) text += ", " + count_of(topology.regions.size(), "region");
  if (const std::size_t remarks = diagnostics.sorted().size(); remarks > 0) text += ", " + count_of(remarks, "remark");
  return text;
}

int validate(const CommonOptions& options) {
  driver::Session session(options);
  const tosca::Topology* topology = session.load();
  if (topology != nullptr) session.check_order();
  if (options.json) {
    std::cout << "{\"valid\": " << (session.diagnostics.has_errors() ? "false" : "true")
              << ", \"diagnostics\": " << render_json(session.diagnostics, session.sources) << "}\n";
    return finish_silently(session, options);
  }
  const int code = finish(session, options);
  if (topology != nullptr && code == done && !options.quiet) std::cout << verdict(*topology, session.diagnostics) << "\n";
  return code;
}

}  // namespace

Command validate_command() {
  auto options = std::make_shared<CommonOptions>();
  Command command{"validate", "read and check everything; all problems at once"};
  add_common_options(command, *options, *options);
  command.job = [options] { return validate(*options); };
  return command;
}

}  // namespace planbuilder::cli
