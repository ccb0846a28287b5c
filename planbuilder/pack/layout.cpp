#include "planbuilder/pack/layout.h"

#include <unordered_set>

#include "csar/digest.h"
#include "csar/write.h"
#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/plan/folder_name.h"

namespace planbuilder::pack {

namespace {

constexpr std::string_view root_folder = "Plans";

/// `<plan>/<target>/<file>` in its parts.
struct Parts {
  std::string folder;
  std::string target;
  std::string file;
};

Parts parts_of(const std::string& path) {
  const std::size_t first = path.find('/');
  const std::size_t second = path.find('/', first + 1);
  return {path.substr(0, first), path.substr(first + 1, second - first - 1), path.substr(second + 1)};
}

std::vector<TargetFiles> group(const std::vector<plan::Plan>& plans, std::vector<OutputFile> files) {
  std::unordered_map<std::string, const plan::Plan*> by_folder;
  for (const plan::Plan& plan : plans) by_folder.emplace(plan::folder_name(plan), &plan);
  std::vector<TargetFiles> groups;
  for (OutputFile& file : files) {
    const Parts parts = parts_of(file.path);
    const plan::Plan* plan = by_folder.at(parts.folder);
    if (groups.empty() || groups.back().plan != plan || groups.back().target->name != parts.target)
      groups.push_back({plan, emit::find_target(parts.target), {}});
    groups.back().files.push_back(std::move(file));
  }
  return groups;
}

/// All files, flat, as engines deploy them; the archive is called like the plan's own file.
void add_archive(TargetFiles& group) {
  const std::string& plan = group.main_file().path;
  const std::string path = plan.substr(0, plan.rfind('.')) + ".zip";
  std::vector<OutputFile> inside = group.files;
  for (OutputFile& file : inside) file.path = parts_of(file.path).file;
  group.main = group.files.size();
  group.files.push_back({path, csar::zip_of(std::move(inside)), false});
}

/// The first file of a plan whose place is taken.
struct Taken {
  std::string path;
  Owner owner = Owner::nobody;
};

/// Only plans of which something is taken are in it.
using TakenByPlan = std::unordered_map<const plan::Plan*, Taken>;

TakenByPlan find_taken(const std::vector<TargetFiles>& groups, const std::string& root, const Ownership& owners) {
  TakenByPlan taken;
  for (const TargetFiles& group : groups) {
    for (const OutputFile& file : group.files) {
      const std::string path = root + "/" + file.path;
      const Owner owner = owners.of(path);
      if (owner == Owner::changed || owner == Owner::foreign) taken.emplace(group.plan, Taken{path, owner});
    }
  }
  return taken;
}

/// False when the plan is not packed.
bool settle(const plan::Plan& plan, const Taken& taken, Existing existing, Diagnostics& diagnostics) {
  const char* remedy = "--replace overwrites it, --beside packs into a folder beside";
  if (existing == Existing::replace) {
    diagnostics.note(Code::plan_replaced, {}, "the file '" + taken.path + "' of the CSAR is replaced by ours");
    return true;
  }
  if (taken.owner == Owner::changed) {
    diagnostics
        .error(Code::packed_file_changed, {},
               "'" + taken.path + "' was changed since planbuilder packed it: it is not overwritten")
        .explain(remedy);
    return false;
  }
  diagnostics
      .note(Code::plan_kept, {}, "the CSAR has a file '" + taken.path + "' of its own: the " + plan.name + " plan is not packed")
      .explain(remedy);
  return false;
}

std::string choose_root(const std::vector<TargetFiles>& groups, const Ownership& owners, Existing existing,
                        Diagnostics& diagnostics) {
  std::string root(root_folder);
  if (existing != Existing::beside) return root;
  const TakenByPlan taken = find_taken(groups, root, owners);
  if (taken.empty()) return root;
  root = free_name(root, [&](const std::string& name) { return !find_taken(groups, name, owners).empty(); });
  for (const TargetFiles& group : groups) {
    const auto found = taken.find(group.plan);
    if (found == taken.end()) continue;
    diagnostics.note(Code::plan_beside, {},
                     "the CSAR has a file '" + found->second.path + "' of its own: ours are packed below '" + root + "/'");
    break;
  }
  return root;
}

}  // namespace

Ownership::Ownership(const csar::Archive& archive, const std::optional<Record>& record, Diagnostics& diagnostics)
    : archive_(archive), diagnostics_(diagnostics) {
  if (!record) return;
  for_each_file(*record, [&](const PackedFile& file) { recorded_.emplace(file.path, file.sha256); });
}

Owner Ownership::of(const std::string& path) const {
  // A single file has no entries but those that it names: what lies beside it is not part of what is packed.
  if (archive_.kind() == csar::InputKind::single_file || !archive_.find(path)) return Owner::nobody;
  const auto recorded = recorded_.find(path);
  if (recorded == recorded_.end()) return Owner::foreign;
  const auto content = archive_.read(path, diagnostics_);
  return content && csar::sha256(*content) == recorded->second ? Owner::ours : Owner::changed;
}

std::vector<TargetFiles> lay_out(const std::vector<plan::Plan>& plans, std::vector<OutputFile> files, const Ownership& owners,
                                 Existing existing, Diagnostics& diagnostics) {
  std::vector<TargetFiles> groups = group(plans, std::move(files));
  for (TargetFiles& group : groups) {
    if (group.target->packing.archived) add_archive(group);
  }
  const std::string root = choose_root(groups, owners, existing, diagnostics);
  const TakenByPlan taken = find_taken(groups, root, owners);
  std::unordered_set<const plan::Plan*> left_out;
  for (const plan::Plan& plan : plans) {
    const auto found = taken.find(&plan);
    if (found != taken.end() && !settle(plan, found->second, existing, diagnostics)) left_out.insert(&plan);
  }
  std::erase_if(groups, [&](const TargetFiles& group) { return left_out.contains(group.plan); });
  for (TargetFiles& group : groups) {
    for (OutputFile& file : group.files) file.path = root + "/" + file.path;
  }
  return groups;
}

}  // namespace planbuilder::pack
