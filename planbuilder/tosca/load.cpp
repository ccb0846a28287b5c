#include "planbuilder/tosca/load.h"

#include "planbuilder/tosca/build_topology.h"
#include "planbuilder/tosca/check_values.h"
#include "planbuilder/tosca/digest.h"
#include "planbuilder/tosca/read_files.h"
#include "planbuilder/tosca/resolve_artifacts.h"
#include "planbuilder/tosca/resolve_types.h"

namespace planbuilder::tosca {

namespace {

/// The service template of the entry file, else of the first file it imports that has one (XML splits them so).
std::optional<ServiceTemplate> take_service(std::vector<DefinitionsFile>& files) {
  for (DefinitionsFile& file : files) {
    if (file.definitions.service && !file.definitions.service->nodes.empty()) return std::move(file.definitions.service);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Topology> load(const csar::Archive& archive, const std::string& entry, Sources& sources, Diagnostics& diagnostics) {
  std::vector<DefinitionsFile> files = read_files(archive, entry, sources, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;  // what a broken file would have defined is not worth guessing

  attach_implementations(files, diagnostics);
  resolve_artifacts(files, archive, sources);
  ResolvedTypes types = resolve_types(files, diagnostics);
  auto service = take_service(files);
  if (!service) {
    diagnostics.warning(Code::empty_service, {files.front().id, 0, 0, 0},
                        "this defines types, but no service: there is nothing to plan");
    service.emplace();
    service->at.file = files.front().id;
  }
  if (service->name.empty()) service->name = archive.base_name();

  Topology topology = build_topology(std::move(*service), std::move(types), diagnostics);
  settle_values(topology, diagnostics);
  check_values(topology, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;

  topology.source = entry;
  topology.digest = digest_of(topology);
  return topology;
}

}  // namespace planbuilder::tosca
