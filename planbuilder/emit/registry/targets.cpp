#include "planbuilder/emit/registry/targets.h"

#include <algorithm>

#include "planbuilder/emit/bpel-opentosca/target.h"
#include "planbuilder/emit/bpel/target.h"
#include "planbuilder/emit/json/target.h"
#include "planbuilder/emit/shell/target.h"

namespace planbuilder::emit {

const std::vector<const Target*>& targets() {
  static const std::vector<const Target*> all{&shell::target(), &json::target(), &bpel::target(), &bpel::opentosca::target()};
  return all;
}

const Target* find_target(std::string_view name) {
  for (const Target* target : targets()) {
    if (target->name == name) return target;
  }
  return nullptr;
}

std::vector<std::string_view> target_names() {
  std::vector<std::string_view> names;
  for (const Target* target : targets()) names.push_back(target->name);
  return names;
}

std::string names_of(const std::vector<const Target*>& targets, std::string_view between) {
  std::string names;
  for (const Target* target : targets) names.append(names.empty() ? "" : between).append(target->name);
  return names;
}

std::vector<std::string_view> usual_targets(Language language) {
  std::vector<std::string_view> names;
  for (const Target* target : targets()) {
    const std::vector<Language>& usual = target->usual_for;
    if (std::find(usual.begin(), usual.end(), language) != usual.end()) names.push_back(target->name);
  }
  return names;
}

std::vector<const Target*> with_companions(std::vector<const Target*> chosen) {
  std::vector<const Target*> pending = chosen;
  while (!pending.empty()) {
    const Target* target = pending.back();
    pending.pop_back();
    for (const Companion& companion : target->brings) {
      const Target* other = find_target(companion.target);
      if (std::find(chosen.begin(), chosen.end(), other) != chosen.end()) continue;
      chosen.insert(chosen.begin(), other);
      pending.push_back(other);
    }
  }
  return chosen;
}

std::set<std::string_view> parts_of(const Target& target, const std::vector<const Target*>& chosen) {
  std::set<std::string_view> parts;
  for (const Target* other : chosen) {
    for (const Companion& companion : other->brings) {
      if (companion.target == target.name) parts.insert(companion.part);
    }
  }
  return parts;
}

std::vector<const Option*> options_of(const std::vector<const Target*>& chosen) {
  std::vector<const Option*> options;
  for (const Target* target : chosen) {
    for (const Option& option : target->options) {
      const auto same = [&](const Option* known) { return known->name == option.name; };
      if (std::none_of(options.begin(), options.end(), same)) options.push_back(&option);
    }
  }
  return options;
}

}  // namespace planbuilder::emit
