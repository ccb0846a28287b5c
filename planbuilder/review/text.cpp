#include "planbuilder/review/text.h"

#include <algorithm>
#include <map>
#include <set>

#include "planbuilder/plan/condition_words.h"
#include "planbuilder/plan/waves.h"
#include "planbuilder/review/summary.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

std::string title(const plan::Plan& plan, const std::vector<std::vector<plan::ActivityId>>& waves) {
  std::size_t width = 0;
  for (const auto& wave : waves) width = std::max(width, wave.size());
  const auto needed = static_cast<std::size_t>(
      std::count_if(plan.edges.begin(), plan.edges.end(), [](const plan::Edge& edge) { return !edge.redundant; }));
  return plan.name + " plan of " + plan.service.name + ": " + count_of(plan.activities.size(), "activity") + ", " +
         count_of(needed, "edge") + ", up to " + std::to_string(width) + " at once, " + std::to_string(waves.size()) +
         " one after another";
}

/// What an activity waits for directly.
struct Awaited {
  std::vector<std::string> done;         // activities
  std::vector<std::string> failed = {};  // steps of the workflow
};

std::vector<Awaited> awaited_in(const plan::Plan& plan) {
  std::vector<Awaited> awaited(plan.activities.size());
  for (const plan::Edge& edge : plan.edges) {
    if (edge.redundant) continue;
    Awaited& of = awaited[edge.to.index()];
    if (!edge.failure_of.present()) {
      of.done.push_back(plan.activities[edge.from].id);
    } else if (std::find(of.failed.begin(), of.failed.end(), *edge.failure_of) == of.failed.end()) {
      of.failed.push_back(*edge.failure_of);
    }
  }
  return awaited;
}

std::string in_words(const Awaited& awaited) {
  std::string words;
  if (!awaited.done.empty()) words += "  after " + join(awaited.done, ", ");
  if (!awaited.failed.empty()) words += "  only after the failure of " + join(awaited.failed, " and ");
  return words;
}

/// Breaks a line at spaces; what follows is indented under its last column.
std::string folded(const std::string& line, std::size_t width, std::size_t indent) {
  if (width == 0 || display_width(line) <= width || width < indent + 20) return line;
  std::string out;
  std::string pending = line;
  while (display_width(pending) > width) {
    // The last space before the edge; a word that is longer than the line stays whole.
    std::size_t at = std::string::npos;
    for (std::size_t space = pending.find(' ', indent + 1); space != std::string::npos; space = pending.find(' ', space + 1)) {
      if (display_width(std::string_view(pending).substr(0, space)) > width && at != std::string::npos) break;
      at = space;
      if (display_width(std::string_view(pending).substr(0, space)) > width) break;
    }
    if (at == std::string::npos) break;
    out += pending.substr(0, at) + "\n";
    const std::size_t next = pending.find_first_not_of(' ', at);
    pending = next == std::string::npos ? std::string() : std::string(indent, ' ') + pending.substr(next);
    if (pending.empty()) break;
  }
  return out + pending;
}

/// Which node stands on which, as far as the plan touches them: bottom first, what stands on it indented.
class Stacks {
 public:
  explicit Stacks(const plan::Plan& plan) {
    for (const plan::Activity& activity : plan.activities) {
      if (activity.entity.kind != plan::Entity::Kind::node || !known_.insert(activity.entity.id).second) continue;
      order_.push_back(activity.entity.id);
      if (activity.host.empty()) {
        bottoms_.push_back(activity.entity.id);
      } else {
        above_[activity.host].push_back(activity.entity.id);
      }
    }
  }

  std::string text(std::size_t most) const {
    if (above_.empty() || order_.size() > most) return "";
    std::string out = "\nstacks\n";
    // Deep stacks are normal, so no recursion.
    std::vector<std::pair<std::string, std::size_t>> open;
    for (auto bottom = bottoms_.rbegin(); bottom != bottoms_.rend(); ++bottom) {
      if (above_.contains(*bottom)) open.emplace_back(*bottom, 0);
    }
    while (!open.empty()) {
      const auto [node, depth] = open.back();
      open.pop_back();
      out += printable(std::string(2 + 2 * depth, ' ') + node) + "\n";
      const auto above = above_.find(node);
      if (above == above_.end()) continue;
      for (auto next = above->second.rbegin(); next != above->second.rend(); ++next) open.emplace_back(*next, depth + 1);
    }
    return out;
  }

 private:
  std::set<std::string> known_;
  std::vector<std::string> order_;
  std::vector<std::string> bottoms_;
  std::map<std::string, std::vector<std::string>> above_;
};

std::string longest_chain(const plan::Plan& plan) {
  constexpr std::size_t most = 12;
  const std::vector<plan::ActivityId> path = critical_path(plan);
  if (path.size() < 2) return "";
  std::vector<std::string> names;
  for (const plan::ActivityId id : path) names.push_back(plan.activities[id].id);
  return "longest chain: " + join_some(names, " > ", most);
}

std::string derivation_in_words(const plan::Plan& plan) {
  return plan.derivation_reason.empty() ? "" : "derived from " + plan.derivation + ": " + plan.derivation_reason;
}

std::string failure_in_words(const plan::Failure& failure) {
  switch (failure.policy) {
    case plan::Failure::Policy::stop: return "";
    case plan::Failure::Policy::retry:
      return "when an operation fails: it is tried again, up to " + count_of(failure.retries, "time") + "\n";
    case plan::Failure::Policy::undo: return "when a step fails: what was done is taken back\n";
  }
  return "";
}

std::string scaling_in_words(const plan::Scaling& scaling) {
  const std::string most = scaling.maximum ? "at most " + std::to_string(*scaling.maximum) : "no limit above";
  return "region " + scaling.region + ": at least " + std::to_string(scaling.minimum) + ", " + most + ", " +
         std::to_string(scaling.initial) + " at first (instances of " + scaling.node + ")";
}

}  // namespace

std::string to_text(const plan::Plan& plan, std::size_t width) {
  constexpr std::size_t most_in_stacks = 200;
  const auto waves = waves_of(plan);
  const auto awaited = awaited_in(plan);
  std::size_t id_width = 0;
  std::size_t call_width = 0;
  for (const plan::Activity& activity : plan.activities) {
    id_width = std::max(id_width, std::min<std::size_t>(display_width(activity.id), 40));
    call_width = std::max(call_width, std::min<std::size_t>(display_width(summary_of(activity)), 30));
  }

  std::string out = folded(printable(title(plan, waves)), width, 2) + "\n";
  if (const std::string chain = longest_chain(plan); !chain.empty()) out += folded(printable(chain), width, 2) + "\n";
  if (const std::string derivation = derivation_in_words(plan); !derivation.empty())
    out += folded(printable(derivation), width, 2) + "\n";
  if (!plan.guard.is_null()) out += folded(printable("runs only if: " + condition_in_words(plan.guard)), width, 2) + "\n";
  out += failure_in_words(plan.failure);
  for (const plan::Scaling& scaling : plan.scaling) out += folded(printable(scaling_in_words(scaling)), width, 2) + "\n";
  for (std::size_t wave = 0; wave < waves.size(); ++wave) {
    out += "\nwave " + std::to_string(wave + 1) + "\n";
    for (const plan::ActivityId id : waves[wave]) {
      const plan::Activity& activity = plan.activities[id];
      const std::string each = activity.loops ? "each instance: " : "";
      std::string line = "  " + padded(activity.id, id_width) + "  " + each + padded(summary_of(activity), call_width);
      line += in_words(awaited[id.index()]);
      line.erase(line.find_last_not_of(' ') + 1);
      out += folded(printable(line), width, id_width + 4) + "\n";
    }
  }
  out += Stacks(plan).text(most_in_stacks);
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
