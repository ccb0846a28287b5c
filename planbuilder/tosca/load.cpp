#include "planbuilder/tosca/load.h"

#include <utility>

#include "planbuilder/tosca/checks/check_allocations.h"
#include "planbuilder/tosca/checks/check_calls.h"
#include "planbuilder/tosca/checks/check_repositories.h"
#include "planbuilder/tosca/checks/check_use.h"
#include "planbuilder/tosca/checks/check_values.h"
#include "planbuilder/tosca/checks/settle_types.h"
#include "planbuilder/tosca/events/check_triggers.h"
#include "planbuilder/tosca/files/read_files.h"
#include "planbuilder/tosca/files/resolve_artifacts.h"
#include "planbuilder/tosca/model/digest.h"
#include "planbuilder/tosca/topology/build_topology.h"
#include "planbuilder/tosca/topology/copy_templates.h"
#include "planbuilder/tosca/topology/substitution/pin_requirements.h"
#include "planbuilder/tosca/topology/substitution/substitute_nodes.h"
#include "planbuilder/tosca/types/check_type_names.h"
#include "planbuilder/tosca/types/inherit.h"
#include "planbuilder/tosca/types/resolve_types.h"
#include "planbuilder/tosca/values/functions/function_names.h"
#include "planbuilder/tosca/values/functions/settle_custom_call.h"

namespace planbuilder::tosca {

namespace {

/// The service template of the entry file, else of the first file it imports that has one (XML splits them so).
std::optional<ServiceTemplate> take_service(std::vector<DefinitionsFile>& files) {
  for (DefinitionsFile& file : files) {
    if (!file.beside && file.definitions.service && !file.definitions.service->nodes.empty())
      return std::exchange(file.definitions.service, std::nullopt);
  }
  return std::nullopt;
}

/// What was said of a place before, by an earlier attempt or of a type that all share, is not said again.
Topology build(ServiceTemplate service, ValueTypes& types, Diagnostics& diagnostics) {
  Diagnostics found;
  Topology topology = build_topology(std::move(service), types.types(), types.names(), found);
  types.know_inputs(topology.inputs);
  settle_values(topology, types, found);
  check_values(topology, found);
  Diagnostics of_calls;  // values that are no property are judged here for the first time
  check_calls(topology, types, of_calls);
  check_allocations(topology, types, of_calls);
  types.forget_inputs();  // the topology moves on, and they with it
  found.add_new(of_calls);
  diagnostics.add_new(found);
  return topology;
}

/// Other files may hold services that stand for nodes of this one: what is wrong with them is wrong here.
std::vector<Substitute> find_substitutes(std::vector<DefinitionsFile>& files, ValueTypes& types, Diagnostics& diagnostics) {
  std::vector<Substitute> substitutes;
  for (DefinitionsFile& file : files) {
    if (!file.definitions.service || !file.definitions.service->substitution) continue;
    ServiceTemplate& service = *file.definitions.service;
    const std::size_t errors = diagnostics.errors();
    copy_templates(service, diagnostics);
    pin_requirements(service, build(service, types, diagnostics));
    substitutes.push_back({.service = &service, .faulty = diagnostics.errors() > errors});
  }
  return substitutes;
}

/// The service as it is written, then as often as it takes with services in the places of nodes.
Topology build_with_substitutes(ServiceTemplate service, std::vector<Substitute> substitutes, ValueTypes& types,
                                Diagnostics& diagnostics) {
  if (service.substitution) substitutes.push_back({.service = &service, .planned = true});
  NodeSubstitution substitution(std::move(substitutes), types.names(), diagnostics);
  Topology topology = build(service, types, diagnostics);
  while (!diagnostics.has_errors()) {
    pin_requirements(service, topology);
    if (!substitution.substitute(service, topology) || diagnostics.has_errors()) break;
    topology = build(service, types, diagnostics);
  }
  return topology;
}

}  // namespace

std::optional<Topology> load(const csar::Archive& archive, const std::string& entry, Sources& sources, Diagnostics& diagnostics,
                             const LoadOptions& options) {
  StageTimer reading(options.timings, "reading");
  std::vector<DefinitionsFile> files = read_files(archive, entry, options, sources, diagnostics);
  reading.stop(count_of(files.size(), "file"));
  if (diagnostics.has_errors()) return std::nullopt;  // what a broken file would have defined is not worth guessing

  StageTimer building(options.timings, "building the topology");
  attach_implementations(files, diagnostics);
  resolve_artifacts(files, archive, sources);
  ResolvedTypes resolved = resolve_types(files, diagnostics);
  check_repositories(files, diagnostics);
  check_type_names(resolved, diagnostics);
  ValueTypes types(resolved.types, resolved.names, diagnostics);
  const FunctionNames functions(files);
  types.know(functions);
  for (const FunctionDefinition* function : functions.definitions()) check_signatures(*function, types);
  settle_types(resolved.types, types, diagnostics);
  inherit(resolved.types, resolved.names, files);
  auto service = take_service(files);
  if (!service) {
    diagnostics.warning(Code::empty_service, {files.front().id, 0, 0, 0},
                        "this defines types, but no service: there is nothing to plan");
    service = files.front().definitions.service.value_or(ServiceTemplate());
    service->at.file = files.front().id;
  }
  if (service->name.empty()) service->name = archive.base_name();
  std::vector<Substitute> substitutes = find_substitutes(files, types, diagnostics);

  copy_templates(*service, diagnostics);
  Diagnostics doubts;  // worth a word only when all is well
  check_use(files, *service, resolved.types, resolved.names, doubts);
  Topology topology = has_nodes_to_substitute(*service)
                          ? build_with_substitutes(std::move(*service), std::move(substitutes), types, diagnostics)
                          : build(std::move(*service), types, diagnostics);
  check_triggers(topology, resolved.names, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;

  diagnostics.add_new(doubts);
  topology.namespace_uri = files.front().definitions.namespace_uri;
  topology.source = entry;
  building.stop(count_of(topology.nodes.size(), "node") + ", " + count_of(topology.relationships.size(), "relationship"));
  return topology;
}

}  // namespace planbuilder::tosca
