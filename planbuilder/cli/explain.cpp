#include "planbuilder/review/explain.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/cli/find_activity.h"
#include "planbuilder/cli/plan_choice.h"
#include "planbuilder/cli/session.h"

namespace planbuilder::cli {

namespace {

struct ExplainOptions : CommonOptions {
  PlanChoice choice;
  std::string activity;
  std::string other;
};

template <class Answer>
std::string write(const ExplainOptions& options, const plan::Plan& plan, const Answer& answer) {
  return options.json ? review::to_json(plan, answer) : review::to_text(plan, answer);
}

std::string answer(const ExplainOptions& options, const plan::Plan& plan, Diagnostics& diagnostics) {
  const auto activity = find_activity(plan, options.activity, diagnostics);
  if (options.other.empty()) return activity ? write(options, plan, review::explain(plan, *activity)) : "";
  const auto other = find_activity(plan, options.other, diagnostics);
  if (!activity || !other) return "";
  if (activity == other) {
    diagnostics.error(Code::unknown_name, {}, "both are the same activity");
    return "";
  }
  return write(options, plan, review::explain(plan, *activity, *other));
}

int explain(ExplainOptions& options) {
  Session session(options);
  std::string out;
  if (const tosca::Topology* topology = session.load()) {
    if (const auto request = chosen_plan(options.choice, options.send, *topology, session.diagnostics)) {
      if (const auto plan = session.make_plan(*request)) out = answer(options, *plan, session.diagnostics);
    }
  }
  const int code = session.finish();
  if (code == done) std::cout << out;
  return code;
}

}  // namespace

Job add_explain(CLI::App& application) {
  CLI::App* command = application.add_subcommand("explain", "say why an activity is in a plan, and why it comes before another");
  auto options = std::make_shared<ExplainOptions>();
  add_common_options(*command, *options);
  add_plan_choice(*command, options->choice);
  command->add_option("ACTIVITY", options->activity, "an activity of the plan")->required();
  command->add_option("OTHER", options->other, "another one: say how the two are ordered");
  return [options] { return explain(*options); };
}

}  // namespace planbuilder::cli
