#include "planbuilder/tosca/load.h"

#include <utility>

#include "planbuilder/tosca/build_topology.h"
#include "planbuilder/tosca/check_allocations.h"
#include "planbuilder/tosca/check_calls.h"
#include "planbuilder/tosca/check_repositories.h"
#include "planbuilder/tosca/check_type_names.h"
#include "planbuilder/tosca/check_values.h"
#include "planbuilder/tosca/complete_interfaces.h"
#include "planbuilder/tosca/digest.h"
#include "planbuilder/tosca/inherit.h"
#include "planbuilder/tosca/read_files.h"
#include "planbuilder/tosca/resolve_artifacts.h"
#include "planbuilder/tosca/resolve_types.h"
#include "planbuilder/tosca/settle_types.h"

namespace planbuilder::tosca {

namespace {

/// The service template of the entry file, else of the first file it imports that has one (XML splits them so).
std::optional<ServiceTemplate> take_service(std::vector<DefinitionsFile>& files) {
  for (DefinitionsFile& file : files) {
    if (file.definitions.service && !file.definitions.service->nodes.empty())
      return std::exchange(file.definitions.service, std::nullopt);
  }
  return std::nullopt;
}

/// Imported files may hold services that stand for nodes of this one: what is wrong with them is wrong here.
void check_imported_services(std::vector<DefinitionsFile>& files, ValueTypes& types, Diagnostics& diagnostics) {
  for (DefinitionsFile& file : files) {
    if (!file.definitions.service || !file.definitions.service->substitution) continue;
    Topology part = build_topology(std::move(*file.definitions.service), types.types(), types.names(), diagnostics);
    settle_values(part, types, diagnostics);
    check_values(part, diagnostics);
    check_calls(part, types, diagnostics);
  }
}

}  // namespace

std::optional<Topology> load(const csar::Archive& archive, const std::string& entry, Sources& sources, Diagnostics& diagnostics,
                             const LoadOptions& options) {
  std::vector<DefinitionsFile> files = read_files(archive, entry, options, sources, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;  // what a broken file would have defined is not worth guessing

  attach_implementations(files, diagnostics);
  resolve_artifacts(files, archive, sources);
  ResolvedTypes resolved = resolve_types(files, diagnostics);
  check_repositories(files, diagnostics);
  check_type_names(resolved, diagnostics);
  ValueTypes types(resolved.types, resolved.names, diagnostics);
  settle_types(resolved.types, types, diagnostics);
  inherit(resolved.types, resolved.names, files);
  complete_interfaces(resolved.types, resolved.names);
  auto service = take_service(files);
  if (!service) {
    diagnostics.warning(Code::empty_service, {files.front().id, 0, 0, 0},
                        "this defines types, but no service: there is nothing to plan");
    service = files.front().definitions.service.value_or(ServiceTemplate());
    service->at.file = files.front().id;
  }
  if (service->name.empty()) service->name = archive.base_name();
  check_imported_services(files, types, diagnostics);

  Topology topology = build_topology(std::move(*service), resolved.types, resolved.names, diagnostics);
  settle_values(topology, types, diagnostics);
  check_values(topology, diagnostics);
  check_calls(topology, types, diagnostics);
  check_allocations(topology, types, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;

  topology.source = entry;
  return topology;
}

}  // namespace planbuilder::tosca
