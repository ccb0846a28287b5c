#include "planbuilder/emit/bpel/places.h"

#include <optional>
#include <unordered_map>

#include "planbuilder/emit/bpel/names.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel {

namespace {

struct Named {
  plan::ActivityId activity;
  std::uint32_t step = 0;
};

std::unordered_map<std::string, Named> names_of(const plan::Plan& plan) {
  std::unordered_map<std::string, Named> names;
  for (const plan::ActivityId id : plan.activities.ids()) {
    const plan::Activity& activity = plan.activities[id];
    names.emplace(name_of(activity.id), Named{id});
    names.emplace(name_of(activity.id) + ".undo", Named{id});
    for (std::size_t i = 0; i < activity.steps.size(); ++i)
      names.emplace(name_of(activity.steps[i].id), Named{id, static_cast<std::uint32_t>(i + 1)});
  }
  return names;
}

/// What stands in `<scope name="...">`.
std::string scope_name(std::string_view line) {
  constexpr std::string_view start = "<scope name=\"";
  if (!line.starts_with(start)) return "";
  line.remove_prefix(start.size());
  return std::string(line.substr(0, line.find('"')));
}

}  // namespace

std::vector<plan::Place> find_places(const plan::Plan& plan, const OutputFile& process) {
  const auto names = names_of(plan);
  std::vector<plan::Place> places;
  std::vector<std::optional<std::size_t>> open;  // of each scope that is not closed yet, its place if it is one of ours
  std::uint32_t number = 0;
  for (const std::string_view whole : split(std::string_view(process.content), '\n')) {
    ++number;
    const std::string_view line = trim(whole);
    if (line.starts_with("<scope") && !line.ends_with("</scope>")) {
      const auto found = names.find(scope_name(line));
      if (found == names.end()) {
        open.emplace_back();
        continue;
      }
      open.emplace_back(places.size());
      places.push_back({found->second.activity, found->second.step, process.path, number, number});
    } else if (line.starts_with("</scope>") && !open.empty()) {
      if (open.back()) places[*open.back()].last = number;
      open.pop_back();
    }
  }
  return places;
}

}  // namespace planbuilder::emit::bpel
