#include "planbuilder/driver/make_reactor.h"

#include <algorithm>
#include <map>

#include "planbuilder/emit/reactor/reactor.h"
#include "planbuilder/plan/folder_name.h"
#include "planbuilder/react/reactions_of.h"
#include "planbuilder/support/text.h"

namespace planbuilder::driver {

namespace {

/// What runs each plan, from the folder of the reactor: the first file that the target wrote for it.
std::map<std::string, std::string> scripts_of(const std::vector<plan::Plan>& plans, const std::vector<OutputFile>& emitted,
                                              std::string_view target) {
  std::map<std::string, std::string, std::less<>> names;
  for (const plan::Plan& plan : plans) names.emplace(plan::folder_name(plan), plan.name);
  std::map<std::string, std::string> scripts;
  for (const OutputFile& file : emitted) {
    const std::vector<std::string_view> parts = split(file.path, '/');
    if (parts[1] == target) scripts.emplace(names.find(parts[0])->second, "../" + file.path);
  }
  return scripts;
}

}  // namespace

Reactor make_reactor(const std::vector<plan::Plan>& plans, const std::vector<OutputFile>& emitted,
                     const std::vector<const emit::Target*>& targets, const std::string& files_root, Session& session) {
  const auto runs_plans = [](const emit::Target* target) { return target->hands.start != nullptr; };
  const auto target = std::find_if(targets.begin(), targets.end(), runs_plans);
  if (target == targets.end() || plans.empty()) return {};
  const react::Reactions reactions = react::reactions_of(session.topology(), session.diagnostics);
  if (reactions.empty()) return {};
  emit::ReactorPlace place{plans.front().service, scripts_of(plans, emitted, (*target)->name), {}};
  place.files = files_root.substr(std::string_view("../").size());  // its folder is not as deep as that of a target
  Reactor made{emit::write_reactor(reactions, place, session.diagnostics), {}};
  for (const react::Notification& notification : reactions.notifications) {
    if (!notification.subscription) continue;
    const react::Subscription& subscription = *notification.subscription;
    made.runs.push_back(subscription.artifact.file);
    made.runs.insert(made.runs.end(), subscription.dependencies.begin(), subscription.dependencies.end());
  }
  return made;
}

}  // namespace planbuilder::driver
