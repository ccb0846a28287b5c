#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

struct ValidateOptions : CommonOptions {
  bool plan = false;
};

using Plans = std::optional<std::vector<plan::Plan>>;

std::vector<std::string> names_of(const Plans& plans) {
  std::vector<std::string> names;
  for (std::size_t i = 0; plans && i < plans->size(); ++i) names.push_back((*plans)[i].name);
  return names;
}

std::string json_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) quoted.push_back(json_quote(text));
  return "[" + join(quoted, ", ") + "]";
}

std::string verdict(const tosca::Topology& topology, const Plans& plans, const Diagnostics& diagnostics) {
  std::string text = topology.name + ": valid, " + count_of(topology.nodes.size(), "node") + ", " +
                     count_of(topology.relationships.size(), "relationship");
  if (!topology.regions.empty()) text += ", " + count_of(topology.regions.size(), "region");
  if (plans) text += ", " + count_of(plans->size(), "plan") + " (" + join(names_of(plans), ", ") + ")";
  if (const std::size_t remarks = diagnostics.sorted().size(); remarks > 0) text += ", " + count_of(remarks, "remark");
  return text;
}

/// A model whose plans have errors is valid; with --plan it is asked for more than that.
int validate(const ValidateOptions& options) {
  driver::Session session(options);
  const tosca::Topology* topology = session.load();
  Plans plans;
  if (topology != nullptr) session.check_files();
  if (topology != nullptr && options.plan) {
    plans = session.make_all_plans();
  } else if (topology != nullptr) {
    session.check_order();
  }
  if (options.json) {
    std::cout << "{\"valid\": " << (session.diagnostics.has_errors() ? "false" : "true");
    if (options.plan) std::cout << ", \"plans\": " << json_list(names_of(plans));
    std::cout << ", \"diagnostics\": " << render_json(session.diagnostics, session.sources) << "}\n";
    return finish_silently(session, options);
  }
  const int code = finish(session, options);
  if (topology != nullptr && code == done && !options.quiet)
    std::cout << printable_line(verdict(*topology, plans, session.diagnostics));
  return code;
}

}  // namespace

Command validate_command() {
  auto options = std::make_shared<ValidateOptions>();
  Command command{"validate", "read and check everything; all problems at once"};
  add_common_options(command, *options, *options);
  command.add({.names = "--plan", .help = "make every plan too, and show what is wrong with them", .into = &options->plan});
  command.job = [options] { return validate(*options); };
  return command;
}

}  // namespace planbuilder::cli
