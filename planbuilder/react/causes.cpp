#include "planbuilder/react/causes.h"

#include <algorithm>
#include <ctime>
#include <unordered_set>

#include "planbuilder/plan/condition_words.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::react {

namespace {

constexpr std::size_t most_named = 20;

/// Words that were not there before; of very many only the first ones are kept.
class Words {
 public:
  void add(std::string words) {
    if (!seen_.insert(words).second) return;
    if (kept_.size() < most_named) kept_.push_back(std::move(words));
  }

  std::vector<std::string> take() {
    if (seen_.size() > kept_.size()) kept_.push_back("and " + std::to_string(seen_.size() - kept_.size()) + " more");
    return std::move(kept_);
  }

 private:
  std::vector<std::string> kept_;
  std::unordered_set<std::string> seen_;
};

std::string time_in_words(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  char text[] = "-2147483648-12-31T23:59:59Z";
  const bool is_date = gmtime_r(&time, &parts) != nullptr;
  const std::size_t length = is_date ? std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts) : 0;
  return length == 0 ? std::to_string(seconds) : std::string(text, length);
}

std::string seconds_in_words(double seconds) { return format_number(seconds) + " s"; }

/// How often the condition must hold, or how many values there must be.
std::string observation_in_words(const Reaction& reaction) {
  const std::string within = reaction.period ? " within " + seconds_in_words(*reaction.period) : "";
  if (reaction.method != Method::none)
    return "it is about the " + std::string(to_string(reaction.method)) + " of " + count_of(reaction.evaluations, "value") +
           within;
  if (reaction.evaluations > 1) return "it holds " + count_of(reaction.evaluations, "time") + " in a row" + within;
  return reaction.period && reaction.is_by_clock() ? "it is looked at once in " + seconds_in_words(*reaction.period) : "";
}

std::vector<std::string> limits_of(const Reaction& reaction) {
  std::vector<std::string> limits;
  if (std::string words = observation_in_words(reaction); !words.empty()) limits.push_back(std::move(words));
  if (reaction.from) limits.push_back("not before " + time_in_words(*reaction.from));
  if (reaction.until) limits.push_back("not after " + time_in_words(*reaction.until));
  if (reaction.subjects.empty()) limits.push_back("never: nobody can judge its condition, or there is nobody that it is about");
  return limits;
}

std::string teller_in_words(const Notification& item) { return item.of.id + " tells " + item.interface + "." + item.name; }

/// An event that no notification tells of comes from elsewhere, or from the clock.
void add_other_tellers(const Reaction& reaction, Words& told) {
  if (reaction.is_heard) return;
  if (!reaction.event.empty()) told.add("somebody raises " + reaction.event);
  if (reaction.is_by_clock()) told.add("the clock says so");
}

}  // namespace

std::vector<Cause> causes_of(const Reactions& reactions, std::string_view plan) {
  std::vector<Words> told(reactions.reactions.size());
  for (const Notification& item : reactions.notifications) {
    for (const std::size_t index : item.sets_off) told[index].add(teller_in_words(item));
  }
  std::vector<Cause> causes;
  for (std::size_t i = 0; i < reactions.reactions.size(); ++i) {
    const Reaction& reaction = reactions.reactions[i];
    if (!plan.empty() && reaction.plan != plan) continue;
    add_other_tellers(reaction, told[i]);
    Words holds;
    for (const Subject& subject : reaction.subjects) {
      if (!subject.condition.is_null()) holds.add(plan::condition_in_words(subject.condition));
    }
    causes.push_back({&reaction, told[i].take(), holds.take(), limits_of(reaction)});
  }
  return causes;
}

std::string to_text(const std::vector<Cause>& causes, std::string_view plan, const Sources& sources) {
  const std::string name = "the plan " + std::string(plan);
  if (causes.empty()) return printable_line(name + " is set off by nothing in the model: somebody runs it");
  std::string out = printable_line(name + " is set off by " + count_of(causes.size(), "trigger"));
  for (const Cause& cause : causes) {
    const auto at = sources.locate(cause.reaction->at);
    out += printable_line("  " + cause.reaction->name + (at ? "  (" + to_string(*at) + ")" : ""));
    out += printable_line("    when " + join(cause.told, ", or "));
    if (!cause.holds.empty()) out += printable_line("    if " + join(cause.holds, ", or "));
    for (const std::string& limit : cause.limits) out += printable_line("    " + limit);
  }
  return out;
}

}  // namespace planbuilder::react
