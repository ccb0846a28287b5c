// A run as it is told: every event as it came, what became of it, and where everything came to rest.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "planbuilder/events/simulation.h"

namespace planbuilder::events {

struct Trace {
  /// A condition that decided: what was asked of an attribute, and what the attribute was.
  struct Look {
    std::string question;
    std::string value;
    SourceRange at = {};
  };
  /// What an attribute was before an event, and everything that it became by it.
  struct Change {
    std::string attribute;
    std::vector<std::string> values;
    std::size_t entities = 1;  // events of the service write the same to many
  };
  enum class Outcome { handled, failed, dropped, waits };
  struct Arrival {
    std::string id;  // that of the activity, where the event is handled
    EntityIndex entity;
    std::string operation;
    Outcome outcome = Outcome::handled;
    std::optional<Look> because = {};  // why it is not handled
    std::string condition = {};        // it is handled only if this holds when the plan runs
    std::vector<Change> changes = {};
    std::size_t sender = 0;  // the number of an arrival, which count from 1; 0: the start
    SourceRange sent_from = {};
  };
  /// Entities whose attributes are all equal.
  struct Rest {
    std::vector<std::string> entities;
    std::vector<std::pair<std::string, std::string>> values;
  };
  struct Waiting {
    std::string id;
    std::optional<Look> because;
  };
  enum class Result { rests, stuck, endless, refused };

  std::string service;
  std::string plan;  // the name that the plan of this run has
  Mode mode = Mode::strict;
  Result result = Result::rests;
  std::vector<Arrival> arrivals;
  std::vector<Rest> rests;
  std::vector<Waiting> waiting;

  [[nodiscard]] std::size_t count(Outcome outcome) const;
};

std::string_view to_string(Trace::Outcome outcome);
std::string_view to_string(Trace::Result result);
std::string_view to_string(Mode mode);

Trace tell(const Model& model, const Simulation& simulation, const std::string& plan, Mode mode);

// A run may have millions of events, so what is written goes out as it comes.

/// One line per event, then what rests where.
void write_text(const Trace& trace, const Sources& sources, std::ostream& out);
/// "build of guestbook, strict: 40 events, 32 handled, 8 dropped; all rest where they should"
std::string summary_of(const Trace& trace);
/// As README.md describes it; of a run that could not begin, the diagnostics alone, which are JSON already.
void write_json(const std::optional<Trace>& trace, const Sources& sources, const std::string& diagnostics, std::ostream& out);
/// Who sends what to whom, as a sequence diagram; nothing when it is more than Mermaid reads.
std::optional<std::string> to_mermaid(const Trace& trace, const Model& model);

}  // namespace planbuilder::events
