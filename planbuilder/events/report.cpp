#include "planbuilder/events/report.h"

#include <set>

#include "planbuilder/events/describe.h"
#include "planbuilder/events/find_stuck.h"
#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::events {

namespace {

void report_refusal(const Model& model, const Run& run, Diagnostics& diagnostics) {
  const Ignored& ignored = run.ignored.front();
  diagnostics
      .error(Code::event_refused, model.event(ignored.receiver).at,
             "the precondition of '" + model.event(ignored.receiver).name + "' is false when the plan starts")
      .note("it looks whether " + describe(model, ignored.because), place_of(model, ignored.because));
}

void report_endless(const Model& model, const Run& run, Diagnostics& diagnostics) {
  Diagnostic& problem =
      diagnostics.error(Code::endless, model.event(*run.endless).at,
                        model.name(*run.endless) + " is handled again and again: the service never comes to rest");
  // The round as far as it can be followed back.
  std::uint32_t event = static_cast<std::uint32_t>(run.handled.size()) - 1;
  for (std::size_t i = 0; i < 8 && event != nothing && run.handled[event].sending != nullptr; ++i) {
    const Handled& handled = run.handled[event];
    const Handled& sender = run.handled[handled.sender];
    problem.note(
        model.name(handled.receiver) + " is sent by " + (sender.receiver.valid() ? model.name(sender.receiver) : "the start"),
        handled.sending->trigger->at);
    event = handled.sender;
  }
}

void report_unaddressed(const Run& run, Diagnostics& diagnostics) {
  std::set<SourceRange> reached;
  for (const Handled& handled : run.handled) {
    if (handled.sending != nullptr) reached.insert(handled.sending->trigger->at);
  }
  for (const Ignored& ignored : run.ignored) {
    if (ignored.sending != nullptr) reached.insert(ignored.sending->trigger->at);
  }
  std::set<SourceRange> said;
  for (const Sending* sending : run.unaddressed) {
    const SourceRange at = sending->trigger->at;
    if (reached.contains(at) || !said.insert(at).second) continue;  // types share what they inherit
    diagnostics.warning(Code::unaddressed, at,
                        "nothing receives " + tosca::to_string(sending->trigger->event) + " anywhere in this service");
  }
}

void note_entry_events(const Model& model, const Run& run, Diagnostics& diagnostics) {
  std::set<SourceRange> said;
  for (const Handled& handled : run.handled) {
    if (handled.sending == nullptr) continue;
    const ReceiverId sender = run.handled[handled.sender].receiver;
    if (!sender.valid()) continue;
    const Event& event = model.event(sender);
    const auto& entry = event.on_entry.sendings;
    const bool on_entry = !entry.empty() && handled.sending >= &entry.front() && handled.sending <= &entry.back();
    if (!on_entry || !event.is_implemented || !said.insert(handled.sending->trigger->at).second) continue;
    diagnostics.note(Code::sent_on_entry, handled.sending->trigger->at,
                     model.name(handled.receiver) + " is sent while " + model.name(sender) +
                         " still runs; in a plan it comes when that is done");
  }
}

}  // namespace

void report_run(Model& model, const Run& run, const State& after, const Scenario& scenario, Diagnostics& diagnostics) {
  if (run.handled.empty()) return report_refusal(model, run, diagnostics);
  if (run.endless) return report_endless(model, run, diagnostics);
  report_stuck(model, run, after, scenario, diagnostics);
  if (!model.is_overlaid()) report_unaddressed(run, diagnostics);  // a profile is for services of any shape
  note_entry_events(model, run, diagnostics);
}

}  // namespace planbuilder::events
