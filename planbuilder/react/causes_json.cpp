#include <algorithm>
#include <span>
#include <sstream>

#include "planbuilder/plan/json_writer.h"
#include "planbuilder/react/causes.h"

namespace planbuilder::react {

namespace {

/// So many notifications are told one by one.
constexpr std::size_t most_notifications = 2'000;

class CauseWriter {
 public:
  CauseWriter(std::ostream& out, const Sources& sources) : json_(out), sources_(sources) {}

  void write_reasons(const std::vector<Cause>& causes, std::string_view plan) {
    json_.object([&] {
      text("plan", plan);
      list("set_off_by", causes);
    });
    json_.line_end();
  }

  void write_overview(const std::vector<Cause>& causes, const Reactions& reactions) {
    json_.object([&] {
      list("triggers", causes);
      json_.key("notifications");
      const std::size_t told = std::min(reactions.notifications.size(), most_notifications);
      const std::span few(reactions.notifications.data(), told);
      json_.list(few, [&](const Notification& item) { write(item, reactions); });
      json_.key("more");
      json_.integer(static_cast<std::int64_t>(reactions.notifications.size() - told));
    });
    json_.line_end();
  }

 private:
  void text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.text(value);
  }

  template <class Range, class Name>
  void texts(std::string_view key, const Range& range, const Name& name) {
    json_.key(key);
    json_.list(range, [&](const auto& item) { json_.text(name(item)); });
  }

  void texts(std::string_view key, const std::vector<std::string>& all) {
    texts(key, all, [](const std::string& each) { return each; });
  }

  void place(const SourceRange& range) {
    json_.key("at");
    const auto at = sources_.locate(range);
    if (!at) return json_.null();
    json_.object([&] {
      text("file", at->file);
      json_.key("line");
      json_.integer(at->line);
      json_.key("column");
      json_.integer(at->column);
    });
  }

  void list(std::string_view key, const std::vector<Cause>& causes) {
    json_.key(key);
    json_.list(causes, [&](const Cause& cause) { write(cause); });
  }

  void write(const Cause& cause) {
    json_.object([&] {
      text("trigger", cause.reaction->name);
      place(cause.reaction->at);
      text("event", cause.reaction->event);
      texts("when", cause.told);
      texts("if", cause.holds);
      texts("limits", cause.limits);
      text("plan", cause.reaction->plan);
      texts("inputs", cause.reaction->inputs, [](const plan::Argument& input) { return input.name; });
    });
  }

  void write(const Notification& item, const Reactions& all) {
    json_.object([&] {
      text("of", item.of.id);
      text("name", item.interface + "." + item.name);
      place(item.at);
      texts("keeps", item.mappings, [](const Mapping& mapping) {
        return mapping.output + " as " + mapping.attribute + " of " + mapping.entity.id + (mapping.secret ? " (secret)" : "");
      });
      text("subscription", item.subscription ? item.subscription->artifact.file : "");
      texts("sets_off", item.sets_off, [&](std::size_t index) { return all.reactions[index].name; });
    });
  }

  plan::JsonWriter json_;
  const Sources& sources_;
};

}  // namespace

std::string to_json(const std::vector<Cause>& causes, std::string_view plan, const Sources& sources) {
  std::ostringstream out;
  CauseWriter(out, sources).write_reasons(causes, plan);
  return out.str();
}

std::string overview_json(const std::vector<Cause>& causes, const Reactions& reactions, const Sources& sources) {
  std::ostringstream out;
  CauseWriter(out, sources).write_overview(causes, reactions);
  return out.str();
}

}  // namespace planbuilder::react
