#include "planbuilder/pack/inspect.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "planbuilder/approval/approval.h"
#include "planbuilder/pack/generated.h"
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

std::vector<std::string> operations_for(const tosca::ReadyPlan& plan, const tosca::Boundary& boundary) {
  std::vector<std::string> names;
  for (const tosca::BoundaryOperation& operation : boundary.operations) {
    if (operation.plan.name == plan.id) names.push_back(operation.interface + "." + operation.name);
  }
  return names;
}

std::vector<ForeignPlan> find_foreign(const tosca::Topology& topology, const Sources& sources) {
  std::vector<ForeignPlan> foreign;
  for (const tosca::ReadyPlan& plan : topology.plans) {
    foreign.push_back({plan.id, kind_of(plan), plan.language, plan.reference, sources.locate(plan.at),
                       operations_for(plan, topology.boundary)});
  }
  for (const tosca::Workflow& workflow : topology.workflows) {
    foreign.push_back({workflow.name, "workflow", "", workflow.implementation ? workflow.implementation->file : "",
                       sources.locate(workflow.at)});
  }
  return foreign;
}

/// Files of the service alone: its own are known as such.
void add_uses_of_reactor(const Record& record, approval::FileStates& states, std::map<std::string, UsedFileState>& files) {
  std::unordered_set<std::string_view> generated;
  for_each_file(record, [&](const PackedFile& file) { generated.insert(file.path); });
  for (approval::FileWithState& used : states.of(record.reactor)) {
    if (generated.contains(used.file.file)) continue;
    UsedFileState& known = files.try_emplace(used.file.file).first->second;
    if (known.plans.empty()) static_cast<approval::FileWithState&>(known) = std::move(used);
    known.plans.emplace_back(reactor_name);
  }
}

/// Every file that plans use once, and all that came into their folders.
std::vector<UsedFileState> uses_of(const Record& record, approval::FileStates& states) {
  std::map<std::string, UsedFileState> files;
  for (const PackedPlan& plan : record.plans) {
    for (approval::FileWithState& used : states.of(plan.uses)) {
      UsedFileState& known = files.try_emplace(used.file.file).first->second;
      if (known.plans.empty()) static_cast<approval::FileWithState&>(known) = std::move(used);
      known.plans.push_back(plan.name);
    }
  }
  add_uses_of_reactor(record, states, files);
  std::vector<UsedFileState> uses;
  for (auto& [path, used] : files) uses.push_back(std::move(used));
  return uses;
}

std::vector<std::string> unapproved_plans(const Record& record, const std::vector<approval::Judgement>& approvals) {
  std::vector<std::string> names;
  for (const PackedPlan& plan : record.plans) names.push_back(plan.name);
  if (!record.reactor.empty()) names.emplace_back(reactor_name);
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::any_of(approvals, [&](const approval::Judgement& each) { return each.approves(name); });
  });
  return names;
}

/// What the record says, held against what is there. Adds to `known` the files that it speaks of, and approvals.
void compare_files(const csar::Archive& archive, const std::string& approvals, const std::vector<approval::Key>* keys,
                   Inspection& found, std::unordered_set<std::string>& known, Diagnostics& diagnostics) {
  approval::FileStates states(archive, diagnostics);
  for_each_file(*found.record, [&](const PackedFile& file) {
    found.states.push_back(states.of(plan::UsedFile{file.path, file.sha256, file.size}));
    known.insert(file.path);
  });
  found.uses = uses_of(*found.record, states);
  found.approvals = approval::judge(archive, approvals, keys, states, diagnostics);
  found.unapproved = unapproved_plans(*found.record, found.approvals);
  for (const approval::Judgement& approval : found.approvals)
    known.insert({approval.file, approval.file + std::string(approval::signature_ending)});
}

}  // namespace

std::size_t Inspection::count(FileState state) const {
  return static_cast<std::size_t>(std::ranges::count(states, state) + std::ranges::count(uses, state, &UsedFileState::state));
}

bool Inspection::in_order() const { return !stale && count(FileState::unchanged) == states.size() + uses.size(); }

Inspection inspect(const csar::Archive& archive, const tosca::Topology& topology, std::optional<Record> record,
                   const std::vector<approval::Key>* keys, const Sources& sources, Diagnostics& diagnostics) {
  Inspection found;
  found.record = std::move(record);
  found.digest = tosca::digest_of(topology);
  found.foreign = find_foreign(topology, sources);
  std::unordered_set<std::string> known = {std::string(record_path)};
  if (found.record) {
    found.stale = found.record->service.digest != found.digest;
    compare_files(archive, approvals_folder(*found.record), keys, found, known, diagnostics);
  }
  for (const csar::Entry& entry : archive.entries()) {
    if (!entry.directory && entry.path.starts_with("Plans/") && !known.contains(entry.path)) found.added.push_back(entry.path);
  }
  return found;
}

Inspection inspect_generated(const csar::Archive& archive, Record record, const std::vector<approval::Key>* keys,
                             Diagnostics& diagnostics) {
  Inspection found;
  found.record = std::move(record);
  found.generated = true;
  found.digest = found.record->service.digest;
  std::unordered_set<std::string> known = {std::string(generated_record_path)};
  compare_files(archive, std::string(approval::folder_name), keys, found, known, diagnostics);
  for (const UsedFileState& used : found.uses) known.insert(used.file.file);
  for (const csar::Entry& entry : archive.entries()) {
    if (!entry.directory && !known.contains(entry.path)) found.added.push_back(entry.path);
  }
  return found;
}

}  // namespace planbuilder::pack
