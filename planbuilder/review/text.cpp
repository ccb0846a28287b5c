#include "planbuilder/review/text.h"

#include <algorithm>

#include "planbuilder/review/waves.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

/// Control characters of a hostile model must not reach the terminal.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t have = display_width(text);
  return have < width ? text + std::string(width - have, ' ') : text;
}

/// What people want to read: the calls. Bookkeeping is named only where there is nothing else.
std::string summary(const plan::Activity& activity) {
  std::vector<std::string> words;
  for (const plan::Step& step : activity.steps) {
    if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) words.push_back(invoke->operation);
    if (const auto* select = std::get_if<plan::Select>(&step.action)) {
      words.push_back(select->mode == plan::Select::Mode::strategic ? select->strategy : "the one of " + select->through->id);
    }
  }
  if (words.empty()) return activity.filled_by.empty() ? "nobody knows what to do" : "nothing to call";
  return join(words, ", ");
}

std::string title(const plan::Plan& plan, const std::vector<std::vector<plan::ActivityId>>& waves) {
  std::size_t width = 0;
  for (const auto& wave : waves) width = std::max(width, wave.size());
  const auto needed = static_cast<std::size_t>(
      std::count_if(plan.edges.begin(), plan.edges.end(), [](const plan::Edge& edge) { return !edge.redundant; }));
  return plan.name + " plan of " + plan.service.name + ": " + count_of(plan.activities.size(), "activity") + ", " +
         count_of(needed, "edge") + ", up to " + std::to_string(width) + " at once, " + std::to_string(waves.size()) +
         " one after another";
}

std::vector<std::vector<std::string>> predecessors_of(const plan::Plan& plan) {
  std::vector<std::vector<std::string>> predecessors(plan.activities.size());
  for (const plan::Edge& edge : plan.edges) {
    if (!edge.redundant) predecessors[edge.to.index()].push_back(plan.activities[edge.from].id);
  }
  return predecessors;
}

}  // namespace

std::string to_text(const plan::Plan& plan) {
  const auto waves = waves_of(plan);
  const auto predecessors = predecessors_of(plan);
  std::size_t id_width = 0;
  std::size_t call_width = 0;
  for (const plan::Activity& activity : plan.activities) {
    id_width = std::max(id_width, std::min<std::size_t>(display_width(activity.id), 40));
    call_width = std::max(call_width, std::min<std::size_t>(display_width(summary(activity)), 30));
  }

  std::string out = printable(title(plan, waves)) + "\n";
  for (std::size_t wave = 0; wave < waves.size(); ++wave) {
    out += "\nwave " + std::to_string(wave + 1) + "\n";
    for (const plan::ActivityId id : waves[wave]) {
      const plan::Activity& activity = plan.activities[id];
      const std::string each = activity.loops ? "each instance: " : "";
      std::string line = "  " + padded(activity.id, id_width) + "  " + each + padded(summary(activity), call_width);
      if (!predecessors[id.index()].empty()) line += "  after " + join(predecessors[id.index()], ", ");
      line.erase(line.find_last_not_of(' ') + 1);
      out += printable(line) + "\n";
    }
  }
  if (!plan.inputs.empty()) {
    out += "\ninputs\n";
    for (const plan::Input& input : plan.inputs) {
      out += printable("  " + input.name + " (" + input.type + (input.required ? "" : ", optional") + ")") + "\n";
    }
  }
  if (!plan.outputs.empty()) {
    out += "\noutputs\n";
    for (const plan::Output& output : plan.outputs) out += printable("  " + output.name) + "\n";
  }
  return out;
}

}  // namespace planbuilder::review
