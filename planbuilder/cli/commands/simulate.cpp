#include <iostream>
#include <memory>

#include "planbuilder/cli/command.h"
#include "planbuilder/cli/common_options.h"
#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/session.h"
#include "planbuilder/events/event_ids.h"
#include "planbuilder/events/trace/machines.h"
#include "planbuilder/events/trace/trace.h"
#include "planbuilder/react/foresee.h"
#include "planbuilder/react/reactions_of.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/render_diagnostics.h"

namespace planbuilder::cli {

namespace {

struct SimulateOptions : CommonOptions {
  driver::PlanChoice choice;
  std::vector<std::string> failing;
  std::string format = "text";
  std::string told;                 // a notification
  std::vector<std::string> values;  // of its outputs
};

std::optional<events::Trace> run(SimulateOptions& options, const tosca::Topology& topology, driver::Session& session) {
  const auto request = driver::chosen_plan(options.choice, options.send, session.kinds(), topology, session.diagnostics);
  if (request && (request->workflow != nullptr || request->kind->calls_operations())) {
    session.diagnostics.error(Code::unknown_event, {},
                              std::string(request->workflow != nullptr ? "a workflow" : "a plan that calls operations") +
                                  " runs no state machines: there is nothing to simulate");
    return std::nullopt;
  }
  events::Derivation* machines = request ? session.events() : nullptr;
  if (machines == nullptr) return std::nullopt;
  const auto failing = events::find_events(machines->model(), options.failing, session.diagnostics);
  if (session.diagnostics.has_errors()) return std::nullopt;
  const auto simulation = machines->simulate(*request, failing, session.diagnostics);
  if (!simulation) return std::nullopt;
  return events::tell(machines->model(), *simulation, request->name(), machines->mode());
}

/// What is too large for Mermaid is reported.
std::string draw(const SimulateOptions& options, const events::Trace& trace, driver::Session& session) {
  events::Model& model = session.events()->model();
  auto drawn = options.format == "mermaid" ? events::to_mermaid(trace, model) : events::machines_to_mermaid(model);
  if (!drawn) {
    session.diagnostics.error(Code::target_cannot, {}, "the picture is larger than what mermaid can draw")
        .explain("Use --format text or json.");
  }
  return drawn.value_or("");
}

void write(const SimulateOptions& options, const events::Trace& trace, driver::Session& session, std::ostream& out) {
  if (options.format.starts_with("mermaid")) {
    out << draw(options, trace, session);
    return;
  }
  events::write_text(trace, session.sources, out);
  if (!options.quiet) out << "\n" << printable_line(events::summary_of(trace));
}

/// What a notification would do: no state machine runs for it.
int foresee(const SimulateOptions& options) {
  driver::Session session(options);
  if (options.json || options.format != "text")
    session.diagnostics.error(Code::wrong_value, {}, "what --notify does is told as text only");
  const tosca::Topology* topology = session.diagnostics.has_errors() ? nullptr : session.load();
  if (topology != nullptr) {
    const react::Reactions reactions = react::reactions_of(*topology, session.diagnostics);
    const auto foresight = react::foresee(*topology, reactions, options.told, options.values, session.diagnostics);
    if (foresight) react::write_text(*foresight, std::cout);
    std::cout.flush();
  }
  return finish(session, options);
}

int simulate(SimulateOptions& options) {
  if (!options.told.empty()) return foresee(options);
  driver::Session session(options);
  std::optional<events::Trace> trace;
  if (const tosca::Topology* topology = session.load()) trace = run(options, *topology, session);
  if (options.json || options.format == "json") {
    events::write_json(trace, session.sources, render_json(session.diagnostics, session.sources), std::cout);
    return finish_silently(session, options);
  }
  // A run that gets stuck is shown all the same: it says how.
  if (trace) write(options, *trace, session, std::cout);
  std::cout.flush();
  return finish(session, options);
}

}  // namespace

Command simulate_command() {
  auto options = std::make_shared<SimulateOptions>();
  Command command{"simulate", "run the state machines of a service, and show every event"};
  add_common_options(command, *options, *options);
  add_plan_choice(command, options->choice);
  command.add({.names = "--fail",
               .value = "NODE/OPERATION",
               .help = "let this operation fail, as often as it is handled; may be repeated",
               .into = &options->failing,
               .repeats = true});
  command.add({.names = "--notify",
               .value = "NODE.NOTIFICATION",
               .help = "instead, show what this notification would set off",
               .into = &options->told});
  command.add({.names = "--value",
               .value = "NAME=VALUE",
               .help = "of an output of that notification; may be repeated",
               .into = &options->values,
               .repeats = true});
  command.add({.names = "--format",
               .value = "FORMAT",
               .help = "text, json, mermaid (who sends what) or mermaid-states (the state machines)",
               .into = &options->format,
               .choices = {"text", "json", "mermaid", "mermaid-states"}});
  command.job = [options] { return simulate(*options); };
  return command;
}

}  // namespace planbuilder::cli
