// Measures what comparing costs beside reading: reads a plan document twice, edits one of the two plans in memory, compares.
//
// Usage: diff FILE    one line: activities, seconds to read both; then a line per edit: its name, seconds to compare, differences
#include <filesystem>
#include <fstream>
#include <iostream>

#include "planbuilder/diff/difference.h"
#include "planbuilder/plan/read_plan.h"
#include "tests/perf/measure.h"

namespace planbuilder {
namespace {

std::string read_whole(const std::string& path) {
  std::string text(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

/// Every hundredth activity is filled by another plugin, every hundredth edge is gone.
void change_some(plan::Plan& plan) {
  for (const plan::ActivityId id : plan.activities.ids()) {
    if (id.index() % 100 == 0) plan.activities[id].filled_by = "another";
  }
  std::size_t number = 0;
  std::erase_if(plan.edges, [&](const plan::Edge&) { return number++ % 100 == 0; });
}

/// Every hundredth activity is gone.
void remove_some(plan::Plan& plan) {
  plan::Plan kept = plan;
  kept.activities = {};
  kept.edges.clear();
  std::vector<plan::ActivityId> place(plan.activities.size());
  for (const plan::ActivityId id : plan.activities.ids()) {
    if (id.index() % 100 != 50) place[id.index()] = kept.activities.add(plan.activities[id]);
  }
  for (const plan::Edge& edge : plan.edges) {
    const plan::ActivityId from = place[edge.from.index()];
    const plan::ActivityId to = place[edge.to.index()];
    if (from.valid() && to.valid()) kept.edges.push_back({from, to, edge.redundant, edge.origins});
  }
  plan = std::move(kept);
}

/// Every node has another name, and so has every relationship.
void rename_all(plan::Plan& plan) {
  for (plan::Activity& activity : plan.activities) {
    activity.id.insert(0, "new_");
    activity.entity.id.insert(0, "new_");
    for (plan::Step& step : activity.steps) step.id.insert(0, "new_");
    for (std::string* name : {&activity.source, &activity.target, &activity.host}) {
      if (!name->empty()) name->insert(0, "new_");
    }
  }
}

int measure(const std::string& path) {
  Sources sources;
  Diagnostics diagnostics;
  std::vector<plan::Plan> before;
  std::vector<plan::Plan> after;
  const double reading = seconds_of([&] {
    for (std::vector<plan::Plan>* plans : {&before, &after}) {
      const FileId file = sources.add(path, read_whole(path));
      if (auto document = plan::read_document(sources, file, diagnostics)) *plans = std::move(document->plans);
    }
  });
  if (diagnostics.has_errors() || before.size() != 1) return 1;
  std::cout << before.front().activities.size() << " " << reading << "\n";
  const auto compare = [&](const char* name, const std::vector<plan::Plan>& edited) {
    diff::Difference difference;
    const double seconds = seconds_of([&] { difference = diff::compare(before, edited); });
    std::size_t found = difference.renames.size();
    for (const diff::PlanDifference& plan : difference.plans)
      found += plan.added.size() + plan.removed.size() + plan.changed.size() + plan.gained.size() + plan.lost.size();
    std::cout << name << " " << seconds << " " << found << "\n";
  };
  compare("equal", after);
  const std::pair<const char*, void (*)(plan::Plan&)> edits[] = {
      {"changed", change_some}, {"removed", remove_some}, {"renamed", rename_all}};
  for (const auto& [name, edit] : edits) {
    std::vector<plan::Plan> edited = after;
    edit(edited.front());
    compare(name, edited);
  }
  return 0;
}

}  // namespace
}  // namespace planbuilder

int main(int argc, char** argv) { return argc == 2 ? planbuilder::measure(argv[1]) : 2; }
