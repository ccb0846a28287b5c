#include "planbuilder/emit/shell/machines.h"

#include <algorithm>
#include <map>

#include "planbuilder/emit/shell/value.h"
#include "planbuilder/plan/reach.h"
#include "planbuilder/plan/walk.h"

namespace planbuilder::emit {

namespace {

/// Inputs are there before anything runs; all else is looked up when it is.
struct IsKnownBefore {
  bool operator()(const plan::InputRead&) const { return true; }
  bool operator()(const plan::Concat&) const { return true; }
  bool operator()(const plan::Join&) const { return true; }
  bool operator()(const plan::Token&) const { return true; }
  bool operator()(const plan::EntityRead&) const { return false; }
  bool operator()(const plan::OwnIndex&) const { return false; }
  bool operator()(const plan::Formula&) const { return false; }
  bool operator()(const plan::Uncallable&) const { return false; }
};

bool is_known_before(const plan::Expression& value) {
  bool is_known = true;
  plan::for_each_function(value, [&](const plan::Function& function, const plan::Expression&) {
    is_known = is_known && std::visit(IsKnownBefore(), function.data);
  });
  return is_known;
}

void add_hints(std::string_view what, std::string_view name, const plan::Record& record, std::vector<MachineHint>& hints) {
  for (const auto* arguments : {&record.attributes, &record.properties}) {
    for (const plan::Argument& argument : *arguments) {
      if (argument.name == name && is_known_before(argument.value)) hints.push_back({what, shell_value(argument.value)});
    }
  }
}

}  // namespace

std::vector<ShellMachine> find_machines(const plan::Plan& plan) {
  std::map<std::string_view, ShellMachine> machines;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      plan::for_each_machine(step.action, [&](const std::string& host) {
        if (!host.empty()) machines[host].id = host;
      });
    }
  }
  for (const plan::Activity& activity : plan.activities) {
    const auto machine = machines.find(activity.entity.id);
    if (activity.entity.kind != plan::Entity::Kind::node || machine == machines.end()) continue;
    for (const plan::Step& step : activity.steps) {
      const auto* record = std::get_if<plan::Record>(&step.action);
      if (record == nullptr) continue;
      for (const std::string_view name : plan::container_names) add_hints("container", name, *record, machine->second.hints);
      add_hints("connection", plan::connection_name, *record, machine->second.hints);
      for (const std::string_view name : plan::address_names) add_hints("address", name, *record, machine->second.hints);
    }
  }
  std::vector<ShellMachine> all;
  for (auto& [id, machine] : machines) all.push_back(std::move(machine));
  return all;
}

}  // namespace planbuilder::emit
