#include "planbuilder/driver/dump.h"

#include "planbuilder/flow/dump_flow.h"
#include "planbuilder/support/dump.h"
#include "planbuilder/tosca/files/dump_files.h"
#include "planbuilder/tosca/model/dump_topology.h"

namespace planbuilder::driver {

namespace {

using Text = std::optional<std::string>;

Text dump_tree(PlanChoice&, const Options& options, Session& session) {
  const auto files = session.read_files();
  return files.empty() ? Text() : tosca::dump_trees(files, session.sources, options.limits.yaml);
}

Text dump_definitions(PlanChoice&, const Options&, Session& session) {
  const auto files = session.read_files();
  return files.empty() ? Text() : to_pretty_json(tosca::dump_definitions(files, session.sources));
}

Text dump_topology(PlanChoice&, const Options&, Session& session) {
  const tosca::Topology* topology = session.load();
  return topology == nullptr ? Text() : to_pretty_json(tosca::dump_topology(*topology, session.sources));
}

Text dump_flow(PlanChoice& choice, const Options& options, Session& session) {
  const tosca::Topology* topology = session.load();
  if (topology == nullptr) return std::nullopt;
  const auto request = chosen_plan(choice, options.send, session.kinds(), *topology, session.diagnostics);
  const auto plan = request ? session.derive(*request) : std::nullopt;
  return plan ? to_pretty_json(flow::dump_flow(*plan, *topology, session.sources)) : Text();
}

struct Stage {
  std::string_view name;
  Text (*dump)(PlanChoice& choice, const Options& options, Session& session);
};

constexpr Stage stages[] = {
    {"tree", dump_tree}, {"definitions", dump_definitions}, {"topology", dump_topology}, {"flow", dump_flow}};

}  // namespace

std::vector<std::string> stage_names() {
  std::vector<std::string> names;
  for (const Stage& stage : stages) names.emplace_back(stage.name);
  return names;
}

std::optional<std::string> dump_stage(std::string_view stage, PlanChoice& choice, const Options& options, Session& session) {
  for (const Stage& known : stages) {
    if (known.name == stage) return known.dump(choice, options, session);
  }
  return std::nullopt;
}

}  // namespace planbuilder::driver
