#include <unordered_map>

#include "planbuilder/events/trace/trace.h"
#include "planbuilder/support/display.h"

namespace planbuilder::events {

namespace {

std::string arrow(Trace::Outcome outcome) {
  switch (outcome) {
    case Trace::Outcome::handled:
    case Trace::Outcome::failed: return "->>";
    case Trace::Outcome::dropped: return "-x";
    case Trace::Outcome::waits: return "--)";
  }
  return "";
}

}  // namespace

std::optional<std::string> to_mermaid(const Trace& trace, const Model& model) {
  const auto name = [&](EntityIndex entity) {
    return entity == model.walk.service() ? trace.service : model.topology().id_of(model.walk.entity(entity));
  };
  std::string heads = "  actor start\n";
  std::string messages;
  std::unordered_map<EntityIndex, std::string> known;  // models have names that Mermaid would read as words of its own
  for (const Trace::Arrival& arrival : trace.arrivals) {
    const auto [place, added] = known.try_emplace(arrival.entity, "e" + std::to_string(known.size()));
    if (added) heads += "  participant " + place->second + " as " + mermaid_text(name(arrival.entity)) + "\n";
    // Whoever sends was handled before, so it is known.
    const std::string from = arrival.sender == 0 ? "start" : known.at(trace.arrivals[arrival.sender - 1].entity);
    messages += "  " + from + arrow(arrival.outcome) + place->second + ": " + mermaid_text(arrival.operation);
    if (arrival.outcome != Trace::Outcome::handled) messages += " (" + std::string(to_string(arrival.outcome)) + ")";
    messages += "\n";
    if (messages.size() > most_mermaid_characters) return std::nullopt;
  }
  // Mermaid counts the messages as the text counts the events.
  std::string out =
      "---\ntitle: \"" + mermaid_text(trace.plan + " of " + trace.service) + "\"\n---\nsequenceDiagram\n  autonumber\n";
  out += heads + messages;
  if (out.size() > most_mermaid_characters) return std::nullopt;
  return out;
}

}  // namespace planbuilder::events
