#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/session.h"
#include "planbuilder/plan/plan_json.h"
#include "planbuilder/review/text.h"
#include "planbuilder/support/text.h"

namespace planbuilder::cli {

namespace {

struct PlanOptions : CommonOptions {
  std::string kind = "build";
  bool all = false;
  std::string region;
  std::string format = "text";
};

const std::map<std::string, flow::PlanKind> kinds = {{"build", flow::PlanKind::build},
                                                     {"deploy", flow::PlanKind::build},
                                                     {"terminate", flow::PlanKind::terminate},
                                                     {"undeploy", flow::PlanKind::terminate},
                                                     {"scale-out", flow::PlanKind::scale_out}};

/// The plans that the options ask for; wrong names are reported.
std::vector<flow::PlanRequest> wanted_plans(const PlanOptions& options, const tosca::Topology& topology,
                                            Diagnostics& diagnostics) {
  if (options.all) return flow::all_plans(topology);
  const flow::PlanKind kind = kinds.at(options.kind);
  if (kind != flow::PlanKind::scale_out) return {{kind}};
  std::vector<flow::PlanRequest> requests;
  std::vector<std::string_view> names;
  for (const tosca::Region& region : topology.regions) {
    names.push_back(region.name);
    if (options.region.empty() || options.region == region.name) requests.push_back({kind, &region});
  }
  if (requests.empty()) {
    diagnostics.error(Code::unknown_name, {},
                      options.region.empty()
                          ? "the service has no region that could be scaled out"
                          : "there is no region '" + options.region + "'" + did_you_mean(options.region, names));
  }
  return requests;
}

int show(const PlanOptions& options) {
  Session session(options);
  std::vector<plan::Plan> plans;
  if (const tosca::Topology* topology = session.load()) {
    for (const flow::PlanRequest& request : wanted_plans(options, *topology, session.diagnostics)) {
      if (auto plan = session.make_plan(request)) plans.push_back(std::move(*plan));
    }
  }
  const int code = session.finish();
  if (code != done) return code;
  if (options.json || options.format == "json") {
    std::cout << (options.all || plans.size() > 1 ? plan::to_json(plans) : plan::to_json(plans.front()));
    return code;
  }
  for (std::size_t i = 0; i < plans.size(); ++i) std::cout << (i > 0 ? "\n" : "") << review::to_text(plans[i]);
  return code;
}

}  // namespace

Job add_plan(CLI::App& application) {
  CLI::App* command = application.add_subcommand("plan", "derive plans and show them");
  auto options = std::make_shared<PlanOptions>();
  add_common_options(*command, *options);
  auto* kind = command->add_option("--kind", options->kind, "build (deploy), terminate (undeploy) or scale-out")
                   ->check(CLI::IsMember(kinds))
                   ->type_name("KIND");
  command->add_flag("--all", options->all, "every plan that the service can have")->excludes(kind);
  command->add_option("--region", options->region, "the region of a scale-out")->type_name("NAME");
  command->add_option("--format", options->format, "text or json")->check(CLI::IsMember({"text", "json"}))->type_name("FORMAT");
  return [options] { return show(*options); };
}

}  // namespace planbuilder::cli
