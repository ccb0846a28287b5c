#include "planbuilder/emit/reactor/reactor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "planbuilder/emit/shell/condition.h"
#include "planbuilder/emit/shell/names.h"
#include "planbuilder/emit/shell/processors.h"
#include "planbuilder/emit/shell/value.h"
#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/emit/template/shell_text.h"
#include "planbuilder/emit/template/template_engine.h"
#include "planbuilder/react/reactions_json.h"
#include "planbuilder/support/text.h"
#include "templates/templates.h"

namespace planbuilder::emit {

namespace {

using nlohmann::json;
using react::Notification;
using react::Reaction;

/// What follows the tables in reactions.sh.
constexpr std::array reactor_parts{"inbox", "judge", "act", "commands"};

std::string part_of_reactor(const std::string& path) {
  const auto text = embedded::find(embedded::templates(), "reactor/" + path);
  if (!text) throw EmitError("templates/reactor/" + path + ": there is no such template");
  return std::string(*text);
}

std::string quoted_words(const std::vector<std::string>& words, std::string_view between) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(shell_quote(word));
  return join(quoted, between);
}

std::string numbers(const std::vector<std::size_t>& numbers) {
  std::vector<std::string> words;
  for (const std::size_t number : numbers) words.push_back(std::to_string(number));
  return join(words, " ");
}

std::string event_of(const Notification& item) { return item.interface + "." + item.name; }

/// `node db`; of the service `service`.
std::string key_of(const plan::Entity& entity) {
  return std::string(to_string(entity.kind)) + (entity.id.empty() ? "" : " " + entity.id);
}

template <class Number>
std::string text_of(const std::optional<Number>& number) {
  return number ? std::to_string(*number) : "";
}

// --- react.sh: who has which notifications ---

/// By the interface, by its type, and by its own name where the entity has no other of it.
std::string patterns_of(const Notification& item, std::set<std::string>& taken) {
  std::vector<std::string> names;
  for (const std::string& name : {event_of(item), item.type + "." + item.name, item.name}) {
    if (!name.starts_with('.') && taken.insert(name).second) names.push_back(name);
  }
  return quoted_words(names, " | ");
}

/// Texts that come again get the number that they had first.
class Numbers {
 public:
  /// Its number, and whether it is new.
  std::pair<std::size_t, bool> of(const std::string& text) {
    const auto [place, is_new] = known_.emplace(text, known_.size());
    return {place->second, is_new};
  }

 private:
  std::unordered_map<std::string, std::size_t> known_;
};

/// Whose attribute it is, as words of the shell: most are of the entity that the notification is about.
std::string owner_of(const react::Mapping& mapping, const plan::Entity& self) {
  if (mapping.entity == self) return R"("$pb_entity_kind" "$pb_entity")";
  return std::string(to_string(mapping.entity.kind)) + " " + shell_quote(mapping.entity.id);
}

json mappings_data(const Notification& item) {
  json list = json::array();
  for (const react::Mapping& mapping : item.mappings) {
    list.push_back({{"output", mapping.output},
                    {"owner", owner_of(mapping, item.of)},
                    {"attribute", mapping.attribute},
                    {"secret", mapping.secret}});
  }
  return list;
}

/// Who has which notifications. Entities that have the same ones share a place, and notifications that keep the same: a service
/// has many nodes, but few types, and the table is read for each notification.
class IntakeTable {
 public:
  explicit IntakeTable(const std::vector<Notification>& notifications) {
    Numbers ids;
    for (const Notification& item : notifications) {
      const auto [number, is_new] = ids.of(item.of.id);
      if (is_new) entities_.push_back({item.of.id, json::array(), {}});
      add(item, entities_[number]);
    }
  }

  [[nodiscard]] json groups() const {
    Numbers known;
    std::vector<std::vector<std::string>> members;
    json groups = json::array();
    for (const Entity& entity : entities_) {
      const auto [number, is_new] = known.of(entity.notifications.dump());
      if (is_new) {
        groups.push_back({{"notifications", entity.notifications}});
        members.emplace_back();
      }
      members[number].push_back(entity.id);
    }
    for (std::size_t i = 0; i < members.size(); ++i) groups[i]["patterns"] = quoted_words(members[i], " | ");
    return groups;
  }
  /// The mappings of each number.
  [[nodiscard]] const json& keeps() const { return keeps_; }

 private:
  struct Entity {
    std::string id;
    json notifications;
    std::set<std::string> taken;  // names of notifications
  };

  void add(const Notification& item, Entity& entity) {
    const std::string patterns = patterns_of(item, entity.taken);
    if (patterns.empty()) return;
    entity.notifications.push_back({{"patterns", patterns},
                                    {"kind", to_string(item.of.kind)},
                                    {"event", event_of(item)},
                                    {"listeners", numbers(item.sets_off)},
                                    {"keeps", item.mappings.empty() ? "" : number_of(mappings_data(item))},
                                    {"outputs", quoted_words(item.outputs, " ")}});
  }

  std::string number_of(const json& mappings) {
    const auto [number, is_new] = numbers_of_mappings_.of(mappings.dump());
    if (is_new) keeps_.push_back(mappings);
    return std::to_string(number);
  }

  std::vector<Entity> entities_;
  Numbers numbers_of_mappings_;
  json keeps_ = json::array();
};

// --- reactions.sh ---

json case_data(const react::Subject& subject) {
  json data = {{"key", key_of(subject.entity)}};
  data["condition"] = subject.condition.is_null() ? "true" : shell_condition(subject.condition);
  data["sample"] = subject.sample.is_null() ? json(std::vector<std::string>{":"}) : json(shell_value(subject.sample));
  return data;
}

json plan_inputs_data(const std::vector<plan::Argument>& inputs) {
  json list = json::array();
  for (const plan::Argument& input : inputs) list.push_back({{"name", input.name}, {"value", shell_value(input.value)}});
  return list;
}

std::string microseconds(const std::optional<double>& seconds) {
  return seconds ? std::to_string(std::llround(*seconds * 1e6)) : "";
}

/// That of any plan: they are the same.
std::string runtime_of(const ReactorPlace& place) {
  const std::string& script = place.scripts.begin()->second;
  return script.substr(0, script.rfind('/') + 1) + "runtime.sh";
}

class Tables {
 public:
  Tables(const react::Reactions& reactions, const ReactorPlace& place, Diagnostics& diagnostics)
      : all_(reactions), place_(place), diagnostics_(diagnostics) {}

  json data() {
    json data = {
        {"service", {{"name", place_.service.name}, {"source", place_.service.source}, {"digest", place_.service.digest}}},
        {"files", place_.files}};
    data["runtime"] = runtime_of(place_);
    data["secret_names"] = secret_names_pattern();
    const IntakeTable intake(all_.notifications);
    data["entities"] = intake.groups();
    data["keeps"] = intake.keeps();
    data["notifications"] = json::array();
    for (const Notification& item : all_.notifications) data["notifications"].push_back(notification_data(item));
    data["reactions"] = json::array();
    for (const Reaction& item : all_.reactions) data["reactions"].push_back(reaction_data(item));
    data["events"] = events_data();
    data["defaults"] = json::array();
    for (const react::DefaultInput& input : all_.inputs)
      data["defaults"].push_back({{"name", input.name}, {"value", input.value}});
    return data;
  }

 private:
  static json notification_data(const Notification& item) {
    json data = {{"kind", to_string(item.of.kind)}, {"id", item.of.id}, {"event", event_of(item)}, {"file", ""}, {"runner", ""}};
    if (item.subscription) {
      const Processor* processor = find_processor(item.subscription->artifact);
      data["file"] = item.subscription->artifact.file;
      data["runner"] = processor == nullptr ? "" : processor->command;
    }
    return data;
  }

  json reaction_data(const Reaction& item) {
    const auto script = place_.scripts.find(item.plan);
    if (script == place_.scripts.end()) {
      diagnostics_.warning(Code::unknown_name, item.at,
                           "'" + item.name + "' runs the plan '" + item.plan + "', which the service does not have");
    }
    bool has_condition = false;
    std::vector<std::string> subjects;
    for (const react::Subject& subject : item.subjects) {
      subjects.push_back(key_of(subject.entity));
      has_condition = has_condition || !subject.condition.is_null();
    }
    json data = {{"name", item.name},
                 {"event", item.event},
                 {"plan", item.plan},
                 {"script", script == place_.scripts.end() ? "" : script->second},
                 {"evaluations", item.evaluations},
                 {"period", microseconds(item.period)},
                 {"method", item.method == react::Method::none ? "" : to_string(item.method)},
                 {"from", text_of(item.from)},
                 {"until", text_of(item.until)},
                 {"by_clock", item.is_by_clock() ? "1" : ""},
                 {"subjects", quoted_words(subjects, " ")},
                 {"has_condition", has_condition ? "true" : "false"}};
    data["cases"] = json::array();
    data["inputs"] = json::array();
    try {
      for (const react::Subject& subject : item.subjects) data["cases"].push_back(case_data(subject));
      data["inputs"] = plan_inputs_data(item.inputs);
    } catch (const EmitError& problem) {
      data["cases"] = json::array();  // nobody's condition holds
      diagnostics_.warning(Code::target_cannot, item.at, "'" + item.name + "' never acts: " + problem.what());
    }
    return data;
  }

  /// Those that no notification tells of.
  [[nodiscard]] json events_data() const {
    std::map<std::string, std::vector<std::size_t>> events;
    for (std::size_t i = 0; i < all_.reactions.size(); ++i) {
      if (!all_.reactions[i].is_heard && !all_.reactions[i].event.empty()) events[all_.reactions[i].event].push_back(i);
    }
    json list = json::array();
    for (const auto& [name, listeners] : events) list.push_back({{"name", name}, {"listeners", numbers(listeners)}});
    return list;
  }

  const react::Reactions& all_;
  const ReactorPlace& place_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::vector<std::string> files_shared_with(const ReactorPlace& place) {
  return {runtime_of(place).substr(std::string_view("../").size())};
}

std::vector<OutputFile> write_reactor(const react::Reactions& reactions, const ReactorPlace& place, Diagnostics& diagnostics) {
  TemplateEngine engine;
  const json data = Tables(reactions, place, diagnostics).data();
  const std::string folder = std::string(reactor_folder) + "/";
  std::string acting = engine.render("reactor/reactions.sh.inja", data);
  for (const char* part : reactor_parts) acting += "\n" + part_of_reactor("runtime/" + std::string(part) + ".sh");
  std::vector<OutputFile> files = {
      {folder + "react.sh", engine.render("reactor/react.sh.inja", data) + part_of_reactor("intake.sh"), true},
      {folder + "reactions.sh", std::move(acting), false},
      {folder + "reactions.json", to_json(reactions, place.service), false}};
  const auto is_by_clock = [](const Reaction& reaction) { return reaction.is_by_clock(); };
  if (std::any_of(reactions.reactions.begin(), reactions.reactions.end(), is_by_clock)) {
    for (const std::string unit : {"react.service", "react.timer"})
      files.push_back({folder + unit, engine.render("reactor/" + unit + ".inja", data), false});
  }
  return files;
}

}  // namespace planbuilder::emit
