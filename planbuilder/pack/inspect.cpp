#include "planbuilder/pack/inspect.h"

#include <algorithm>
#include <unordered_set>

#include "csar/digest.h"
#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/tosca/model/digest.h"

namespace planbuilder::pack {

namespace {

std::string kind_of(const tosca::ReadyPlan& plan) {
  for (const PlanKind& kind : PlanKinds::shipped()) {
    if (!kind->plan_type.empty() && plan.type.ends_with("/" + kind->plan_type)) return kind->name;
  }
  return "management";
}

std::vector<ForeignPlan> find_foreign(const tosca::Topology& topology, const Sources& sources) {
  std::vector<ForeignPlan> foreign;
  for (const tosca::ReadyPlan& plan : topology.plans)
    foreign.push_back({plan.id, kind_of(plan), plan.language, plan.reference, sources.locate(plan.at)});
  for (const tosca::Workflow& workflow : topology.workflows) {
    foreign.push_back({workflow.name, "workflow", "", workflow.implementation ? workflow.implementation->file : "",
                       sources.locate(workflow.at)});
  }
  return foreign;
}

FileState state_of(const PackedFile& file, const csar::Archive& archive, Diagnostics& diagnostics) {
  if (!archive.find(file.path)) return FileState::missing;
  const auto content = archive.read(file.path, diagnostics);
  return content && csar::sha256(*content) == file.sha256 ? FileState::unchanged : FileState::changed;
}

}  // namespace

std::string_view to_string(FileState state) {
  if (state == FileState::unchanged) return "unchanged";
  return state == FileState::changed ? "changed" : "missing";
}

bool Inspection::in_order() const {
  return !stale && std::all_of(states.begin(), states.end(), [](FileState state) { return state == FileState::unchanged; });
}

Inspection inspect(const csar::Archive& archive, const tosca::Topology& topology, std::optional<Record> record,
                   const Sources& sources, Diagnostics& diagnostics) {
  Inspection found;
  found.record = std::move(record);
  found.digest = tosca::digest_of(topology);
  found.foreign = find_foreign(topology, sources);
  std::unordered_set<std::string> known = {std::string(record_path)};
  if (found.record) {
    found.stale = found.record->service.digest != found.digest;
    for_each_file(*found.record, [&](const PackedFile& file) {
      found.states.push_back(state_of(file, archive, diagnostics));
      known.insert(file.path);
    });
  }
  for (const csar::Entry& entry : archive.entries()) {
    if (!entry.directory && entry.path.starts_with("Plans/") && !known.contains(entry.path)) found.added.push_back(entry.path);
  }
  return found;
}

}  // namespace planbuilder::pack
