// Measures what writing a plan as a process costs beside reading the service.
//
// Usage: bpel_emit FILE TARGET FOLDER    one line: seconds to read the service, seconds to write its build plan, activities,
// bytes;
//                                        the files of the plan go to the folder
#include <iostream>

#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/flow/derive.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/perf/measure.h"
#include "tests/perf/read_service.h"

namespace planbuilder {
namespace {

int write_plan(const std::string& path, const std::string& target, const std::string& folder) {
  Diagnostics diagnostics;
  Sources sources;
  std::optional<tosca::Topology> topology;
  const double reading = seconds_of([&] { topology = read_service(path, sources, diagnostics); });
  if (!topology) return 1;
  const auto abstract = flow::derive(*topology, flow::PlanRequest{}, diagnostics);
  if (!abstract) return 1;
  const plugins::PluginSet plugins;
  const plan::Plan plan = plugins::fill_plan(*abstract, *topology, plugins.plugins(), sources, diagnostics);
  std::optional<emit::Emission> emission;
  const double writing = seconds_of([&] { emission = emit::emit(*emit::find_target(target), plan, {}, diagnostics); });
  if (!emission) return 1;
  std::cout << reading << " " << writing << " " << plan.activities.size() << " " << emission->files.front().content.size()
            << "\n";
  return write_folder(folder, emission->files, diagnostics) ? 0 : 1;
}

}  // namespace
}  // namespace planbuilder

int main(int argc, char** argv) { return argc == 4 ? planbuilder::write_plan(argv[1], argv[2], argv[3]) : 2; }
