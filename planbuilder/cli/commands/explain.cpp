#include "planbuilder/review/explain.h"

#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/find_activity.h"
#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/react/causes.h"
#include "planbuilder/react/reactions_of.h"

namespace planbuilder::cli {

namespace {

struct ExplainOptions : CommonOptions {
  driver::PlanChoice choice;
  std::string activity;
  std::string other;
};

template <class Answer>
std::string write(const ExplainOptions& options, const plan::Plan& plan, const Answer& answer) {
  return options.json ? review::to_json(plan, answer) : review::to_text(plan, answer);
}

std::string answer(const ExplainOptions& options, const plan::Plan& plan, Diagnostics& diagnostics) {
  const auto activity = driver::find_activity(plan, options.activity, diagnostics);
  if (options.other.empty()) return activity ? write(options, plan, review::explain(plan, *activity)) : "";
  const auto other = driver::find_activity(plan, options.other, diagnostics);
  if (!activity || !other) return "";
  if (activity == other) {
    diagnostics.error(Code::unknown_name, {}, "both are the same activity");
    return "";
  }
  return write(options, plan, review::explain(plan, *activity, *other));
}

/// Which triggers run the plan, and when.
std::string why_it_runs(const ExplainOptions& options, const plan::Plan& plan, driver::Session& session) {
  Diagnostics told_elsewhere;  // what is wrong with reactions, those who write them say
  const react::Reactions reactions = react::reactions_of(session.topology(), told_elsewhere);
  const std::vector<react::Cause> causes = react::causes_of(reactions, plan.name);
  if (options.activity.empty() && options.json) return react::to_json(causes, plan.name, session.sources);
  const bool is_asked = options.activity.empty() || (options.other.empty() && !options.json && !causes.empty());
  return is_asked ? react::to_text(causes, plan.name, session.sources) : "";
}

int explain(ExplainOptions& options) {
  driver::Session session(options);
  std::string out;
  if (const tosca::Topology* topology = session.load()) {
    if (const auto request = driver::chosen_plan(options.choice, options.send, session.kinds(), *topology, session.diagnostics)) {
      if (const auto plan = session.make_plan(*request)) {
        if (!options.activity.empty()) out = answer(options, *plan, session.diagnostics);
        out += why_it_runs(options, *plan, session);
      }
    }
  }
  const int code = finish(session, options);
  if (code == done) std::cout << out;
  return code;
}

}  // namespace

Command explain_command() {
  auto options = std::make_shared<ExplainOptions>();
  Command command{"explain", "say why an activity is in a plan, why it comes before another, and what sets the plan off"};
  add_common_options(command, *options, *options);
  add_plan_choice(command, options->choice);
  command.add({.names = "ACTIVITY",
               .help = "an activity of the plan; without one, say what sets the plan off",
               .into = &options->activity});
  command.add({.names = "OTHER", .help = "another one: say how the two are ordered", .into = &options->other});
  command.job = [options] { return explain(*options); };
  return command;
}

}  // namespace planbuilder::cli
