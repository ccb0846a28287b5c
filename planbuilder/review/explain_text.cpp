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
    out += "      " + origin.rule + ": " + origin.reason + place_in_words(origin.at) + "\n";
  }
  return out;
}

/// Those whose value the model does not say itself.
std::string arguments(const plan::Step& step) {
  std::string out;
  plan::for_each_argument(step.action, [&](const plan::Argument& argument) {
    if (argument.reason.present())
      out += "      " + argument.name + (argument.secret ? " (secret)" : "") + ": " + *argument.reason + "\n";
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

std::string neighbours(const plan::Plan& plan, std::string_view title, const std::vector<Neighbour>& all,
                       std::size_t transitively) {
  std::string out = "  " + std::string(title);
  if (all.empty()) return out + " nothing\n";
  out += " " + count_of(transitively, "activity") + ", directly:\n";
  for (const Neighbour& neighbour : all) {
    out += "    " + plan.activities[neighbour.activity].id + (neighbour.edge->redundant ? "  (follows from others)" : "") + "\n" +
           origins(*neighbour.edge);
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
  const std::string a = "'" + one.entity.id + "'";
  const std::string b = "'" + other.entity.id + "'";
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
  std::string out = activity.id + place_in_words(activity.at) + "\n  is in the plan because " +
                    (activity.reason.empty() ? "it was asked for" : activity.reason) + "\n  is filled by " +
                    (activity.filled_by.empty() ? "nobody" : activity.filled_by) + ": " + summary_of(activity) + "\n";
  for (const plan::Step& step : activity.steps)
    out += "    " + step.id + "  " + std::string(plan::kind_of(step.action)) + file_of_plugin(step) + "\n" + arguments(step);
  out += neighbours(plan, "comes after", explanation.before, explanation.all_before);
  out += neighbours(plan, "comes before", explanation.after, explanation.all_after);
  std::string clean;
  for (const std::string_view line : split(out, '\n')) clean += printable(std::string(line)) + "\n";
  clean.pop_back();
  return clean;
}

std::string to_text(const plan::Plan& plan, const Ordering& ordering) {
  const plan::Activity& first = plan.activities[ordering.first];
  const plan::Activity& second = plan.activities[ordering.second];
  std::string out;
  if (ordering.chain.empty()) {
    out = first.id + " and " + second.id + " are unordered: they may run at once\n";
    if (!ordering.last_common.empty()) out += "  both wait for " + names_in_words(plan, ordering.last_common) + "\n";
    if (!ordering.first_common.empty()) out += "  both are waited for by " + names_in_words(plan, ordering.first_common) + "\n";
    out += what_would_order(first, second);
  } else {
    out = first.id + " comes before " + second.id + ", by " + count_of(ordering.chain.size(), "link") + "\n";
    for (const plan::Edge* edge : ordering.chain) {
      out += "  " + plan.activities[edge->from].id + " before " + plan.activities[edge->to].id + "\n" + origins(*edge);
    }
  }
  std::string clean;
  for (const std::string_view line : split(out, '\n')) clean += printable(std::string(line)) + "\n";
  clean.pop_back();
  return clean;
}

}  // namespace planbuilder::review
