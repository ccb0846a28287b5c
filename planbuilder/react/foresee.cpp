#include "planbuilder/react/foresee.h"

#include <algorithm>
#include <ostream>

#include "planbuilder/plan/condition_words.h"
#include "planbuilder/react/judge.h"
#include "planbuilder/support/display.h"
#include "planbuilder/support/text.h"

namespace planbuilder::react {

namespace {

using Outcome = Foreseen::Outcome;

std::vector<std::string> names_of(const Notification& item) {
  return {item.of.id + "." + item.interface + "." + item.name, item.of.id + "." + item.type + "." + item.name,
          item.of.id + "." + item.name};
}

const Notification* find_told(const Reactions& reactions, const std::string& told, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const Notification& item : reactions.notifications) {
    const std::vector<std::string> names = names_of(item);
    if (std::find(names.begin(), names.end(), told) != names.end()) return &item;
    known.push_back(names.front());
  }
  diagnostics.error(Code::unknown_name, {},
                    "there is no notification '" + told + "'" + did_you_mean(told, {known.begin(), known.end()}));
  return nullptr;
}

class Foreseer {
 public:
  Foreseer(const tosca::Topology& topology, const Reactions& reactions, Foresight& into)
      : topology_(topology), reactions_(reactions), into_(into) {}

  void look_ahead(const std::map<std::string, std::string>& values) {
    for (const Mapping& mapping : into_.notification->mappings) {
      const auto value = values.find(mapping.output);
      if (value != values.end()) into_.kept.push_back({&mapping, value->second});
    }
    for (const std::size_t index : into_.notification->sets_off) into_.reactions.push_back(foresee(reactions_.reactions[index]));
  }

 private:
  [[nodiscard]] Foreseen foresee(const Reaction& reaction) const {
    Foreseen foreseen{&reaction};
    const auto subject = std::find_if(reaction.subjects.begin(), reaction.subjects.end(),
                                      [&](const Subject& each) { return each.entity == into_.notification->of; });
    if (subject == reaction.subjects.end()) return {&reaction, Outcome::does_not_act, "its condition cannot be judged"};
    judge_condition(*subject, reaction, foreseen);
    if (foreseen.outcome == Outcome::acts && (reaction.from || reaction.until))
      foreseen = {&reaction, Outcome::depends, "it is valid at some times only"};
    return foreseen;
  }

  void judge_condition(const Subject& subject, const Reaction& reaction, Foreseen& into) const {
    if (subject.condition.is_null()) return;
    const auto known = [&](const plan::AttributeRead& read) { return value_of(read.of.entity, read.name); };
    const auto holds = judge(subject.condition, known);
    const std::string condition = plan::condition_in_words(subject.condition);
    if (reaction.method != Method::none) {
      into.outcome = Outcome::depends;
      into.reason = "it looks at the " + std::string(to_string(reaction.method)) + " of what was found: " + condition;
    } else if (!holds) {
      into.outcome = Outcome::depends;
      into.reason = "nobody knows yet whether this holds: " + condition;
    } else if (!*holds) {
      into.outcome = Outcome::does_not_act;
      into.reason = "this does not hold: " + condition;
    } else if (reaction.evaluations > 1) {
      into.outcome = Outcome::depends;
      into.reason = "this holds, but must " + std::to_string(reaction.evaluations) + " times in a row: " + condition;
    } else {
      into.reason = "this holds: " + condition;
    }
  }

  /// As it was told, else as the model has it.
  [[nodiscard]] std::optional<std::string> value_of(const plan::Entity& entity, const std::string& name) const {
    for (const Kept& kept : into_.kept) {
      if (kept.mapping->entity == entity && kept.mapping->attribute == name) return kept.value;
    }
    const Value* value = nullptr;
    if (const tosca::NodeId node = topology_.find_node(entity.id); entity.kind == plan::Entity::Kind::node && node.valid()) {
      value = topology_.attribute(node, name);
    } else if (const tosca::RelationshipId id = topology_.find_relationship(entity.id); id.valid()) {
      value = topology_.attribute(id, name);
    }
    return value != nullptr && is_literal(*value) && !value->is_null() ? std::optional(to_text(*value)) : std::nullopt;
  }

  const tosca::Topology& topology_;
  const Reactions& reactions_;
  Foresight& into_;
};

/// False, and reported, where one is not NAME=VALUE, or no output of the notification.
bool read_values(const std::vector<std::string>& texts, const Notification& notification,
                 std::map<std::string, std::string>& values, Diagnostics& diagnostics) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const std::vector<std::string>& known = notification.outputs;
    if (equals == std::string::npos || equals == 0) {
      diagnostics.error(Code::wrong_value, {}, "'" + text + "' is not NAME=VALUE");
    } else if (!known.empty() && std::find(known.begin(), known.end(), name) == known.end()) {
      diagnostics.error(Code::unknown_name, {},
                        "the notification '" + notification.name + "' has no output '" + name + "'" +
                            did_you_mean(name, {known.begin(), known.end()}));
    } else {
      values.insert_or_assign(name, text.substr(equals + 1));
    }
  }
  return !diagnostics.has_errors();
}

constexpr std::string_view words_for(Outcome outcome) {
  switch (outcome) {
    case Outcome::acts: return "acts";
    case Outcome::does_not_act: return "does not act";
    case Outcome::depends: return "may act";
  }
  return "";
}

}  // namespace

std::optional<Foresight> foresee(const tosca::Topology& topology, const Reactions& reactions, const std::string& told,
                                 const std::vector<std::string>& values, Diagnostics& diagnostics) {
  Foresight foresight;
  foresight.notification = find_told(reactions, told, diagnostics);
  std::map<std::string, std::string> by_name;
  if (foresight.notification == nullptr || !read_values(values, *foresight.notification, by_name, diagnostics))
    return std::nullopt;
  Foreseer(topology, reactions, foresight).look_ahead(by_name);
  return foresight;
}

void write_text(const Foresight& foresight, std::ostream& out) {
  const Notification& notification = *foresight.notification;
  out << printable_line(notification.of.id + " tells " + notification.interface + "." + notification.name);
  for (const Kept& kept : foresight.kept) {
    out << printable_line("  sets     " + kept.mapping->attribute + " of " + kept.mapping->entity.id + " to " +
                          (kept.mapping->secret ? "***" : kept.value));
  }
  for (const Foreseen& each : foresight.reactions) {
    const Reaction& reaction = *each.reaction;
    out << printable_line("  trigger  " + reaction.name + " " + std::string(words_for(each.outcome)) +
                          (each.outcome == Outcome::does_not_act ? "" : ": the plan '" + reaction.plan + "' is run"));
    if (!each.reason.empty()) out << printable_line("           " + each.reason);
  }
  if (foresight.kept.empty() && foresight.reactions.empty()) out << "  nothing happens\n";
}

}  // namespace planbuilder::react
