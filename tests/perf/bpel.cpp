// Measures what writing a plan as a process costs beside reading the service.
//
// Usage: bpel_emit FILE TARGET FOLDER    one line: seconds to read the service, seconds to write its build plan, activities,
// bytes;
//                                        the files of the plan go to the folder
#include <ctime>
#include <filesystem>
#include <iostream>

#include "csar/archive.h"
#include "planbuilder/emit/emitter.h"
#include "planbuilder/flow/derive.h"
#include "planbuilder/tosca/load.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"

namespace planbuilder {
namespace {

/// Of processor time: other programs must not count.
double seconds_of(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

int write_plan(const std::string& path, const std::string& target, const std::string& folder) {
  Diagnostics diagnostics;
  Sources sources;
  std::optional<tosca::Topology> topology;
  const double reading = seconds_of([&] {
    const auto archive = csar::Archive::open(path, {}, diagnostics);
    if (archive) topology = tosca::load(*archive, std::filesystem::path(path).filename().string(), sources, diagnostics);
  });
  if (!topology) return 1;
  const auto abstract = flow::derive(*topology, {flow::PlanKind::build}, diagnostics);
  if (!abstract) return 1;
  const plugins::PluginSet plugins;
  const plan::Plan plan = plugins::fill_plan(*abstract, *topology, plugins.plugins(), sources, diagnostics);
  std::vector<OutputFile> files;
  const double writing = seconds_of([&] { files = emit::find_emitter(target)->emit(plan, {}); });
  std::cout << reading << " " << writing << " " << plan.activities.size() << " " << files.front().content.size() << "\n";
  return write_folder(folder, files, diagnostics) ? 0 : 1;
}

}  // namespace
}  // namespace planbuilder

int main(int argc, char** argv) { return argc == 4 ? planbuilder::write_plan(argv[1], argv[2], argv[3]) : 2; }
