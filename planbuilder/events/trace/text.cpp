#include <algorithm>
#include <ostream>

#include "planbuilder/events/trace/trace.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::events {

namespace {

std::string title(const Trace& trace) { return trace.plan + " of " + trace.service + ", " + std::string(to_string(trace.mode)); }

std::string words(const Trace::Look& look) { return "it looks whether " + look.question + "; it is '" + look.value + "'"; }

std::string words(const Trace::Change& change) {
  const std::string values = change.attribute + ": " + join(change.values, " -> ");
  return change.entities > 1 ? values + " (" + count_of(change.entities, "entity") + ")" : values;
}

std::string words(const Trace::Arrival& arrival) {
  std::vector<std::string> parts;
  if (!arrival.condition.empty()) parts.push_back("if " + arrival.condition);
  if (arrival.because) parts.push_back(words(*arrival.because));
  for (const Trace::Change& change : arrival.changes) parts.push_back(words(change));
  return join(parts, ", ");
}

std::string sender_of(const Trace::Arrival& arrival, const Sources& sources) {
  std::string text = arrival.sender == 0 ? "the start" : std::to_string(arrival.sender);
  if (const auto at = sources.locate(arrival.sent_from)) text += " (" + to_string(*at) + ")";
  return text;
}

void write_arrivals(const Trace& trace, const Sources& sources, std::ostream& out) {
  constexpr std::size_t widest = 40;
  constexpr std::size_t outcome_width = 7;
  const std::size_t number_width = std::to_string(trace.arrivals.size()).size();
  std::size_t id_width = 0;
  for (const Trace::Arrival& arrival : trace.arrivals) id_width = std::max(id_width, std::min(display_width(arrival.id), widest));
  for (std::size_t i = 0; i < trace.arrivals.size(); ++i) {
    const Trace::Arrival& arrival = trace.arrivals[i];
    const std::string number = std::to_string(i + 1);
    std::string line = "  " + std::string(number_width - number.size(), ' ') + number + "  " + padded(arrival.id, id_width) +
                       "  " + padded(std::string(to_string(arrival.outcome)), outcome_width);
    if (const std::string said = words(arrival); !said.empty()) line += "  " + said;
    out << printable(line + "  <- " + sender_of(arrival, sources)) << "\n";
  }
}

/// Many that are equal are named by the first of them.
std::string names(const std::vector<std::string>& entities) {
  constexpr std::size_t most = 6;
  if (entities.size() <= most) return join(entities, ", ");
  const std::vector<std::string> first(entities.begin(), entities.begin() + most - 1);
  return join(first, ", ") + " and " + std::to_string(entities.size() - first.size()) + " more";
}

}  // namespace

std::string summary_of(const Trace& trace) {
  std::string text = title(trace) + ": " + count_of(trace.arrivals.size(), "event");
  for (const auto outcome : {Trace::Outcome::handled, Trace::Outcome::failed, Trace::Outcome::dropped}) {
    if (const std::size_t count = trace.count(outcome); count > 0)
      text += ", " + std::to_string(count) + " " + std::string(to_string(outcome));
  }
  if (!trace.waiting.empty()) text += ", " + std::to_string(trace.waiting.size()) + " still waiting";
  switch (trace.result) {
    case Trace::Result::rests: return text + "; all rest where they should";
    case Trace::Result::stuck: return text + "; not all rest where they should";
    case Trace::Result::endless: return text + "; it never comes to rest";
    case Trace::Result::refused: return text + "; it does not begin";
  }
  return text;
}

void write_text(const Trace& trace, const Sources& sources, std::ostream& out) {
  out << printable(title(trace)) << "\n\n";
  write_arrivals(trace, sources, out);
  if (!trace.rests.empty()) out << "\nat rest\n";
  for (const Trace::Rest& rest : trace.rests) {
    std::vector<std::string> values;
    for (const auto& [attribute, value] : rest.values) values.push_back(attribute + " = " + value);
    out << printable("  " + names(rest.entities) + ": " + join(values, ", ")) << "\n";
  }
  if (!trace.waiting.empty()) out << "\nstill waiting\n";
  for (const Trace::Waiting& waiting : trace.waiting)
    out << printable("  " + waiting.id + (waiting.because ? ": " + words(*waiting.because) : "")) << "\n";
}

}  // namespace planbuilder::events
