#include "planbuilder/review/risks/risks.h"

#include <map>

#include "planbuilder/plan/walk.h"
#include "planbuilder/plan/whereabouts.h"
#include "planbuilder/review/risks/rules.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

std::string in_quotes(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string words_for(const plan::Whereabouts& machine, const std::string& node) {
  using Way = plan::Whereabouts::Way;
  if (machine.way == Way::container) return "in the container of " + node;
  if (machine.way == Way::open) return "on the machine of " + node + ", wherever that is when the plan runs";
  return "by SSH on the machine of " + node + (machine.value.empty() ? ", unless its address is this computer" : "");
}

/// The risks of one step after the other.
class RiskFinder {
 public:
  RiskFinder(const plan::Plan& plan, const RisksOfFiles& files) : files_(files), machines_(plan::find_whereabouts(plan)) {}

  std::vector<Risk> find(const plan::Step& step) {
    found_.clear();
    std::visit([&](const auto& action) { look_at(action, step); }, step.action);
    plan::for_each_argument(step.action, [&](const plan::Argument& argument) { look_at(argument); });
    plan::for_each_machine(step.action, [&](const std::string& host) { look_at_machine(host); });
    return std::move(found_);
  }

 private:
  void look_at(const plan::Invoke& invoke, const plan::Step& step) {
    look_inside(invoke.artifact.file);
    for (const std::string& file : invoke.dependencies) {
      if (const auto known = files_.find(file); known != files_.end()) add_all(known->second);
    }
    if (const RiskRule* rule = RiskRules::shipped().find_in_name(invoke.operation, RiskRule::In::operation))
      found_.push_back({rule->mark, in_quotes(invoke.operation) + " " + rule->why});
    if (!step.undo.present()) found_.push_back({Mark::no_undo, "no operation takes it back"});
  }
  void look_at(const plan::Transfer&, const plan::Step&) {
    found_.push_back({Mark::no_undo, "the file stays where it was brought"});
  }
  void look_at(const plan::Delegate&, const plan::Step&) {
    found_.push_back({Mark::unread, "somebody else does it, in a way that the plan does not know"});
    found_.push_back({Mark::no_undo, "no operation takes it back"});
  }
  void look_at(const plan::Wait& wait, const plan::Step&) {
    if (wait.until == plan::Wait::Until::port) found_.push_back({Mark::port, "it waits until somebody listens on a port"});
    for (const RiskyLine& risky : RiskRules::shipped().find_in_script(wait.command))
      found_.push_back({risky.rule->mark, "the command that it waits for " + risky.rule->why});
  }
  static void look_at(const plan::SetState&, const plan::Step&) {}
  static void look_at(const plan::Record&, const plan::Step&) {}
  static void look_at(const plan::Select&, const plan::Step&) {}
  static void look_at(const plan::Emit&, const plan::Step&) {}

  void look_inside(const std::string& file) {
    const auto known = files_.find(file);
    if (known != files_.end()) return add_all(known->second);
    found_.push_back({Mark::unread, in_quotes(file) + " was not read: it is not there, is no text, or is too large"});
  }

  void look_at(const plan::Argument& argument) {
    if (argument.secret) found_.push_back({Mark::secret, in_quotes(argument.name) + " is a secret"});
    if (const RiskRule* rule = RiskRules::shipped().find_in_name(argument.name, RiskRule::In::value))
      found_.push_back({rule->mark, in_quotes(argument.name) + " " + rule->why});
  }

  void look_at_machine(const std::string& host) {
    using Way = plan::Whereabouts::Way;
    const auto machine = machines_.find(host);
    if (machine == machines_.end() || machine->second.way == Way::here) return;
    found_.push_back({Mark::elsewhere, "it is done " + words_for(machine->second, in_quotes(host))});
    const std::string& user = machine->second.user;
    if (!user.empty())
      found_.push_back({Mark::other_user, "it logs in as " + in_quotes(user) + " on the machine of " + in_quotes(host)});
  }

  void add_all(const std::vector<Risk>& risks) { found_.insert(found_.end(), risks.begin(), risks.end()); }

  const RisksOfFiles& files_;
  plan::Machines machines_;
  std::vector<Risk> found_;
};

/// Gives numbers to risks, and to lists of them.
class RiskTable {
 public:
  explicit RiskTable(PlanRisks& into) : into_(into) {}

  std::uint32_t number_of(const std::vector<Risk>& risks) {
    std::vector<std::uint32_t> list;
    for (const Risk& risk : risks) list.push_back(number_of(risk));
    const auto [known, is_new] = lists_.try_emplace(list, static_cast<std::uint32_t>(into_.lists.size()));
    if (is_new) into_.lists.push_back(std::move(list));
    return known->second;
  }

 private:
  std::uint32_t number_of(const Risk& risk) {
    const auto [known, is_new] = risks_.try_emplace(risk, static_cast<std::uint32_t>(into_.risks.size()));
    if (is_new) into_.risks.push_back(risk);
    return known->second;
  }

  PlanRisks& into_;
  std::map<Risk, std::uint32_t> risks_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> lists_;
};

}  // namespace

std::vector<Risk> risks_in_file(const std::string& path, std::string_view text) {
  constexpr std::size_t most_shown = 200;  // bytes of a line
  std::vector<Risk> risks;
  for (const RiskyLine& risky : RiskRules::shipped().find_in_script(text)) {
    std::string_view line = trim(risky.text).substr(0, most_shown);
    while (!is_utf8(line)) line.remove_suffix(1);
    risks.push_back({risky.rule->mark, "its script " + risky.rule->why, path, risky.line, std::string(line)});
  }
  return risks;
}

PlanRisks find_risks(const plan::Plan& plan, const RisksOfFiles& files) {
  PlanRisks all;
  RiskTable table(all);
  RiskFinder finder(plan, files);
  for (std::size_t i = 0; i < plan.activities.size(); ++i) {
    const plan::ActivityId id(i);
    std::uint32_t number = 0;
    for (const plan::Step& step : plan.activities[id].steps) {
      ++number;
      const std::vector<Risk> risks = finder.find(step);
      if (!risks.empty()) all.steps.push_back({id, number, table.number_of(risks)});
    }
  }
  return all;
}

}  // namespace planbuilder::review
