#include <ostream>

#include "planbuilder/events/trace/trace.h"
#include "planbuilder/support/text.h"

namespace planbuilder::events {

namespace {

class Writer {
 public:
  Writer(const Sources& sources, std::ostream& out) : sources_(sources), out_(out) {}

  void write(const Trace& trace) {
    out_ << ",\n  \"service\": " + json_quote(trace.service) + ",\n  \"plan\": " + json_quote(trace.plan) +
                ",\n  \"mode\": " + json_quote(to_string(trace.mode)) + ",\n  \"result\": " + json_quote(to_string(trace.result));
    std::size_t number = 0;
    list("events", trace.arrivals, [&](const Trace::Arrival& arrival) { return event(arrival, ++number); });
    list("at_rest", trace.rests, [&](const Trace::Rest& rest) {
      return "{\"entities\": " + texts(rest.entities) + ", \"values\": " + values(rest) + "}";
    });
    list("waiting", trace.waiting, [&](const Trace::Waiting& waiting) {
      return "{\"id\": " + json_quote(waiting.id) + ", \"because\": " + look(waiting.because) + "}";
    });
  }

 private:
  template <class Items, class Write>
  void list(std::string_view name, const Items& items, const Write& write) {
    out_ << ",\n  \"" + std::string(name) + "\": [";
    std::string_view separator = "\n    ";
    for (const auto& item : items) {
      out_ << separator << write(item);
      separator = ",\n    ";
    }
    out_ << (items.empty() ? "]" : "\n  ]");
  }

  [[nodiscard]] std::string event(const Trace::Arrival& arrival, std::size_t number) const {
    std::vector<std::string> changes;
    for (const Trace::Change& change : arrival.changes) {
      changes.push_back("{\"attribute\": " + json_quote(change.attribute) + ", \"values\": " + texts(change.values) +
                        ", \"entities\": " + std::to_string(change.entities) + "}");
    }
    return "{\"number\": " + std::to_string(number) + ", \"id\": " + json_quote(arrival.id) +
           ", \"outcome\": " + json_quote(to_string(arrival.outcome)) + ", \"because\": " + look(arrival.because) +
           ", \"condition\": " + (arrival.condition.empty() ? "null" : json_quote(arrival.condition)) + ", \"writes\": [" +
           join(changes, ", ") + "], \"sender\": " + (arrival.sender == 0 ? "null" : std::to_string(arrival.sender)) +
           ", \"sent_from\": " + place(arrival.sent_from) + "}";
  }

  static std::string texts(const std::vector<std::string>& all) {
    std::vector<std::string> quoted;
    quoted.reserve(all.size());
    for (const std::string& text : all) quoted.push_back(json_quote(text));
    return "[" + join(quoted, ", ") + "]";
  }

  static std::string values(const Trace::Rest& rest) {
    std::vector<std::string> members;
    for (const auto& [attribute, value] : rest.values) members.push_back(json_quote(attribute) + ": " + json_quote(value));
    return "{" + join(members, ", ") + "}";
  }

  [[nodiscard]] std::string look(const std::optional<Trace::Look>& look) const {
    if (!look) return "null";
    return "{\"question\": " + json_quote(look->question) + ", \"value\": " + json_quote(look->value) +
           ", \"at\": " + place(look->at) + "}";
  }

  [[nodiscard]] std::string place(const SourceRange& range) const {
    const auto at = sources_.locate(range);
    if (!at) return "null";
    return "{\"file\": " + json_quote(at->file) + ", \"line\": " + std::to_string(at->line) +
           ", \"column\": " + std::to_string(at->column) + "}";
  }

  const Sources& sources_;
  std::ostream& out_;
};

}  // namespace

void write_json(const std::optional<Trace>& trace, const Sources& sources, const std::string& diagnostics, std::ostream& out) {
  out << "{\n  \"format\": \"planbuilder/run/1\"";
  if (trace) Writer(sources, out).write(*trace);
  out << ",\n  \"diagnostics\": " << diagnostics << "\n}\n";
}

}  // namespace planbuilder::events
