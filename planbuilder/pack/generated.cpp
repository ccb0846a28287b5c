#include "planbuilder/pack/generated.h"

#include <map>

#include "planbuilder/pack/describe.h"
#include "planbuilder/plan/folder_name.h"
#include "planbuilder/support/text.h"

namespace planbuilder::pack {

namespace {

/// Files of a target stand together.
void add(PackedPlan& plan, std::string_view target, const OutputFile& file) {
  if (plan.targets.empty() || plan.targets.back().name != target) plan.targets.push_back({std::string(target), {}, {}});
  plan.targets.back().files.push_back(describe(file));
}

}  // namespace

Record record_of_generated(const std::vector<plan::Plan>& plans, const std::vector<OutputFile>& files, const Beside& beside) {
  Record record;
  std::map<std::string, std::size_t, std::less<>> by_folder;
  for (const plan::Plan& plan : plans) {
    record.service = plan.service;
    by_folder.emplace(plan::folder_name(plan), record.plans.size());
    PackedPlan& known = record.plans.emplace_back(describe(plan));
    for (plan::UsedFile& used : known.uses) used.file.insert(0, generated_files);
  }
  for (const OutputFile& file : files) {
    const std::vector<std::string_view> parts = split(file.path, '/');
    const auto plan = by_folder.find(parts.front());
    if (plan != by_folder.end() && parts.size() > 2) add(record.plans[plan->second], parts[1], file);
  }
  for (const OutputFile& file : beside.files) record.brought.push_back(describe(file));
  describe_reactor(beside, "", std::string(generated_files), record);
  return record;
}

}  // namespace planbuilder::pack
