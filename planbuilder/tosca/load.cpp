#include "planbuilder/tosca/load.h"

#include <utility>

#include "csar/archive.h"
#include "planbuilder/tosca/checks/check_allocations.h"
#include "planbuilder/tosca/checks/check_artifacts.h"
#include "planbuilder/tosca/checks/check_calls.h"
#include "planbuilder/tosca/checks/check_filters.h"
#include "planbuilder/tosca/checks/check_imported_names.h"
#include "planbuilder/tosca/checks/check_interfaces.h"
#include "planbuilder/tosca/checks/check_refinements.h"
#include "planbuilder/tosca/checks/check_results.h"
#include "planbuilder/tosca/checks/check_types.h"
#include "planbuilder/tosca/checks/check_use.h"
#include "planbuilder/tosca/checks/check_values.h"
#include "planbuilder/tosca/checks/spare_unneeded.h"
#include "planbuilder/tosca/events/check_triggers.h"
#include "planbuilder/tosca/files/resolve_artifacts.h"
#include "planbuilder/tosca/topology/build_topology.h"
#include "planbuilder/tosca/topology/copy_templates.h"
#include "planbuilder/tosca/topology/substitution/pin_requirements.h"
#include "planbuilder/tosca/topology/substitution/selected_targets.h"
#include "planbuilder/tosca/topology/substitution/substitute_nodes.h"
#include "planbuilder/tosca/types/check_type_names.h"
#include "planbuilder/tosca/types/inherit.h"
#include "planbuilder/tosca/types/resolve_types.h"
#include "planbuilder/tosca/values/function_names.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

/// The service template of the entry file, else of the first file it imports that has one (XML splits them so).
std::optional<ServiceTemplate> find_service(std::vector<DefinitionsFile>& files) {
  for (DefinitionsFile& file : files) {
    if (!file.beside && file.definitions.service && !file.definitions.service->nodes.empty())
      return std::exchange(file.definitions.service, std::nullopt);
  }
  return std::nullopt;
}

/// The service to plan, taken out of its file; an empty one where types are all that is defined.
ServiceTemplate take_service(std::vector<DefinitionsFile>& files, const csar::Archive& archive, Diagnostics& diagnostics) {
  auto service = find_service(files);
  if (!service) {
    diagnostics.warning(Code::empty_service, {files.front().id, 0, 0, 0},
                        "this defines types, but no service: there is nothing to plan");
    service = files.front().definitions.service.value_or(ServiceTemplate());
    service->at.file = files.front().id;
  }
  if (service->name.empty()) service->name = archive.base_name();
  return std::move(*service);
}

/// One service: its templates become a topology, whose values are typed and checked.
Topology build(ServiceTemplate service, ValueTypes& types, const Limits& limits, Diagnostics& diagnostics) {
  Diagnostics found;
  check_filters(service, types, found);  // what requirements ask of nodes is a condition
  Topology topology =
      build_topology(std::move(service), types.types(), types.names(), limits, found);  // with requirements fulfilled
  type_values(topology, types, found);                                                  // each value has its type
  topology.index_properties();
  check_values(topology, found);  // functions lead somewhere
  Diagnostics of_calls;
  check_calls(topology, types, of_calls);        // operations and workflows get what they take
  check_results(topology, types, of_calls);      // what calls give fits what it is for
  check_allocations(topology, types, of_calls);  // no capability gives more than it has
  // What was said of a place before, by an earlier attempt or of a type that all share, is not said again.
  found.add_new(of_calls);
  diagnostics.add_new(found);
  return topology;
}

/// Other files may hold services that stand for nodes of this one: what is wrong with them is wrong here.
std::vector<Substitute> build_substitutes(std::vector<DefinitionsFile>& files, ValueTypes& types, const Limits& limits,
                                          Diagnostics& diagnostics) {
  std::vector<Substitute> substitutes;
  for (DefinitionsFile& file : files) {
    if (!file.definitions.service || !file.definitions.service->substitution) continue;
    ServiceTemplate& service = *file.definitions.service;
    const std::size_t errors = diagnostics.errors();
    copy_templates(service, diagnostics);
    write_out_selected_targets(service, types.types(), types.names());
    pin_requirements(service, build(service, types, limits, diagnostics));
    substitutes.push_back({.service = &service, .faulty = diagnostics.errors() > errors});
  }
  return substitutes;
}

/// The service as it is written, then as often as it takes with services in the places of nodes.
Topology build_with_substitutes(ServiceTemplate service, std::vector<Substitute> substitutes, ValueTypes& types,
                                const Limits& limits, Diagnostics& diagnostics) {
  if (!has_nodes_to_substitute(service)) return build(std::move(service), types, limits, diagnostics);
  if (service.substitution) substitutes.push_back({.service = &service, .planned = true});
  NodeSubstitution substitution(std::move(substitutes), types.types(), types.names(), limits.substituted_nodes, diagnostics);
  Topology topology = build(service, types, limits, diagnostics);
  while (!diagnostics.has_errors()) {
    pin_requirements(service, topology);
    if (!substitution.substitute(service, topology) || diagnostics.has_errors()) break;
    topology = build(service, types, limits, diagnostics);
  }
  return topology;
}

}  // namespace

// The stages of the front end, one after the other. Each says what is wrong and goes on with what is left, so that all
// problems are reported together.
std::optional<Topology> load(const csar::Archive& archive, const std::string& entry, Sources& sources, Diagnostics& diagnostics,
                             const LoadOptions& options) {
  // 1. Files to definitions, whatever language they are written in.
  StageTimer reading(options.timings, "reading");
  std::vector<DefinitionsFile> files = read_files(archive, entry, options, sources, diagnostics);  // the entry, and its imports
  reading.stop(count_of(files.size(), "file"));
  // What a broken file would have defined is not worth guessing; but a library may be broken where nobody looks.
  if (!may_be_spared(files, diagnostics)) return std::nullopt;
  StageTimer building(options.timings, "building the topology");
  Diagnostics of_types;
  attach_implementations(files, of_types);     // XML says apart what implements the operations of types
  resolve_artifacts(files, archive, sources);  // names of files become paths of the archive

  // 2. Definitions to types.
  ResolvedTypes resolved = resolve_types(files, of_types);  // types know their ancestors, names what they stand for
  spare_unneeded(files, resolved, diagnostics);             // what was wrong so far, where nothing needs it
  if (diagnostics.has_errors()) return std::nullopt;
  diagnostics.add_all(of_types);
  check_imported_names(files, diagnostics);                                  // names that imported files use too
  check_type_names(resolved, diagnostics);                                   // what types refer to exists
  const FunctionNames functions(files, diagnostics);                         // functions that files define
  ValueTypes types(resolved.types, resolved.names, functions, diagnostics);  // what values are checked against
  for (const FunctionDefinition* function : functions.definitions()) check_signatures(*function, types, diagnostics);
  check_types(resolved.types, types, diagnostics);                 // defaults fit, refinements only narrow
  check_refinements(resolved.types, resolved.names, diagnostics);  // also those of capabilities and requirements
  check_filters(resolved.types, types, diagnostics);               // what requirements ask of nodes is a condition
  check_interfaces(resolved.types, types, diagnostics);            // interfaces are what their types allow
  check_artifacts(files, resolved.types, types, diagnostics);      // and artifacts likewise
  inherit(resolved.types, resolved.names, files);                  // types in use have all that their ancestors have
  spare_unneeded(files, resolved, diagnostics);

  // 3. Types and templates to a topology.
  ServiceTemplate service = take_service(files, archive, diagnostics);
  std::vector<Substitute> substitutes = build_substitutes(files, types, options.limits, diagnostics);
  copy_templates(service, diagnostics);                                 // templates that copy others are written out
  write_out_selected_targets(service, resolved.types, resolved.names);  // as are mappings to several nodes
  Diagnostics doubts;
  check_use(files, service, resolved.types, resolved.names, doubts);  // imports and inputs that nothing uses
  Topology topology = build_with_substitutes(std::move(service), std::move(substitutes), types, options.limits, diagnostics);
  check_triggers(topology, resolved.names, diagnostics);  // every event has somebody who can receive it
  if (diagnostics.has_errors()) return std::nullopt;

  diagnostics.add_new(doubts);  // worth a word only when all is well
  topology.namespace_uri = files.front().definitions.namespace_uri;
  topology.source = entry;
  topology.language = files.front().language;
  building.stop(count_of(topology.nodes.size(), "node") + ", " + count_of(topology.relationships.size(), "relationship"));
  return topology;
}

}  // namespace planbuilder::tosca
