#include "planbuilder/emit/shell/skeleton.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "planbuilder/emit/shell/names.h"
#include "planbuilder/emit/shell/processors.h"
#include "planbuilder/emit/template/shell_text.h"

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

void note_tools(const plan::Invoke& invoke, std::set<std::string>& tools) {
  if (const Processor* processor = find_processor(invoke.artifact)) tools.insert(processor->command);
  if (invoke.timeout) tools.insert("timeout");
}

void note_tools(const plan::Step& step, std::set<std::string>& tools) {
  if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) note_tools(*invoke, tools);
  if (step.undo.present()) note_tools(*step.undo, tools);
  if (std::holds_alternative<plan::Transfer>(step.action)) tools.insert("tar");
  if (std::holds_alternative<plan::Wait>(step.action)) tools.insert("timeout");
}

bool records(const plan::Step& step, plan::Record::What what) {
  const auto* record = std::get_if<plan::Record>(&step.action);
  return record != nullptr && record->what == what;
}

bool makes_instance(const plan::Step& step) { return records(step, plan::Record::What::create); }

/// What takes the step back: a function of its own for an operation's inverse, the runtime's for a record.
std::string undo_function(const plan::Step& step, const std::string& function) {
  if (step.undo.present()) return "undo_" + function.substr(std::string_view("step_").size());
  return makes_instance(step) ? "remove_instance" : "";
}

/// What the runtime must know of a step without running it.
std::string facts_of(const plan::Step& step) {
  std::string facts;
  if (std::holds_alternative<plan::Delegate>(step.action)) facts += " delegated";
  if (step.templates->contains("shell")) facts += " brought";
  if (records(step, plan::Record::What::remove)) facts += " removes";
  if (const auto* set = std::get_if<plan::SetState>(&step.action); set != nullptr && !set->state.empty())
    facts += " sets " + shell_quote(set->state);
  return facts;
}

void add_edge(ShellActivity& to, const plan::Edge& edge, const std::string& from) {
  if (!edge.failure_of.present()) return to.after.push_back(from);
  const auto same = [&](const ShellFailure& failure) { return failure.step == *edge.failure_of; };
  const auto known = std::find_if(to.after_failure.begin(), to.after_failure.end(), same);
  (known == to.after_failure.end() ? to.after_failure.emplace_back(ShellFailure{*edge.failure_of, {}}) : *known)
      .parts.push_back(from);
}

}  // namespace

ShellSkeleton build_shell_skeleton(const plan::Plan& plan) {
  ShellSkeleton skeleton;
  FunctionNames functions;
  std::set<std::string> tools;
  for (const plan::Activity& activity : plan.activities) {
    ShellActivity& row = skeleton.activities.emplace_back(ShellActivity{&activity, {}, {}});
    for (const plan::Step& step : activity.steps) {
      const std::string function = functions.name_for(step.id);
      row.steps.push_back({&step, function, {}, undo_function(step, function), {}, facts_of(step)});
      row.makes = row.makes || makes_instance(step);
      row.finds = row.finds || records(step, plan::Record::What::find);
      row.selects = row.selects || std::holds_alternative<plan::Select>(step.action);
      note_tools(step, tools);
    }
  }
  for (const plan::Edge& edge : plan.edges) {
    if (!edge.redundant) add_edge(skeleton.activities[edge.to.index()], edge, plan.activities[edge.from].id);
  }
  tools.erase("bash");  // this is one
  skeleton.tools.assign(tools.begin(), tools.end());
  return skeleton;
}

}  // namespace planbuilder::emit
