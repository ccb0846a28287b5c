#include "planbuilder/plan/condition_words.h"
#include "planbuilder/plan/walk.h"
#include "planbuilder/review/explain.h"
#include "planbuilder/review/summary.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

std::string place_in_words(const std::optional<Location>& at) {
  if (!at) return "";
  return "  (" + at->file + ":" + std::to_string(at->line) + ":" + std::to_string(at->column) + ")";
}

/// One line per origin: an edge may have several, and each of them alone would be enough.
std::string origins(const plan::Edge& edge) {
  std::string out;
  for (const plan::Origin& origin : edge.origins) {
    out += printable_line("      " + origin.rule + ": " + origin.reason + place_in_words(origin.at));
  }
  return out;
}

/// Those whose value the model does not say itself.
std::string arguments(const plan::Step& step) {
  std::string out;
  plan::for_each_argument(step.action, [&](const plan::Argument& argument) {
    if (argument.reason.present())
      out += printable_line("      " + argument.name + (argument.secret ? " (secret)" : "") + ": " + *argument.reason);
  });
  return out;
}

/// Operations are told by the model; a file of a plugin is not.
std::string file_of_plugin(const plan::Step& step) {
  const auto* invoke = std::get_if<plan::Invoke>(&step.action);
  if (invoke == nullptr || !invoke->plugin.present()) return "";
  std::string words = "  runs " + invoke->artifact.file + " of the plugin " + *invoke->plugin;
  if (step.undo.present()) words += ", taken back by " + step.undo->artifact.file;
  return words;
}

std::string kind_in_words(const plan::Edge& edge) {
  if (edge.failure_of.present()) return "  (when it failed: of the parts of the step " + *edge.failure_of + " one is enough)";
  return edge.redundant ? "  (follows from others)" : "";
}

/// What its failure does to the run, where that is not what the plan says.
std::string own_policy(const plan::Activity& activity) {
  if (!activity.failure.present()) return "";
  switch (activity.failure->policy) {
    case plan::Failure::Policy::stop: return "  if it fails: the run stops\n";
    case plan::Failure::Policy::retry:
      return "  if it fails: it is tried again, up to " + count_of(activity.failure->retries, "time") + "\n";
    case plan::Failure::Policy::undo: return "  if it fails: what was done is taken back\n";
  }
  return "";
}

std::string neighbours(const plan::Plan& plan, std::string_view title, const std::vector<Neighbour>& all,
                       std::size_t transitively) {
  std::string out = "  " + std::string(title);
  if (all.empty()) return out + " nothing\n";
  out += " " + count_of(transitively, "activity") + ", directly:\n";
  for (const Neighbour& neighbour : all) {
    const std::string& id = plan.activities[neighbour.activity].id;
    out += printable_line("    " + id + kind_in_words(*neighbour.edge)) + origins(*neighbour.edge);
  }
  return out;
}

std::string names_in_words(const plan::Plan& plan, const std::vector<plan::ActivityId>& ids) {
  std::vector<std::string> all;
  for (const plan::ActivityId id : ids) all.push_back(plan.activities[id].id);
  return join(all, ", ");
}

/// What would put one before the other, in the words of the rules.
std::string what_would_order(const plan::Activity& one, const plan::Activity& other) {
  const std::string a = printable("'" + one.entity.id + "'");
  const std::string b = printable("'" + other.entity.id + "'");
  if (one.entity.kind != plan::Entity::Kind::node || other.entity.kind != plan::Entity::Kind::node)
    return "  an input of one that reads an attribute or output of the other would order them (rule data)\n";
  const bool down = one.transition == "terminate";
  const auto first = [&](const std::string& source, const std::string& target) { return down ? source : target; };
  return "  a relationship that is target-first, such as HostedOn or DependsOn, from " + a + " to " + b + " would put " +
         first(a, b) + " first\n  and one from " + b + " to " + a + " would put " + first(b, a) +
         " first; so would an input of one that reads an attribute of the other (rule data)\n";
}

}  // namespace

std::string to_text(const plan::Plan& plan, const Explanation& explanation) {
  const plan::Activity& activity = plan.activities[explanation.activity];
  const std::string filler = activity.filled_by.empty() ? "nobody" : activity.filled_by;
  std::string out = printable_line(activity.id + place_in_words(activity.at));
  out += printable_line("  is in the plan because " + (activity.reason.empty() ? "it was asked for" : activity.reason));
  out += printable_line("  is filled by " + filler + ": " + summary_of(activity));
  for (const plan::Step& step : activity.steps) {
    const std::string kind(plan::kind_of(step.action));
    out += printable_line("    " + step.id + "  " + kind + file_of_plugin(step)) + arguments(step);
  }
  if (!activity.condition.is_null()) out += printable_line("  is done only if " + condition_in_words(activity.condition));
  out += own_policy(activity);
  out += neighbours(plan, "comes after", explanation.before, explanation.all_before);
  out += neighbours(plan, "comes before", explanation.after, explanation.all_after);
  return out;
}

std::string to_text(const plan::Plan& plan, const Ordering& ordering) {
  const plan::Activity& first = plan.activities[ordering.first];
  const plan::Activity& second = plan.activities[ordering.second];
  std::string out;
  if (ordering.chain.empty()) {
    out = printable_line(first.id + " and " + second.id + " are unordered: they may run at once");
    if (!ordering.last_common.empty()) out += printable_line("  both wait for " + names_in_words(plan, ordering.last_common));
    if (!ordering.first_common.empty())
      out += printable_line("  both are waited for by " + names_in_words(plan, ordering.first_common));
    out += what_would_order(first, second);
  } else {
    out = printable_line(first.id + " comes before " + second.id + ", by " + count_of(ordering.chain.size(), "link"));
    for (const plan::Edge* edge : ordering.chain) {
      out += printable_line("  " + plan.activities[edge->from].id + " before " + plan.activities[edge->to].id +
                            kind_in_words(*edge)) +
             origins(*edge);
    }
  }
  return out;
}

}  // namespace planbuilder::review
