#include "planbuilder/emit/shell_skeleton.h"

#include <set>
#include <unordered_map>

#include "planbuilder/emit/shell_text.h"

namespace planbuilder::emit {

namespace {

/// Names of functions that tell what they do; those that would be equal get a number.
class FunctionNames {
 public:
  std::string name_for(const std::string& step_id) {
    const std::string base = "step_" + identifier_part(step_id);
    std::string name = base;
    for (std::size_t& count = counts_[base]; !taken_.insert(name).second;) name = base + "_" + std::to_string(++count + 1);
    return name;
  }

 private:
  std::set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> counts_;
};

void note_tools(const plan::Step& step, std::set<std::string>& tools) {
  const auto* invoke = std::get_if<plan::Invoke>(&step.action);
  if (invoke == nullptr) return;
  if (invoke->artifact.file.ends_with(".py")) tools.insert("python3");
  if (invoke->timeout) tools.insert("timeout");
}

}  // namespace

ShellSkeleton build_shell_skeleton(const plan::Plan& plan) {
  ShellSkeleton skeleton;
  FunctionNames functions;
  std::set<std::string> tools;
  for (const plan::Activity& activity : plan.activities) {
    ShellActivity& row = skeleton.activities.emplace_back(ShellActivity{&activity, {}, {}, false});
    for (const plan::Step& step : activity.steps) {
      row.steps.push_back({&step, functions.name_for(step.id), {}});
      note_tools(step, tools);
      const auto* record = std::get_if<plan::Record>(&step.action);
      row.makes = row.makes || (record != nullptr && record->what == plan::Record::What::create);
    }
  }
  for (const plan::Edge& edge : plan.edges) {
    if (!edge.redundant) skeleton.activities[edge.to.index()].after.push_back(plan.activities[edge.from].id);
  }
  skeleton.tools.assign(tools.begin(), tools.end());
  return skeleton;
}

}  // namespace planbuilder::emit
