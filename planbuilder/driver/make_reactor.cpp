#include "planbuilder/driver/make_reactor.h"

#include <algorithm>
#include <map>
#include <set>

#include "csar/digest.h"
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

/// What is run to be told of notifications, each file once.
std::vector<plan::UsedFile> used_by(const react::Reactions& reactions, Session& session) {
  std::set<std::string> paths;
  for (const react::Notification& notification : reactions.notifications) {
    if (!notification.subscription) continue;
    const react::Subscription& subscription = *notification.subscription;
    paths.insert(subscription.artifact.file);
    paths.insert(subscription.dependencies.begin(), subscription.dependencies.end());
  }
  std::vector<plan::UsedFile> uses;
  for (const std::string& path : paths) {
    const auto file = session.read_file(path);
    uses.push_back(file ? plan::UsedFile{path, csar::sha256(file->content), file->content.size()} : plan::UsedFile{path, "", {}});
  }
  return uses;
}

}  // namespace

pack::Beside make_reactor(const std::vector<plan::Plan>& plans, const std::vector<OutputFile>& emitted,
                          const std::vector<const emit::Target*>& targets, const std::string& files_root, Session& session) {
  const auto runs_plans = [](const emit::Target* target) { return target->hands.start != nullptr; };
  const auto target = std::find_if(targets.begin(), targets.end(), runs_plans);
  if (target == targets.end() || plans.empty()) return {};
  const react::Reactions reactions = react::reactions_of(session.topology(), session.diagnostics);
  if (reactions.empty()) return {};
  emit::ReactorPlace place{plans.front().service, scripts_of(plans, emitted, (*target)->name), {}};
  place.files = files_root.substr(std::string_view("../").size());  // its folder is not as deep as that of a target
  return {emit::write_reactor(reactions, place, session.diagnostics), emit::files_shared_with(place),
          used_by(reactions, session)};
}

}  // namespace planbuilder::driver
